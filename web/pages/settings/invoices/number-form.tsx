import { dayIn } from "../../../../src/shared/time.ts";
import { Shape } from "../../../components/shapes.tsx";
import { Choices } from "../../../form/choices.tsx";
import type { Field } from "../../../form/field.ts";
import { Form } from "../../../form/form.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useNow } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import {
  nextByPattern,
  NUMBER_CHANGES,
  type NumberedKind,
  type Numbers,
  RESETS,
} from "./numbers.ts";

export function NumberForm({ numbers }: { readonly numbers: Numbers }) {
  const team = useTeam();
  const [invoice, creditNote] = numbers.kinds;
  if (invoice === undefined || creditNote === undefined) return null;
  return (
    <Form
      changes={NUMBER_CHANGES}
      done="Saved"
      given={{ team: team.id }}
      initial={{
        invoice_pattern: invoice.pattern,
        invoice_reset: invoice.reset,
        credits_share_numbers: numbers.credits_share_numbers,
        ...(numbers.credits_share_numbers
          ? {}
          : { credit_note_pattern: creditNote.pattern, credit_note_reset: creditNote.reset }),
      }}
      kind="secondary"
      route="PATCH /api/teams/:team/invoice-numbers"
      submit="Save the numbers"
    >
      {({ field, values }) => (
        <>
          <p className="max-w-measure text-ink2">
            Write letters A to Z, digits and / . _ - as they are. {"{YYYY}"}, {"{YY}"} and {"{MM}"}{" "}
            stand for the day of the invoice, {"{####}"} for the count, with one # for each digit.
          </p>
          <PatternFields
            kind={invoice}
            label="Invoices"
            pattern={field("invoice_pattern")}
            reset={field("invoice_reset")}
          />
          <Choices
            choices={[
              { value: false, label: "A series of their own", hint: "Such as CN-2026-0001." },
              {
                value: true,
                label: "The series of invoices",
                hint: "Invoices and credit notes are counted together.",
              },
            ]}
            field={field("credits_share_numbers")}
            label="Credit notes take their numbers from"
          />
          {values.credits_share_numbers === true || numbers.credits_share_numbers ? null : (
            <PatternFields
              kind={creditNote}
              label="Credit notes"
              pattern={field("credit_note_pattern")}
              reset={field("credit_note_reset")}
            />
          )}
        </>
      )}
    </Form>
  );
}

type Reset = NumberedKind["reset"];

type PatternFieldsProps = {
  readonly kind: NumberedKind;
  readonly label: string;
  readonly pattern: Field<string | undefined, string>;
  readonly reset: Field<Reset | undefined, Reset>;
};

function PatternFields({ kind, label, pattern, reset }: PatternFieldsProps) {
  const today = dayIn(useTeam().timeZone, useNow());
  const typed = { pattern: pattern.value ?? kind.pattern, reset: reset.value ?? kind.reset };
  const { isRead, words } = nextByPattern(kind, typed, today);
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[minmax(0,1fr)_12rem]">
      <TextField
        autoComplete="off"
        field={pattern}
        hint={
          <output className="flex items-start gap-1.5">
            <span className="pt-0.5">
              <Shape tone={isRead ? "good" : "bad"} />
            </span>
            {words}
          </output>
        }
        label={`${label}: pattern`}
        maxLength={60}
        spellCheck={false}
      />
      <SelectField field={reset} label={`${label}: count anew`} options={RESETS} />
    </div>
  );
}
