import type { UseQueryResult } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { csvLine } from "../../../src/shared/csv.ts";
import { dayIn } from "../../../src/shared/time.ts";
import { Answer, Empty } from "../../components/answer.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { dayRange } from "../../dates.ts";
import { saveTable } from "../../files.ts";
import { hours } from "../../numbers.ts";
import { useMe, useNow, useOfTeam } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import type { Range } from "../reports/ranges.ts";
import { PeriodKeys, PeriodNav, usePeriodKeys } from "./period-nav.tsx";
import { type Member, PeopleTable, type PeopleTimes, personRows } from "./team/people-table.tsx";
import { projectRows, ProjectsTable, type ProjectTimes } from "./team/projects-table.tsx";
import { TeamPeriod, rangeKind, movedBy, rangeOf, wholeOf } from "./team/team-period.tsx";
import { TimeTabs } from "./time-tabs.tsx";

const TIMES = "GET /api/teams/:team/projects/time";

/** Time of everybody by project and by person. Its sums agree with Home's. */
export function TeamTime() {
  const team = useTeam();
  const navigate = useNavigate();
  const { user } = useMe();
  const today = dayIn(user.timeZone, useNow());
  const search = useSearch({ from: "/time/team" });
  const range = rangeOf(search) ?? wholeOf("week", today);
  const { project } = search;
  const of = { ...range, project_id: project };
  const projects = useOfTeam(team, TIMES, { ...of, by: "week" });
  const people = useOfTeam(team, "GET /api/teams/:team/projects/time/people", of);
  const kind = rangeKind(range);
  const now = NOW[kind];
  const show = (next: Range) =>
    void navigate({
      to: "/time/team",
      search: { ...next, ...(project === undefined ? {} : { project }) },
      resetScroll: false,
    });
  const go = (periods: number | null) =>
    show(
      periods === null
        ? wholeOf(kind === "period" ? "week" : kind, today)
        : movedBy(periods, range),
    );
  usePeriodKeys(go);
  const isOfAll = leads(team) && project === undefined;
  const list = useOfTeam(team, "GET /api/teams/:team/members", {}, { isAsked: isOfAll });
  const members = isOfAll ? (list.data?.members ?? NOBODY) : NOBODY;
  const parts = { range, projects: projects.data, people: people.data, members };
  return (
    // The hours of one project are another view: its title gets the focus.
    <Page
      actions={<SaveHours {...parts} />}
      key={project ?? ""}
      lead={<Lead people={people.data} range={range} />}
      tabs={<TimeTabs />}
      title="Team hours"
    >
      <PeriodNav days={dayRange(range.from, range.to)} now={now} onGo={go} what={kind}>
        <HoursBefore range={range} />
        <TeamPeriod onChange={show} range={range} today={today} />
      </PeriodNav>
      <Answer query={projects} what="the team’s hours">
        {(time) =>
          time.seconds === 0 ? (
            <NoHours isOfProject={project !== undefined} onGo={go} range={range} what={kind} />
          ) : (
            <Tables members={members} people={people} range={range} time={time} />
          )
        }
      </Answer>
      <PeriodKeys now={now} what={kind} />
    </Page>
  );
}

function HoursBefore({ range }: { readonly range: Range }) {
  const { project } = useSearch({ from: "/time/team" });
  const of = { ...movedBy(-1, range), project_id: project };
  const { data } = useOfTeam(useTeam(), TIMES, { ...of, by: "week" });
  if (data === undefined) return null;
  return (
    <p className="text-ink2">
      {BEFORE[rangeKind(range)]}: {hours(data.seconds)}
    </p>
  );
}

type TablesProps = {
  readonly time: ProjectTimes;
  readonly people: UseQueryResult<PeopleTimes>;
  readonly members: readonly Member[];
  readonly range: Range;
};

