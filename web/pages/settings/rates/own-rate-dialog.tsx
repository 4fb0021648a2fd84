import { Notice } from "../../../components/status.tsx";
import { shortDay } from "../../../dates.ts";
import { firstOnPage } from "../../../focus.ts";
import { DayField } from "../../../form/day-field.tsx";
import type { Field } from "../../../form/field.ts";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { currencies } from "../../../numbers.ts";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { ADD, RATE_CHANGES, ownRateMenuId, type OwnRate, useReload } from "./own-rate.ts";

type OwnRateDialogProps = {
  /** Null for a new one. */
  readonly rate: OwnRate | null;
  readonly onClose: () => void;
};

export function OwnRateDialog({ rate, onClose }: OwnRateDialogProps) {
  const team = useTeam().id;
  const reload = useReload();
  const title = rate === null ? "Add a rate" : `${rate.currency} on ${shortDay(rate.day)}`;
  return (
    <FormDialog
      finalFocus={() => firstOnPage(rate === null ? undefined : ownRateMenuId(rate), ADD)}
      onClose={onClose}
      title={title}

      changes={RATE_CHANGES}
      given={rate === null ? { team } : { team, currency: rate.currency, day: rate.day }}
      initial={{ rate: rate?.rate ?? "" }}
      said={savedWords}
      onDone={reload}
      afterUndo={reload}
      route="PUT /api/teams/:team/rates/own"
      submit="Save the rate"
    >
      {({ field, values }) => (
        <>
          {rate === null ? (
            <>
              <SelectField
                field={field("currency")}
                label="Currency"
                options={currencies().filter(({ value }) => value !== "EUR")}
              />
              <DayField field={field("day")} label="Day" />
            </>
          ) : null}
          <TextField
            autoComplete="off"
            field={withPoint(field("rate"))}
            hint={echoOf(values.rate, rate?.currency ?? values.currency)}
            inputMode="decimal"
            label="Units for 1 EUR"
            maxLength={30}
          />
          {rate === null ? <Replaced currency={values.currency} day={values.day} /> : null}
        </>
      )}
    </FormDialog>
  );
}

type ReplacedProps = { readonly currency: string | undefined; readonly day: string | undefined };

function Replaced({ currency = "", day = "" }: ReplacedProps) {
  const isChosen = currency !== "" && day !== "";
  const input = { currency, from: day, to: day, limit: 1 };
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/rates/own", input, {
    isAsked: isChosen,
  });
  const [found] = isChosen ? (data?.items ?? []) : [];
  return (
    <div aria-live="polite" className="empty:hidden">
      {found === undefined ? null : (
        <Notice title={`Your rate of ${shortDay(found.day)} is replaced`} tone="warn">
          <p>
            It is {found.rate} {found.currency} for 1 EUR now.
          </p>
        </Notice>
      )}
    </div>
  );
}

type Saved = {
  readonly currency: string;
  readonly day: string;
  readonly rate: string;
  readonly replaced: string | null;
};

function savedWords({ currency, day, rate, replaced }: Saved): string {
  const words = `The rate of ${currency} on ${shortDay(day)} is saved`;
  return replaced === null ? `${words}.` : `${words}: ${rate} instead of ${replaced}.`;
}

/** Takes a decimal comma as it is typed: the field shows the point that it becomes. */
function withPoint<Value extends Field<string | undefined, string>>(field: Value): Value {
  return {
    ...field,
    set: (text: string) => field.set(text.replace(/^(\s*\d+),(\d*\s*)$/, "$1.$2")),
  };
}

function echoOf(rate: string | undefined, currency: string | undefined): string {
  return currency !== undefined && rate !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(rate)
    ? `1 EUR is ${rate.trim()} ${currency}.`
    : "For example 1.0870.";
}
