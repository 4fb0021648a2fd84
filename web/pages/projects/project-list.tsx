import { api } from "../../api.ts";
import { Empty } from "../../components/answer.tsx";
import { counted } from "../../counted.ts";
import { dayIn, shortDay } from "../../days.ts";
import { hours } from "../../hours.ts";
import type { List } from "../../list/list.ts";
import { oneOf } from "../../list/one-of.ts";
import { CUSTOMER } from "./customer-filter.ts";
import { Progress } from "./progress.tsx";
import { briefRateOf, ProjectStatus } from "./project-cells.tsx";
import { estimated, type Project } from "./project.ts";

const PATH = "GET /api/teams/:team/projects";

const SORTS = ["name", "-name", "created", "-created"] as const;

/** The team's projects, the newest first. */
export const PROJECTS: List<Project> = {
  page: "/projects",
  route: PATH,
  openAs: { page: (id) => `/projects/${id}` },
  read: async ({ customer, status, q, sort }, place) => {
    const filter = {
      team: place.team,
      q,
      customer_id: customer,
      status: oneOf(["in_progress", "completed"], status),
    };
    const [{ items, nextCursor }, sums] = await Promise.all([
      api(PATH, { ...filter, ...place, sort: oneOf(SORTS, sort) }),
      place.cursor === undefined ? api("GET /api/teams/:team/projects/sums", filter) : null,
    ]);
    return { rows: items, nextCursor, ...(sums === null ? {} : { totals: totalsOf(sums) }) };
  },
  keyOf: ({ id }) => id,
  search: { label: "Search projects" },
  filters: [
    CUSTOMER,
    {
      name: "status",
      label: "Status",
      kind: "choice",
      all: "Any",
      choices: [
        { value: "in_progress", label: "In progress" },
        { value: "completed", label: "Completed" },
      ],
    },
  ],
  sort: "-created",
  columns: [
    {
      title: "Project",
      width: "minmax(0, 1fr)",
      narrow: "first",
      isName: true,
      sort: { by: "name", first: "ascending", ascending: "From A to Z", descending: "From Z to A" },
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      title: "Customer",
      width: "minmax(0, 1.15fr)",
      narrow: "second",
      cell: ({ customer }) =>
        customer === null ? <span className="text-ink2">None</span> : <bdi>{customer.name}</bdi>,
    },
    {
      title: "Status",
      width: "6.5rem",
      narrow: "second",
      cell: (project) => <ProjectStatus project={project} />,
    },
    {
      title: "Tracked",
      width: "15rem",
      align: "end",
      narrow: "first",
      cell: (project) => <Progress project={project} />,
    },
    {
      title: "Rate per hour",
      width: "6.5rem",
      align: "end",
      isWideOnly: true,
      cell: briefRateOf,
    },
    {
      title: "Added",
      width: "6.5rem",
      align: "end",
      isWideOnly: true,
      sort: {
        by: "created",
        first: "descending",
        ascending: "The oldest first",
        descending: "The newest first",
      },
      cell: ({ created_at }, { timeZone }) => shortDay(dayIn(timeZone, created_at)),
    },
  ],
  everyMs: 30_000,
  words: {
    what: "the projects",
    one: "project",
    many: "projects",
    first: "first",
    further: "further",
  },
  neverAny: (
    <Empty title="No projects yet">
      <p>
        Time is tracked on projects. Add the first one with the button above, or import time from
        another program: its projects come along.
      </p>
    </Empty>
  ),
};

type Sums = {
  readonly projects: number;
  readonly tracked: number;
  readonly estimate: number;
  readonly tracked_of_estimate: number;
  readonly over_estimate: number;
};

function totalsOf({ projects, tracked, estimate, tracked_of_estimate, over_estimate }: Sums) {
  const used = `${hours(tracked_of_estimate)} of ${estimated(estimate)} estimated`;
  const planned = estimate === 0 ? [] : [used];
  const over = over_estimate === 0 ? [] : [`${counted(over_estimate, "project")} over`];
  return { count: projects, sums: { Tracked: [hours(tracked), ...planned, ...over] } };
}
