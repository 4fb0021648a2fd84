import { useState } from "react";
import { Button, ButtonAnchor } from "../../../components/button.tsx";
import { Section } from "../../../components/page.tsx";
import { DayField } from "../../../form/day-field.tsx";
import { looseField } from "../../../form/field.ts";
import { leads, useTeam } from "../../../team.tsx";

type Days = { readonly from: string | null; readonly to: string | null };

/** Exports the time of some days, or of all. */
export function ExportTime() {
  const team = useTeam();
  const [days, setDays] = useState<Days>({ from: null, to: null });
  const { from, to } = days;
  const isReversed = from !== null && to !== null && from > to;
  const query = new URLSearchParams({
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(leads(team) ? { person: "all" } : {}),
  });
  const toField = looseField<string | null>("export-to", to, (to) => setDays({ ...days, to }));
  return (
    <Section
      hint={
        leads(team)
          ? "The time of everybody in the team. Without days, all of it."
          : "Your own time. Without days, all of it."
      }
      id="export"
      title="Export"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField
          field={looseField<string | null>("export-from", from, (from) =>
            setDays({ ...days, from }),
          )}
          isOptional
          label="From"
        />
        <DayField
          field={{ ...toField, problem: isReversed ? "The last day is before the first." : null }}
          isOptional
          label="To, inclusive"
        />
      </div>
      <div>
        {isReversed ? (
          <Button onClick={() => document.getElementById("export-to")?.focus()}>Export CSV</Button>
        ) : (
          <ButtonAnchor href={`/api/teams/${team.id}/time/file?${query.toString()}`}>
            Export CSV
          </ButtonAnchor>
        )}
      </div>
    </Section>
  );
}
