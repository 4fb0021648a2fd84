import { Link } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { IconButton } from "../../../components/button.tsx";
import { Menu, MenuItem, MenuLink, MenuRule } from "../../../components/menu.tsx";
import { Status } from "../../../components/status.tsx";
import { Table } from "../../../components/table.tsx";
import { say } from "../../../components/toast.tsx";
import { shortDay } from "../../../days.ts";
import { money } from "../../../money.ts";
import { useOpen } from "../../../open.ts";
import { useWrite } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { told } from "../../../told.ts";
import { type Account, CHANGED, menuId, TYPES } from "./account.ts";
import { BalanceCheck, useRemoveBalance } from "./balance-check.tsx";

/** Accounts with their balances, each with the day it is known for and what it rests on. */
export function AccountTable({ accounts }: { readonly accounts: readonly Account[] }) {
  return (
    <Table
      actions={(account) => <AccountMenu account={account} />}
      caption="Bank accounts"
      columns={[
        {
          title: "Account",
          isHeader: true,
          narrow: "first",
          cell: (account) => <Name account={account} />,
        },
        { title: "Number", cell: (account) => <Number account={account} /> },
        {
          title: "Balance",
          align: "end",
          cell: (account) => <Balance account={account} />,
        },
      ]}
      isQuiet={({ enabled }) => !enabled}
      keyOf={({ id }) => id}
      rows={accounts}
    />
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
    <span className="grid gap-0.5">
      <bdi className="whitespace-nowrap">{account_number}</bdi>
      {number_state === "lost" ? <Status tone="warn">To be entered again</Status> : null}
    </span>
  );
}

function Balance({ account }: { readonly account: Account }) {
  const { balance_minor, balance_date, currency } = account;
  const basis = BASES[basisOf(account)];
  return (
    <span className="grid gap-0.5">
      <span className="whitespace-nowrap">{money(balance_minor, currency).replace("-", "−")}</span>
      <span className="text-small text-ink2">
        {balance_date === null ? "Opening balance, undated" : `${shortDay(balance_date)}, ${basis}`}
      </span>
      <BalanceCheck account={account} />
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
  const write = useWrite("PATCH /api/teams/:team/bank-accounts/:id", { changes: CHANGED });
  const turn = async () => {
    const input = { team: team.id, id, enabled: !enabled };
    const answer = await told(async () => write.mutateAsync(input));
    if (answer === null) return;
    const back = async () => told(async () => write.mutateAsync({ team: team.id, id, enabled }));
    say(`${name} is ${enabled ? "disabled" : "enabled"}.`, {
      about: id,
      action: { label: "Undo", onPress: () => void back() },
    });
  };
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
