import { Link } from "@tanstack/react-router";
import { addDays } from "../../../../src/shared/calendar.ts";
import { ButtonLink } from "../../../components/button.tsx";
import { ActionsMenu, MenuItem, MenuLink, MenuRule } from "../../../components/menu.tsx";
import { Notice, Status } from "../../../components/status.tsx";
import { Table } from "../../../components/table.tsx";
import { toastRefusal } from "../../../components/toast.tsx";
import { shortDay } from "../../../dates.ts";
import { counted, money } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { useWrite } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { sayWithWayBack } from "../../../undo.ts";
import {
  type Account,
  ACCOUNT_CHANGES,
  accountMenuId,
  type Total,
  accountTotals,
  ACCOUNT_TYPES,
} from "./account.ts";
import { useTurn } from "./use-turn.ts";

type Line = { readonly account: Account } | { readonly totals: readonly Total[] };

export function AccountTable({ accounts }: { readonly accounts: readonly Account[] }) {
  const { baseCurrency } = useTeam();
  const lines: readonly Line[] = accounts.map((account) => ({ account }));
  return (
    <Table
      actions={(line) => ("account" in line ? <AccountMenu account={line.account} /> : null)}
      caption="Bank accounts"
      columns={[
        {
          title: "Account",
          isHeader: true,
          narrow: "first",
          cell: (line) => ("account" in line ? <Name account={line.account} /> : "Total"),
        },
        {
          title: "Number",
          cell: (line) => ("account" in line ? <Number account={line.account} /> : null),
        },
        {
          title: "Balance",
          align: "end",
          cell: (line) =>
            "account" in line ? (
              <Balance account={line.account} />
            ) : (
              <Totals totals={line.totals} />
            ),
        },
      ]}
      isQuiet={(line) => "account" in line && !line.account.enabled}
      keyOf={(line) => ("account" in line ? line.account.id : "total")}
      rows={lines}
      total={accounts.length < 2 ? undefined : { totals: accountTotals(accounts, baseCurrency) }}
    />
  );
}

function Totals({ totals }: { readonly totals: readonly Total[] }) {
  return (
    <span className="grid justify-items-end gap-0.5">
      {totals.map(({ currency, minor }) => (
        <span className="whitespace-nowrap" key={currency}>
          {money(minor, currency).replace("-", "−")}
        </span>
      ))}
    </span>
  );
}

function Name({
  account: { id, name, type, institution, enabled },
}: {
  readonly account: Account;
}) {
  const kind = ACCOUNT_TYPES.find(({ value }) => value === type)?.label ?? type;
  return (
    <span className="grid justify-items-start gap-0.5">
      <Link search={{ account: id }} to="/transactions">
        <bdi>{name}</bdi>
      </Link>
      <span className="text-small font-normal text-ink2">
        {institution === null ? kind : `${kind}, ${institution}`}
      </span>
      {enabled ? null : <Status tone="quiet">Disabled</Status>}
    </span>
  );
}

function Number({ account: { account_number, number_state } }: { readonly account: Account }) {
  if (account_number === null) return <span className="text-ink2">None</span>;
  return (
    <span className="grid justify-items-start gap-0.5">
      <bdi className="whitespace-nowrap">{account_number}</bdi>
      {number_state === "lost" ? <Status tone="warn">To be entered again</Status> : null}
    </span>
  );
}

function Balance({ account }: { readonly account: Account }) {
  const { balance_minor, balance_date, currency } = account;
  const basis = BASES[basisOf(account)];
  const compared = comparedOf(account);
  const isToldByCheck = compared?.difference === 0 && compared.day === balance_date;
  return (
    <span className="grid justify-items-end gap-0.5 text-end">
      <span className="whitespace-nowrap tabular-nums">
        {money(balance_minor, currency).replace("-", "−")}
      </span>
      <BalanceCheck account={account} />
      {isToldByCheck ? null : (
        <span className="text-small text-ink2">
          {balance_date === null
            ? "Opening balance, undated"
            : `${shortDay(balance_date)}, ${basis}`}
        </span>
      )}
    </span>
  );
}

const BASES = {
  opening: "from the opening balance",
  statement: "from a statement",
  by_hand: "noted by hand",
} as const;

