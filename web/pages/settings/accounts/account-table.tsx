import { Link } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { IconButton } from "../../../components/button.tsx";
import { Menu, MenuItem, MenuLink, MenuRule } from "../../../components/menu.tsx";
import { Status } from "../../../components/status.tsx";
import { Table } from "../../../components/table.tsx";
import { shortDay } from "../../../days.ts";
import { money } from "../../../money.ts";
import { useOpen } from "../../../open.ts";
import { leads, useTeam } from "../../../team.tsx";
import { type Account, menuId, TYPES } from "./account.ts";
import { BalanceCheck, comparedOf, useRemoveBalance } from "./balance-check.tsx";
import { type Total, totalsOf } from "./totals.ts";
import { useTurn } from "./use-turn.ts";

/** An account, or the sums of all. */
type Line = { readonly account: Account } | { readonly totals: readonly Total[] };

/** Accounts with their balances, each with the day it is known for and what it rests on. */
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
      total={accounts.length < 2 ? undefined : { totals: totalsOf(accounts, baseCurrency) }}
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
  const kind = TYPES.find(({ value }) => value === type)?.label ?? type;
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
    <Menu
      trigger={
        <IconButton id={menuId(id)} label={`Actions for ${name}`}>
          <Ellipsis aria-hidden size={16} strokeWidth={1.5} />
        </IconButton>
      }
    >
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
    </Menu>
  );
}
