import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { currencies } from "../../../currencies.ts";
import { shortDay } from "../../../days.ts";
import { DayField } from "../../../form/day-field.tsx";
import { Form } from "../../../form/form.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useRefetch } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { sayWithUndo } from "../../../undo.ts";
import { CHANGED } from "./changed.ts";
import type { OwnRate } from "./own-rates.tsx";

type OwnRateDialogProps = {
  /** Null for a new one. */
  readonly rate: OwnRate | null;
  readonly onClose: () => void;
};

/** A rate of a currency on a day. An own rate that is there for both is replaced. */
export function OwnRateDialog({ rate, onClose }: OwnRateDialogProps) {
  const team = useTeam().id;
  const after = useRefetch(CHANGED);
  const title = rate === null ? "Add a rate" : `${rate.currency} on ${shortDay(rate.day)}`;
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        changes={CHANGED}
        given={rate === null ? { team } : { team, currency: rate.currency, day: rate.day }}
        initial={{ rate: rate?.rate ?? "" }}
        onDone={({ currency, day, event }) => {
          onClose();
          const words = `The rate of ${currency} on ${shortDay(day)} is saved.`;
          sayWithUndo(words, { team, event, after });
        }}
        route="PUT /api/teams/:team/rates/own"
        submit="Save the rate"
      >
        {({ field }) => (
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
              field={field("rate")}
              hint="With a point, such as 1.0870."
              inputMode="decimal"
              label="Units for 1 EUR"
              maxLength={30}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
