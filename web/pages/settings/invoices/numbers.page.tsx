import { lazy, Suspense } from "react";
import { Answer } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Page, Section } from "../../../components/page.tsx";
import { Notice } from "../../../components/status.tsx";
import { shortDay } from "../../../dates.ts";
import { Form } from "../../../form/form.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { useOpen } from "../../../open.ts";
import { useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { NumberForm } from "./number-form.tsx";
import { NUMBER_CHANGES, type Numbers, NUMBERS_PATH } from "./numbers.ts";
import { type Settings, SETTINGS_PATH, settingsVersion } from "./settings.ts";
import { LockedFacts } from "./told.tsx";

const StartAtDialog = lazy(async () =>
  import("./start-at.tsx").then(({ StartAtDialog }) => ({ default: StartAtDialog })),
);

export function NumberSettings() {
  const team = useTeam();
  const numbers = useOfTeam(team, NUMBERS_PATH, {});
  const settings = useOfTeam(team, SETTINGS_PATH, {});
  return (
    <Page
      lead="A number is given when an invoice is sent, and never changes. No number is given twice."
      title="Numbers"
      width="settings"
    >
      <Answer query={numbers} what="the numbers">
        {(numbers) => (
          <>
            <Section id="pattern" title="Numbers of documents">
              {leads(team) ? (
                <NumberForm key={team.id} numbers={numbers} />
              ) : (
                <LockedFacts
                  facts={numbers.kinds.map(({ type, next_number }) => ({
                    label: type === "invoice" ? "Next invoice" : "Next credit note",
                    value: next_number,
                  }))}
                />
              )}
            </Section>
            {leads(team) ? <NextNumber numbers={numbers} /> : null}
            <Proof numbers={numbers} />
          </>
        )}
      </Answer>
      <Section id="practice" title="Dates and corrections">
        <Answer query={settings} what="dates and corrections">
          {(settings) => <Practice key={team.id} settings={settings} />}
        </Answer>
      </Section>
    </Page>
  );
}

/** Element id of the button, for returning the focus. */
const START = "start-numbers-at";

function NextNumber({ numbers }: { readonly numbers: Numbers }) {
  const { open, show, hide } = useOpen();
  return (
    <Section
      actions={
        <Button id={START} onClick={() => show("start-at")}>
          Start at another number
        </Button>
      }
      hint="For a team that has sent invoices by other means before. The next number can be raised, never lowered."
      id="start"
      title="Next number"
    >
      <Suspense>
        {open === "start-at" ? (
          <StartAtDialog backTo={START} numbers={numbers} onClose={hide} />
        ) : null}
      </Suspense>
    </Section>
  );
}

function Proof({ numbers: { sentence, problems, skips } }: { readonly numbers: Numbers }) {
  return (
    <Section
      hint="Each time this page is opened, all numbers, documents and sums are checked."
      id="proof"
      title="Proof of the numbers"
    >
      <Notice tone={problems.length === 0 ? "good" : "bad"}>
        <p className="font-medium">{sentence}</p>
        {problems.length === 0 ? null : (
          <ul className="list-disc ps-5">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </Notice>
      {skips.length === 0 ? null : (
        <div className="grid gap-2">
          <h3 className="font-medium" id="skips">
            Left out
          </h3>
          <ul aria-labelledby="skips" className="divide-y divide-line border-y border-line">
            {skips.map(({ series, period, from_value, to_value, reason, created_at }) => (
              <li className="grid gap-0.5 py-2" key={`${series} ${period} ${from_value}`}>
                <span>
                  {series === "invoice" ? "Invoices" : "Credit notes"}
                  {period === "" ? "" : ` of ${period}`}:{" "}
                  {from_value === to_value ? from_value : `${from_value} to ${to_value}`}
                </span>
                <span className="text-ink2">
                  {reason}, {shortDay(created_at.slice(0, 10))}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

function Practice({ settings }: { readonly settings: Settings }) {
  const team = useTeam();
  const { usual } = settings;
  if (!leads(team))
    return (
      <LockedFacts
        facts={[
          {
            label: "Dates in the order of numbers",
            value: YES_NO[String(settings.dates_ordered ?? usual.dates_ordered)],
          },
          {
            label: "Credit note when voided",
            value:
              YES_NO[String(settings.void_issues_credit_note ?? usual.void_issues_credit_note)],
          },
        ]}
      />
    );
  return (
    <Form
      changes={NUMBER_CHANGES}
      done="Saved"
      given={{ team: team.id }}
      initial={valuesOf(settings)}
      kind="secondary"
      route="PATCH /api/teams/:team/invoice-settings"
      submit="Save dates and corrections"
      version={settingsVersion(team.id, settings, valuesOf)}
    >
      {({ field }) => (
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <SelectField
            field={{ ...field("dates_ordered"), value: field("dates_ordered").value ?? null }}
            hint="If yes, an invoice with a later number never has an earlier date."
            label="Dates in the order of numbers"
            options={choicesOf(usual.dates_ordered)}
          />
          <SelectField
            field={{
              ...field("void_issues_credit_note"),
              value: field("void_issues_credit_note").value ?? null,
            }}
            hint="If yes, voiding a sent invoice also issues a credit note for it."
            label="Credit note when voided"
            options={choicesOf(usual.void_issues_credit_note)}
          />
        </div>
      )}
    </Form>
  );
}

const YES_NO: Readonly<Record<string, string>> = { true: "Yes", false: "No" };

function choicesOf(usual: boolean) {
  return [
    { value: null, label: `As usual in the country: ${usual ? "yes" : "no"}` },
    { value: true, label: "Yes" },
    { value: false, label: "No" },
  ];
}

function valuesOf({ dates_ordered, void_issues_credit_note }: Settings) {
  return { dates_ordered, void_issues_credit_note };
}
