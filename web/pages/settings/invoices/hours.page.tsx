import { ROUNDING_NAMES } from "../../../../src/shared/time-rounding.ts";
import { Answer } from "../../../components/answer.tsx";
import { Page, Section } from "../../../components/page.tsx";
import { RoundingField } from "../../../form/rounding-field.tsx";
import { useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { type Settings, SETTINGS_PATH } from "./settings.ts";
import { LockedFacts } from "./told.tsx";

export function HoursSettings() {
  const team = useTeam();
  const query = useOfTeam(team, SETTINGS_PATH, {});
  return (
    <Page
      lead="Tracked time becomes lines of an invoice: each project with its hours and rate."
      title="Tracked time"
      width="settings"
    >
      <Section
        hint="Holds where neither the project nor the customer has a rule of its own. The line says the rule and the true time."
        id="rounding"
        title="Rounding"
      >
        <Answer query={query} what="the rounding">
          {(settings) =>
            leads(team) ? (
              <RoundingForm key={team.id} settings={settings} />
            ) : (
              <LockedFacts
                facts={[{ label: "Rounding", value: ROUNDING_NAMES[settings.rounding] ?? "" }]}
              />
            )
          }
        </Answer>
      </Section>
    </Page>
  );
}

function RoundingForm({ settings }: { readonly settings: Settings }) {
  return (
    <SettingsForm settings={settings} submit="Save the rounding" valuesOf={valuesOf}>
      {({ field }) => <RoundingField field={field("rounding")} label="Hours of a line" />}
    </SettingsForm>
  );
}

function valuesOf({ rounding }: Settings) {
  return { rounding };
}
