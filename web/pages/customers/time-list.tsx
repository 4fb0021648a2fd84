import { api, type Output } from "../../api.ts";
import { Empty } from "../../components/answer.tsx";
import { dayWords } from "../../days.ts";
import { hours } from "../../hours.ts";
import type { List } from "../../list/list.ts";

const PATH = "GET /api/teams/:team/customers/:id/entries";

/** Time on the projects of a customer, by day. */
export function timeListOf(id: string): List<Output<typeof PATH>["items"][number]> {
  return {
    page: { to: "/customers/$id", id, search: { tab: "time" } },
    route: PATH,
    read: async (_values, place) => {
      const { items, nextCursor } = await api(PATH, { id, ...place });
      return { rows: items, nextCursor };
    },
    keyOf: ({ id }) => id,
    filters: [],
    columns: [
      {
        title: "Project",
        width: "minmax(0, 1fr)",
        narrow: "first",
        isName: true,
        cell: ({ project }) => <bdi>{project.name}</bdi>,
      },
      {
        title: "Description",
        width: "minmax(0, 1.6fr)",
        narrow: "second",
        isCut: true,
        cell: ({ description }) => (description === null ? "–" : <bdi>{description}</bdi>),
      },
      {
        title: "Who",
        width: "minmax(0, 0.8fr)",
        narrow: "second",
        cell: ({ person }) => <bdi>{person}</bdi>,
      },
      {
        title: "Hours",
        width: "6rem",
        align: "end",
        narrow: "first",
        cell: ({ seconds }) => (seconds === null ? "Running" : hours(seconds)),
      },
    ],
    groups: { of: ({ date }) => date, titleOf: (day, { today }) => dayWords(day, today) },
    everyMs: 30_000,
    words: {
      what: "the time",
      one: "entry",
      many: "entries",
      order: "The newest first",
      first: "newest",
      further: "older",
    },
    neverAny: <Empty title="No time is tracked yet">Time on its projects appears here.</Empty>,
  };
}
