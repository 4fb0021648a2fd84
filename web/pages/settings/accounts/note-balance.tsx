import { dayIn } from "../../../../src/shared/time.ts";
import { say } from "../../../components/toast.tsx";
import { shortDay } from "../../../days.ts";
import { firstOnPage } from "../../../focus.ts";
import { DayField } from "../../../form/day-field.tsx";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { MoneyField } from "../../../form/money-field.tsx";
import { money } from "../../../money.ts";
import { useNow } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { type Account, CHANGED, menuId } from "./account.ts";

type NoteBalanceProps = { readonly account: Account; readonly onClose: () => void };

/** Notes the balance of an account at the end of a day, and says whether the transactions give it. */
export function NoteBalance({ account, onClose }: NoteBalanceProps) {
  const { id, name, currency, balance_minor } = account;
  const team = useTeam();
  const today = dayIn(team.timeZone, useNow());
  return (
    <FormDialog
      description="As the bank shows it at the end of a day, or as you have counted it. Balances are counted from there on."
      finalFocus={() => firstOnPage(menuId(id))}
      onClose={onClose}
      title={`Balance of ${name}`}

      changes={CHANGED}
      given={{ team: team.id, id }}
      initial={{ day: today, minor: balance_minor }}
      onDone={(answer) => {
        const tone = (answer.check?.difference_minor ?? 0) === 0 ? "good" : "warn";
        say(checked(answer), { about: id, tone });
      }}
      route="PUT /api/teams/:team/bank-accounts/:id/balance"
      submit="Note the balance"
    >
      {({ field }) => (
        <div className="grid gap-5 sm:grid-cols-2">
          <MoneyField currency={currency} field={field("minor")} label="Balance" />
          <DayField field={field("day")} label="At the end of" max={today} />
        </div>
      )}
    </FormDialog>
  );
}

function checked({ name, check, currency }: Account): string {
  if (check === null) return `The balance of ${name} is noted.`;
  const { difference_minor: difference, date } = check;
  return difference === 0
    ? `${name} agrees on ${shortDay(date)}.`
    : `The balance of ${name} is noted. Its transactions differ by ${money(Math.abs(difference), currency)}.`;
}
