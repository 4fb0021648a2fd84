import { Status } from "../../../components/status.tsx";
import { say } from "../../../components/toast.tsx";
import { shortDay } from "../../../days.ts";
import { money } from "../../../money.ts";
import { useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { told } from "../../../told.ts";
import { type Account, CHANGED } from "./account.ts";

type Check = NonNullable<Account["check"]>;

/** Says whether the newest balance of a statement, or by hand, is what the transactions give. */
export function BalanceCheck({ account: { check, currency } }: { readonly account: Account }) {
  if (check === null) return null;
  const { difference_minor: difference, date, since } = check;
  const start = since === null ? "the opening" : shortDay(since);
  return (
    <span>
      {difference === 0 ? (
        <Status tone="good">Agrees on {shortDay(date)}</Status>
      ) : (
        <Status tone="warn">
          Differs by {money(Math.abs(difference), currency)} since {start}
        </Status>
      )}
    </span>
  );
}

/** Removes the balance that was noted by hand, with Undo. */
export function useRemoveBalance({ id, name }: Account) {
  const team = useTeam().id;
  const remove = useWrite("DELETE /api/teams/:team/bank-accounts/:id/balance", {
    changes: CHANGED,
  });
  const note = useWrite("PUT /api/teams/:team/bank-accounts/:id/balance", { changes: CHANGED });
  return async ({ date: day, minor }: Check) => {
    const answer = await told(async () => remove.mutateAsync({ team, id, day }));
    if (answer === null) return;
    const back = async () => told(async () => note.mutateAsync({ team, id, day, minor }));
    say(`The balance of ${name} on ${shortDay(day)} is removed.`, {
      action: { label: "Undo", onPress: () => void back() },
    });
  };
}
