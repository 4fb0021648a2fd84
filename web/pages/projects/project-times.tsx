import { useState } from "react";
import { dayIn } from "../../../src/shared/time.ts";
import { spoken } from "../../../src/shared/words.ts";
import { Chart } from "../../chart/chart.tsx";
import { Answer } from "../../components/answer.tsx";
import { Section } from "../../components/page.tsx";
import { dayRange, shortDay } from "../../dates.ts";
import { looseField } from "../../form/field.ts";
import { SelectField } from "../../form/select-field.tsx";
import { chartHours } from "../../numbers.ts";
import { useMe, useNow, useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { type Period, periodPlace, rangeUntil } from "./periods.ts";
import type { Detail } from "./project.ts";

/** Time of the last weeks or months: of now, or of a completed project. */
export function ProjectTimes({ detail }: { readonly detail: Detail }) {
  const { project, latest } = detail;
  const { id } = project;
  const team = useTeam();
  const { user } = useMe();
  const [by, setBy] = useState<"week" | "month">("week");
  const today = dayIn(user.timeZone, useNow());
  const ended = project.trackerStatus === "completed" ? latest[0]?.date : undefined;
  const range = rangeUntil(ended !== undefined && ended < today ? ended : today, by);
  const isOver = range.to < today;
  const linkOf = useEntries(detail);
  const query = useOfTeam(team, "GET /api/teams/:team/projects/time", {
    ...range,
    by,
    project_id: id,
  });
  return (
    <Section
      actions={
        <div className="sm:w-48">
          <SelectField
            field={looseField("by", by, setBy)}
            isLabelHidden
            label="Show"
            options={[
              { value: "week", label: "The last 12 weeks" },
              { value: "month", label: "The last 12 months" },
            ]}
          />
        </div>
      }
      hint={`${by === "week" ? "Weeks are Monday to Sunday, each under its Monday. " : ""}${
        isOver
          ? `The project is completed: the last ${by} is that of its last entry.`
          : `This ${by} goes on until ${shortDay(range.to)}. Running timers are not counted yet.`
      }`}
      id="times"
      title="Time by week and month"
    >
      <Answer query={query} what="the times">
        {({ periods, seconds }) => (
          <Chart
            data={{
              kind: "bars",
              places: periods.map((period) => ({
                ...periodPlace(period, by, today),
                ...(period.seconds === 0 ? {} : linkOf(period)),
              })),
              series: [{ name: "Tracked", values: periods.map((period) => period.seconds / 3600) }],
            }}
            format={chartHours}
            placesAre={by === "week" ? "Week" : "Month"}
            title={`${seconds === 0 ? "No time" : spoken(seconds)} in ${isOver ? "its" : "the"} last 12 ${by}s, ${dayRange(range.from, range.to)}`}
          />
        )}
      </Answer>
    </Section>
  );
}

/** Link to the entries of a period: of the only person where there is one, else of the project. */
function useEntries({ project, time: { people } }: Detail) {
  const { user } = useMe();
  const [only, ...others] = people;
  return ({ from, to }: Period) => {
    const isOwn = only?.id === user.id;
    if (only === undefined || others.length > 0)
      return { link: { to: `/projects/${project.id}`, search: { tab: "entries", from, to } } };
    const search = { only: project.id, from, to, ...(isOwn ? {} : { person: only.id }) };
    return { link: { to: "/time", search } };
  };
}
