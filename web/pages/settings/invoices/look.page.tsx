import { contrastOnWhite, LEAST_CONTRAST } from "../../../../src/shared/contrast.ts";
import { Answer } from "../../../components/answer.tsx";
import { Page, Section } from "../../../components/page.tsx";
import { Shape } from "../../../components/shapes.tsx";
import { Choices } from "../../../form/choices.tsx";
import type { Field } from "../../../form/field.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { LANGUAGES } from "./languages.ts";
import { Letterhead } from "./letterhead.tsx";
import { LogoSettings } from "./logo.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { type Settings, SETTINGS_PATH } from "./settings.ts";
import { LockedFacts } from "./told.tsx";

export function LookSettings() {
  const team = useTeam();
  const query = useOfTeam(team, SETTINGS_PATH, {});
  return (
    <Page
      lead="How new invoices look. Invoices that were sent stay as they are."
      title="Look"
      width="settings"
    >
      <Answer query={query} what="the look">
        {(settings) => (
          <>
            <Section
              hint="Stands at the top of invoices, on white. A PNG, JPEG or WebP picture."
              id="logo"
              title="Logo"
            >
              <LogoSettings settings={settings} />
            </Section>
            <Section id="page" title="Paper, color and language">
              {leads(team) ? (
                <LookForm key={team.id} settings={settings} />
              ) : (
                <LockedFacts facts={factsOf(settings)} />
              )}
            </Section>
          </>
        )}
      </Answer>
    </Page>
  );
}

function LookForm({ settings }: { readonly settings: Settings }) {
  return (
    <SettingsForm settings={settings} submit="Save the look" valuesOf={valuesOf}>
      {({ field, values }) => (
        <>
          <Letterhead
            accent={isReadable(values.accent) ? values.accent : settings.accent}
            language={values.language ?? settings.language}
            settings={settings}
          />
          <AccentField field={field("accent")} />
          <Choices
            choices={[
              { value: "A4", label: "A4", hint: "210 × 297 mm, in most countries." },
              {
                value: "LETTER",
                label: "Letter",
                hint: "8.5 × 11 in, in the US, Canada and Mexico.",
              },
            ]}
            field={field("paper")}
            label="Paper"
          />
          <div className="max-w-80">
            <SelectField
              field={field("language")}
              hint="Of new invoices. Each invoice may have another."
              label="Language"
              options={LANGUAGES}
            />
          </div>
        </>
      )}
    </SettingsForm>
  );
}

const COLOR = /^#[0-9a-f]{6}$/i;

function isReadable(color: string | undefined): color is string {
  return color !== undefined && COLOR.test(color) && contrastOnWhite(color) >= LEAST_CONTRAST;
}

/** A color with a picker beside it, and how well it can be read on white paper. */
function AccentField({ field }: { readonly field: Field<string | undefined, string> }) {
  const color = field.value ?? "";
  const isColor = COLOR.test(color);
  return (
    <div className="max-w-80">
      <TextField
        after={
          <input
            aria-label="Pick the color"
            className="control size-11 shrink-0 cursor-pointer p-1 sm:size-9"
            onChange={({ target }) => field.set(target.value)}
            type="color"
            value={isColor ? color.toLowerCase() : "#000000"}
          />
        }
        autoComplete="off"
        field={field}
        hint={<Contrast color={isColor ? color : null} />}
        label="Color of the title and the lines"
        maxLength={7}
        spellCheck={false}
      />
    </div>
  );
}

function Contrast({ color }: { readonly color: string | null }) {
  if (color === null) return "Six digits, such as #115f6f.";
  const contrast = contrastOnWhite(color);
  const isGood = contrast >= LEAST_CONTRAST;
  // Rounded down: 2.96 is not 3.
  const told = (Math.floor(contrast * 10) / 10).toFixed(1);
  return (
    <span className="flex items-center gap-1.5">
      <Shape tone={isGood ? "good" : "bad"} />
      {isGood
        ? `Easy to read on white paper: contrast ${told} to 1.`
        : `Too light for white paper: contrast ${told} to 1, and ${LEAST_CONTRAST} is needed.`}
    </span>
  );
}

function factsOf({ paper, accent, language }: Settings) {
  return [
    { label: "Paper", value: paper === "A4" ? "A4" : "Letter" },
    { label: "Color", value: accent },
    {
      label: "Language",
      value: LANGUAGES.find(({ value }) => value === language)?.label ?? language,
    },
  ];
}

function valuesOf({ paper, accent, language }: Settings) {
  return { paper, accent, language };
}
