import { useState } from "react";
import { spoken } from "../../../src/shared/words.ts";
import { Chart } from "../../chart/chart.tsx";
import { Answer } from "../../components/answer.tsx";
import { dayIn } from "../../days.ts";
import { looseField } from "../../form/field.ts";
import { SelectField } from "../../form/select-field.tsx";
import { chartHours } from "../../hours.ts";
import { useMe, useNow, useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { placeOf, rangeUntil } from "./periods.ts";

/** Time of the last weeks or months. */
export function ProjectTimes({ id }: { readonly id: string }) {
  const team = useTeam();
  const { user } = useMe();
  const [by, setBy] = useState<"week" | "month">("week");
  const today = dayIn(user.timeZone, useNow());
  const range = rangeUntil(today, by);
  const query = useOfTeam(team, "GET /api/teams/:team/projects/time", {
    ...range,
    by,
    project_id: id,
  });
  return (
    <div className="grid max-w-settings gap-3">
      <div className="w-48">
        <SelectField
          field={looseField("by", by, setBy)}
          label="Show"
          options={[
            { value: "week", label: "The last 12 weeks" },
            { value: "month", label: "The last 12 months" },
          ]}
        />
      </div>
      <Answer query={query} what="the times">
        {({ periods, seconds }) => (
          <Chart
            data={{
              kind: "bars",
              places: periods.map((period) => placeOf(period, by, today)),
              series: [{ name: "Tracked", values: periods.map((period) => period.seconds / 3600) }],
            }}
            format={chartHours}
            placesAre={by === "week" ? "Week" : "Month"}
            title={
              seconds === 0
                ? `No time in the last 12 ${by}s`
                : `${spoken(seconds)} in the last 12 ${by}s`
            }
          />
        )}
      </Answer>
    </div>
  );
}