function Tables({ time, people, members, range }: TablesProps) {
  const team = useTeam();
  const { project } = useSearch({ from: "/time/team" });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
      {project === undefined ? (
        <section aria-labelledby="by-project">
          <h2 className="text-section font-semibold" id="by-project">
            By project
          </h2>
          <ProjectsTable caption={captionOf("project", range)} range={range} time={time} />
        </section>
      ) : null}
      <section aria-labelledby="by-person">
        <h2 className="text-section font-semibold" id="by-person">
          By person
        </h2>
        <Answer query={people} what="the hours of people">
          {(time) => (
            <PeopleTable
              caption={captionOf("person", range)}
              members={members}
              range={range}
              time={time}
            />
          )}
        </Answer>
        {leads(team) ? null : (
          <p className="pt-2 text-caption text-ink3">
            Owners and admins see the hours of everybody by name.
          </p>
        )}
      </section>
    </div>
  );
}

const NOBODY: readonly Member[] = [];

const NOW = {
  day: "Today",
  week: "This week",
  month: "This month",
  period: "This week",
} as const;

/** A week or month that is not over yet stands beside one that is. */
const BEFORE = {
  day: "The day before",
  week: "The whole week before",
  month: "The whole month before",
  period: "The period before",
} as const;

type LeadProps = { readonly people: PeopleTimes | undefined; readonly range: Range };

function Lead({ people, range }: LeadProps) {
  const project = people?.project ?? null;
  if (project === null) return "Running timers are left out.";
  return (
    <>
      Only <bdi className="font-medium text-ink">{project.name}</bdi>, without running timers.{" "}
      <Link className="inline-block min-h-6 underline" search={range} to="/time/team">
        All projects
      </Link>
    </>
  );
}

type SaveHoursProps = {
  readonly range: Range;
  readonly projects: ProjectTimes | undefined;
  readonly people: PeopleTimes | undefined;
  readonly members: readonly Member[];
};

/** Saves the shown rows. It is there before them: nothing moves when they come. */
function SaveHours({ range: { from, to }, projects, people, members }: SaveHoursProps) {
  if (projects?.seconds === 0) return null;
  const isReady = projects !== undefined && people !== undefined;
  return (
    <Button
      aria-disabled={!isReady || undefined}
      onClick={() => {
        if (isReady) saveTable(csvOf(projects, people, members), `team-hours-${from}-${to}.csv`);
      }}
    >
      <Download aria-hidden size={16} strokeWidth={1.5} />
      Export CSV
    </Button>
  );
}

type NoHoursProps = {
  readonly range: Range;
  readonly what: string;
  readonly isOfProject: boolean;
  readonly onGo: (periods: number) => void;
};

function NoHours({ range, what, isOfProject, onGo }: NoHoursProps) {
  const days = dayRange(range.from, range.to);
  const where = isOfProject ? "No time on this project" : "No time";
  return (
    <Empty
      action={
        <>
          {isOfProject ? (
            <ButtonLink kind="primary" search={range} to="/time/team">
              Show all projects
            </ButtonLink>
          ) : (
            <ButtonLink kind="primary" to="/time">
              Track time
            </ButtonLink>
          )}
          <Button onClick={() => onGo(-1)}>Show the {what} before</Button>
        </>
      }
      title={range.from === range.to ? `${where} on ${days}` : `${where} from ${days}`}
    >
      The hours of everybody in the team are listed here by project and by person.
    </Empty>
  );
}

function captionOf(by: "project" | "person", { from, to }: Range): string {
  const days = dayRange(from, to);
  return from === to ? `Time on ${days} by ${by}` : `Time from ${days} by ${by}`;
}

const HEADER = ["Hours of", "Name", "Customer", "Billable hours", "Hours"] as const;

/** Projects, then people: the hours of both come to the same total. */
function csvOf(projects: ProjectTimes, people: PeopleTimes, members: readonly Member[]): string {
  return [
    csvLine(HEADER),
    ...projectRows(projects).map(({ name, customer, billable, seconds }) =>
      csvLine(["Project", name, customer ?? "", inHours(billable), inHours(seconds)]),
    ),
    ...personRows(people, members).map(({ name, billable, seconds }) =>
      csvLine(["Person", name, "", inHours(billable), inHours(seconds)]),
    ),
  ].join("");
}

/** `1.25`: spreadsheets add these up. */
function inHours(seconds: number | null): string {
  return seconds === null ? "" : String(Math.round((seconds / 3600) * 10_000) / 10_000);
}