function basisOf({ balance_basis, check }: Account): keyof typeof BASES {
  return balance_basis === "statement" && check?.kind === "by_hand" ? "by_hand" : balance_basis;
}

function AccountMenu({ account }: { readonly account: Account }) {
  const { id, name, enabled, number_state, check } = account;
  const team = useTeam();
  const remove = useRemoveBalance(account);
  const { show } = useOpen();
  const turn = useTurn(account);
  return (
    <ActionsMenu id={accountMenuId(id)} label={`Actions for ${name}`}>
      <MenuLink search={{ account: id }} to="/transactions">
        Show its transactions
      </MenuLink>
      {enabled ? (
        <MenuLink search={{ account: id }} to="/transactions/import">
          Import a file…
        </MenuLink>
      ) : null}
      <MenuItem onPress={() => show("edit", id)}>Change…</MenuItem>
      <MenuItem onPress={() => show("balance", id)}>Note its balance…</MenuItem>
      {check?.kind === "by_hand" ? (
        <MenuItem onPress={() => void remove(check)}>
          Remove the balance of {shortDay(check.date)}
        </MenuItem>
      ) : null}
      {number_state === "kept" && leads(team) ? (
        <MenuItem onPress={() => show("number", id)}>Show the whole number…</MenuItem>
      ) : null}
      <MenuItem onPress={() => void turn()}>{enabled ? "Disable" : "Enable"}</MenuItem>
      <MenuRule />
      <MenuItem onPress={() => show("delete", id)} tone="bad">
        Delete…
      </MenuItem>
    </ActionsMenu>
  );
}

type Check = NonNullable<Account["check"]>;

type Compared = {
  readonly difference: number;
  readonly day: string;
  /** The balance that the account is compared with: `The bank’s balance of 31 Oct 2026`. */
  readonly balance: string;
};

/** The newest balance of a statement, by hand or in a file, against what the transactions give. */
function comparedOf({ check, file_check: file }: Account): Compared | null {
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

function BalanceCheck({ account }: { readonly account: Account }) {
  const found = comparedOf(account);
  if (found === null)
    return <span className="text-small text-ink2">Not checked: no stated balance</span>;
  const { difference, balance } = found;
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-2 gap-y-0.5">
      <span className="text-small text-ink2">{balance}</span>{" "}
      {difference === 0 ? (
        <>
          <Status tone="good">agrees</Status>
          {account.gaps.count > 0 ? <Status tone="warn">an earlier one differs</Status> : null}
        </>
      ) : (
        <Status tone="warn">differs by {money(Math.abs(difference), account.currency)}</Status>
      )}
    </span>
  );
}

/** Each stated balance that the transactions do not give, from the oldest. */
export function Differing({ account }: { readonly account: Account }) {
  const { name, gaps } = account;
  const more = gaps.count - gaps.newest.length;
  return (
    <>
      {more === 0 ? null : (
        <Notice
          title={`${name}: ${counted(more, "earlier balance")} of the bank ${more === 1 ? "differs" : "differ"} too`}
          tone="warn"
        >
          <p>The newest are below.</p>
        </Notice>
      )}
      {gaps.newest.map((gap) => (
        <Gap account={account} gap={gap} key={gap.date} />
      ))}
    </>
  );
}

function Gap({ account, gap }: { readonly account: Account; readonly gap: Check }) {
  const { id, name } = account;
  const { since, date } = gap;
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
      title={differing(account, gap)}
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

function useRemoveBalance({ id, name }: Account) {
  const team = useTeam().id;
  const remove = useWrite("DELETE /api/teams/:team/bank-accounts/:id/balance", {
    changes: ACCOUNT_CHANGES,
  });
  const note = useWrite("PUT /api/teams/:team/bank-accounts/:id/balance", {
    changes: ACCOUNT_CHANGES,
  });
  return async ({ date: day, minor }: Check) => {
    const answer = await toastRefusal(async () => remove.mutateAsync({ team, id, day }));
    if (answer === null) return;
    sayWithWayBack(`The balance of ${name} on ${shortDay(day)} is removed.`, {
      about: id,
      back: async () => note.mutateAsync({ team, id, day, minor }),
    });
  };
}
