import { api, type Output } from "../../api.ts";
import type { List } from "../../list/list.ts";
import { entryList } from "../projects/entry-list.tsx";

const PATH = "GET /api/teams/:team/customers/:id/entries";

/** Time on the projects of a customer, by day. */
export function timeListOf(id: string): List<Output<typeof PATH>["items"][number]> {
  return entryList({
    page: { to: "/customers/$id", id, search: { tab: "time" } },
    route: PATH,
    read: async (days, place) => api(PATH, { id, ...days, ...place }),
    name: {
      title: "Project",
      width: "minmax(0, 1.2fr)",
      cell: ({ project }) => <bdi>{project.name}</bdi>,
    },
    further: [
      {
        title: "Who",
        width: "minmax(0, 1fr)",
        narrow: "second",
        cell: ({ person }) => <bdi>{person}</bdi>,
      },
    ],
    secondsOf: ({ seconds }) => seconds,
    what: "the time",
    on: "its projects",
  });
}
