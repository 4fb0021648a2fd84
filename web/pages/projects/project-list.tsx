import { dayIn } from "../../../src/shared/time.ts";
import { api, type Output } from "../../api.ts";
import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { Shape } from "../../components/shapes.tsx";
import { shortDay } from "../../dates.ts";
import { oneOf } from "../../list/filters.ts";
import type { List } from "../../list/list.ts";
import { counted, hours, money } from "../../numbers.ts";
import { Bar } from "./bar.tsx";
import { CUSTOMER } from "./filters.ts";
import { NewButton } from "./new-button.tsx";
import { briefRateOf, None, ProjectStatus } from "./project-cells.tsx";
import { estimated, NEW_PROJECT, type Project, isOver } from "./project.ts";

const PATH = "GET /api/teams/:team/projects";

const SORTS = ["status", "-status", "name", "-name", "created", "-created"] as const;

/** The team's projects, those in progress first, and of each the newest. */
export const PROJECT_LIST: List<Project> = {
  page: "/projects",
  route: PATH,
  openAs: { page: (id) => `/projects/${id}` },
  read: async ({ customer, status, estimate, q, sort }, place) => {
    const filter = {
      team: place.team,
      q,
      customer_id: customer,
      status: oneOf(["in_progress", "completed"], status),
      estimate: oneOf(["over"], estimate),
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
      all: "All",
      choices: [
        { value: "in_progress", label: "In progress" },
        { value: "completed", label: "Completed" },
      ],
    },
    {
      name: "estimate",
      label: "Estimate",
      kind: "choice",
      all: "All",
      choices: [{ value: "over", label: "Over the estimate" }],
    },
  ],
  sort: "status",
  columns: [
    {
      title: "Project",
      width: { least: 12, grow: 1.2 },
      narrow: "first",
      isName: true,
      isCut: true,
      sort: { by: "name", first: "ascending", ascending: "From A to Z", descending: "From Z to A" },
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      title: "Customer",
      width: { least: 8, grow: 1 },
      narrow: "second",
      isCut: true,
      cell: ({ customer }) =>
        customer === null ? (
          <span className="text-ink2">
            <span className="table:hidden">No customer</span>
            <span className="lines:hidden">None</span>
          </span>
        ) : (
          <bdi>{customer.name}</bdi>
        ),
    },
    {
      title: "Status",
      width: 6,
      narrow: "second",
      sort: {
        by: "status",
        first: "ascending",
        ascending: "In progress first, then the newest",
        descending: "Completed first, then the oldest",
      },
      // The usual case needs no word where a row has two lines.
      cell: (project) =>
        project.trackerStatus === "completed" ? (
          <ProjectStatus project={project} />
        ) : (
          <span className="lines:hidden">
            <ProjectStatus project={project} />
          </span>
        ),
    },
    {
      title: "Tracked",
      width: 5,
      align: "end",
      narrow: "first",
      cell: ({ total_duration }) => hours(total_duration),
    },
    {
      title: "Estimate",
      width: 11.75,
      align: "end",
      narrow: "second",
      cell: (project) => <Progress project={project} />,
    },
    {
      title: "Rate per hour",
      width: 6,
      align: "end",
      leaves: 1,
      cell: briefRateOf,
    },
    {
      title: "Unbilled",
      width: 7,
      align: "end",
      narrow: "second",
      leaves: 3,
      cell: ({ unbilled }) =>
        unbilled === null ? (
          <span className="lines:hidden">
            <None />
          </span>
        ) : (
          <>
            {money(unbilled.minor, unbilled.currency)}
            <span className="text-ink2 table:hidden"> unbilled</span>
          </>
        ),
    },
    {
      title: "Added",
      width: 6,
      align: "end",
      leaves: 2,
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
    <Empty
      action={
        <div className="flex flex-wrap gap-2">
          <NewButton open={NEW_PROJECT}>New project</NewButton>
          <ButtonLink to="/time/import">Import time</ButtonLink>
        </div>
      }
      title="No projects yet"
    >
      Time is tracked on projects. A name is enough for the first one. With time that is imported
      from another program, its projects come along.
    </Empty>
  ),
};

type Sums = Output<"GET /api/teams/:team/projects/sums">;

function totalsOf({ projects, estimate, over_estimate, ...sums }: Sums) {
  const used = `${hours(sums.tracked_of_estimate)} of ${estimated(estimate)}`;
  const planned = estimate === 0 ? [] : [used];
  const over = over_estimate === 0 ? [] : [`${counted(over_estimate, "project")} over`];
  return {
    count: projects,
    sums: {
      Tracked: [hours(sums.tracked)],
      Estimate: [...planned, ...over],
      Unbilled: amountsOf(sums.unbilled),
    },
  };
}

/** Lines that the sums of the other columns have: the row of sums stays over the list. */
const MOST_LINES = 2;

/** The page of unbilled time has the sums of further currencies. */
function amountsOf(unbilled: Sums["unbilled"]): readonly string[] {
  if (unbilled.length > MOST_LINES) return [`${unbilled.length} currencies`];
  return unbilled.map(({ minor, currency }) => money(minor, currency));
}

function Progress({ project }: { readonly project: Project }) {
  const { estimate, total_duration } = project;
  if (estimate === null)
    return (
      <span className="lines:hidden">
        <None />
      </span>
    );
  return (
    <span className="inline-flex items-center justify-end gap-2 whitespace-nowrap">
      {isOver(project) ? (
        <span className="inline-flex items-center gap-1 text-warn">
          <Shape tone="warn" />
          {hours(total_duration - estimate * 3600)} over
          <span className="sr-only"> the estimate</span>
        </span>
      ) : (
        <span className="inline-flex lines:hidden">
          <Bar max={estimate * 3600} value={total_duration} width="narrow" />
        </span>
      )}
      <span className="text-ink2 table:min-w-16">
        of <span className="tabular-nums">{estimated(estimate)}</span>
      </span>
    </span>
  );
}
