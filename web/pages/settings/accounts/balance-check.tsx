import { addDays } from "../../../../src/shared/calendar.ts";
import { ButtonLink } from "../../../components/button.tsx";
import { Notice, Status } from "../../../components/status.tsx";
import { say } from "../../../components/toast.tsx";
import { shortDay } from "../../../days.ts";
import { money } from "../../../money.ts";
import { useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { told } from "../../../told.ts";
import { type Account, CHANGED } from "./account.ts";

type Check = NonNullable<Account["check"]>;

type Compared = {
  readonly difference: number;
  readonly day: string;
  /** The balance that the account is compared with: `The bank’s balance of 31 Oct 2026`. */
  readonly balance: string;
};

/** The newest balance of a statement, by hand or in a file, against what the transactions give. */
export function comparedOf({ check, file_check: file }: Account): Compared | null {
  // A check that differs is told first: the notice above says more of it.
  const isNewer = check === null || (check.difference_minor === 0 && (file?.to ?? "") > check.date);
  if (file !== null && isNewer)
    return compared(file.difference_minor, file.to, "The file’s balance of");
  if (check === null) return null;
  const what = check.kind === "by_hand" ? "The balance noted for" : "The bank’s balance of";
  return compared(check.difference_minor, check.date, what);
}

function compared(difference: number, day: string, what: string): Compared {
  return { difference, day, balance: `${what} ${shortDay(day)}` };
}

/** Says which balance an account agrees with, or by how much it differs from that. */
export function BalanceCheck({ account }: { readonly account: Account }) {
  const found = comparedOf(account);
  if (found === null)
    return <span className="text-small text-ink2">Not checked: no stated balance</span>;
  const { difference, balance } = found;
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-2 gap-y-0.5">
      <span className="text-small text-ink2">{balance}</span>{" "}
      {difference === 0 ? (
        <Status tone="good">agrees</Status>
      ) : (
        <Status tone="warn">differs by {money(Math.abs(difference), account.currency)}</Status>
      )}
    </span>
  );
}

/** Says of an account that differs: what from what, since when, and what to do. */
export function Differing({ account }: { readonly account: Account }) {
  const { id, name, check } = account;
  if (check === null || check.difference_minor === 0) return null;
  const { since, date } = check;
  const days = { ...(since === null ? {} : { from: addDays(since, 1) }), to: date };
  return (
    <Notice
      actions={
        <>
          <ButtonLink search={{ account: id, ...days }} to="/transactions">
            Show these transactions<span className="sr-only"> of {name}</span>
          </ButtonLink>
          <ButtonLink search={{ account: id }} to="/transactions/import">
            Import a file<span className="sr-only"> into {name}</span>
          </ButtonLink>
        </>
      }
      title={differing(account, check)}
      tone="warn"
    >
      <p>One of them is missing, is there twice, or has a wrong amount.</p>
    </Notice>
  );
}

/** `Giro: the balance noted for 21 Nov 2026 is €12.30 more than …`. */
function differing({ name, currency }: Account, check: Check): string {
  const { kind, date, since, difference_minor: difference } = check;
  const stated = kind === "by_hand" ? "the balance noted for" : "the bank’s balance of";
  const amount = `${money(Math.abs(difference), currency)} ${difference > 0 ? "more" : "less"}`;
  const start = since === null ? "the opening balance" : `the balance of ${shortDay(since)}`;
  return `${name}: ${stated} ${shortDay(date)} is ${amount} than ${start} and the transactions since then.`;
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
      about: id,
      action: { label: "Undo", onPress: () => void back() },
    });
  };
}
