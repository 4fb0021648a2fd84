import { type ReactNode, useState } from "react";
import { placeOf } from "../../../../src/shared/time-zones.ts";
import { dayIn } from "../../../../src/shared/time.ts";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/page.tsx";
import { Shape } from "../../../components/shapes.tsx";
import { SingleKeysSwitch } from "../../../components/switch.tsx";
import { exactTime, shortDay } from "../../../dates.ts";
import { Choices } from "../../../form/choices.tsx";
import { looseField } from "../../../form/field.ts";
import { Form } from "../../../form/form.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { majorText } from "../../../numbers.ts";
import { setTheme, type Theme, THEMES, useTheme } from "../../../preferences.ts";
import { useMe, useNow } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { clockIn, timeZoneOptions } from "./time-zones.ts";

export function PersonSection() {
  const { user } = useMe();
  return (
    <Section
      hint={
        <>
          You sign in as <bdi>{user.email}</bdi>. Your days begin and end in your time zone: on
          these pages, in the filters of Activity, and when assistants track your time.
        </>
      }
      id="person"
      title="Name and time zone"
    >
      <Form
        done="Saved"
        given={{}}
        initial={{ name: user.name, timeZone: user.timeZone }}
        kind="secondary"
        route="PATCH /api/me"
        submit="Save the profile"
      >
        {({ field, values }) => (
          <>
            <TextField
              autoComplete="name"
              field={field("name")}
              hint="Your teams see it with everything you do."
              label="Name"
            />
            <div className="flex gap-2 max-sm:flex-col">
              <div className="min-w-0 flex-1">
                <SelectField
                  field={field("timeZone")}
                  hint={<Clock zone={values.timeZone ?? user.timeZone} />}
                  label="Time zone"
                  options={timeZoneOptions([...ZONES, user.timeZone])}
                />
              </div>
              {values.timeZone === DEVICE_ZONE ? null : (
                // Beside the control, below the height of its label.
                <div className="shrink-0 sm:pt-6">
                  <Button onClick={() => field("timeZone").set(DEVICE_ZONE)}>
                    Use this device’s zone, {placeOf(DEVICE_ZONE)}
                  </Button>
                </div>
              )}
            </div>
          </>
        )}
      </Form>
    </Section>
  );
}

const DEVICE_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const ZONES = [...Intl.supportedValuesOf("timeZone"), DEVICE_ZONE];

function Clock({ zone }: { readonly zone: string }) {
  const now = useNow();
  return `It is now ${clockIn(zone, now)} in ${placeOf(zone)}.`;
}

function Saved({ isSaved }: { readonly isSaved: boolean }) {
  return (
    <output className="flex items-center gap-1 text-ink2">
      {isSaved ? (
        <>
          <Shape tone="good" />
          Saved
        </>
      ) : null}
    </output>
  );
}

/** Samples, made by the functions that write every date and amount of the app. */
export function FormatsSection() {
  const { timeZone } = useMe().user;
  const { baseCurrency } = useTeam();
  const now = useNow();
  return (
    <Section
      hint="All pages write them like this. Only fields follow the language of the browser: the amounts that you type, and the days that you choose."
      id="formats"
      title="Dates, numbers and money"
    >
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[10rem_1fr]">
        <Sample of="Date">{shortDay(dayIn(timeZone, now))}</Sample>
        <Sample of="Date and time">{exactTime(now, timeZone)}</Sample>
        <Sample of="Number">{(12_345.6).toLocaleString("en-GB")}</Sample>
        <Sample of="Money">
          {majorText(1234.5, baseCurrency)}, below zero {majorText(-1234.5, baseCurrency)}
        </Sample>
        <Sample of="Date fields">
          Like {new Intl.DateTimeFormat(navigator.language, { timeZone }).format(new Date(now))}, as
          in {LANGUAGE}, the language of this browser.
        </Sample>
        <Sample of="Amounts you type">
          Like {TYPED}, in the same language. Where an amount can be read in two ways, the page
          asks.
        </Sample>
      </dl>
    </Section>
  );
}

const LANGUAGE =
  new Intl.DisplayNames("en-GB", { type: "language" }).of(navigator.language) ?? navigator.language;
const TYPED = new Intl.NumberFormat(navigator.language, { minimumFractionDigits: 2 }).format(
  1234.5,
);

function Sample({ of, children }: { readonly of: string; readonly children: ReactNode }) {
  return (
    <div className="col-span-full grid gap-x-6 sm:grid-cols-subgrid">
      <dt className="text-ink2">{of}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

const WORDS: Readonly<Record<Theme, { readonly label: string; readonly hint: string }>> = {
  system: { label: "System", hint: "Follows the setting of this device." },
  light: { label: "Light", hint: "Ink on paper." },
  dark: { label: "Dark", hint: "Easy on the eyes where it is dim." },
};

export function ThemeSection() {
  const theme = useTheme();
  const [isSaved, setIsSaved] = useState(false);
  return (
    <Section
      actions={<Saved isSaved={isSaved} />}
      hint="Kept in this browser only: other browsers have their own."
      id="theme"
      title="Theme"
    >
      <Choices
        choices={THEMES.map((value) => ({ value, ...WORDS[value] }))}
        field={looseField<Theme>("theme", theme, (chosen) => {
          setTheme(chosen);
          setIsSaved(true);
        })}
        label="Appearance"
      />
    </Section>
  );
}

export function ShortcutsSection() {
  const [isSaved, setIsSaved] = useState(false);
  return (
    <Section
      actions={<Saved isSaved={isSaved} />}
      hint="All shortcuts are listed in the help, under your name. Kept in this browser only."
      id="shortcuts"
      title="Keyboard shortcuts"
    >
      <SingleKeysSwitch onChanged={() => setIsSaved(true)} />
    </Section>
  );
}
