import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, type Output } from "../../api.ts";
import { Amount } from "../../components/amount.tsx";
import { Answer } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Section } from "../../components/page.tsx";
import { toastRefusal } from "../../components/toast.tsx";
import { shortDay } from "../../dates.ts";
import { reloadRows } from "../../list/changes.ts";
import { useOfTeam, useRefetch } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { AccountName } from "./accounts.tsx";
import { TRANSACTION_CHANGES, type Transaction } from "./transaction.ts";
import { transferRate } from "./transfer-rate.ts";
import { ROWS } from "./use-categorize.ts";

export type OfTransaction = { readonly transaction: Transaction };

type LinkedProps = OfTransaction & { readonly transfer: NonNullable<Transaction["transfer"]> };

/** The other side of a linked transfer. */
export function Linked({ transaction, transfer }: LinkedProps) {
  const { id, status, name } = transaction;
  const act = useAct();
  const unlink = async () =>
    act.run(
      async () => api("POST /api/teams/:team/transfers/unlink", { team: act.team, id }),
      `${name} and ${transfer.name} are unlinked.`,
    );
  return (
    <Section
      actions={
        status === "exported" ? undefined : (
          <Button isBusy={act.isBusy} onClick={() => void unlink()}>
            Unlink
          </Button>
        )
      }
      hint="Between two of your own accounts: neither income nor expense."
      id="transfer"
      title="Transfer"
    >
      <div className="border-y border-line py-2">
        <OtherSide side={transfer} transaction={transaction} />
      </div>
    </Section>
  );
}

type Candidate = Output<"GET /api/teams/:team/transfers/candidates">["items"][number];

type OtherSideProps = OfTransaction & { readonly side: LinkedProps["transfer"] | Candidate };

function OtherSide({ transaction, side }: OtherSideProps) {
  const rate = transferRate(goingOver(transaction), side);
  return (
    <div className="grid min-w-0 gap-0.5">
      <p className="flex items-baseline justify-between gap-4">
        <Link
          className="min-w-0 truncate text-ink"
          search={{ transaction: side.id }}
          to="/transactions"
        >
          <bdi>{side.name}</bdi>
        </Link>
        <Amount currency={side.currency} minor={side.amount_minor} />
      </p>
      <p className="flex flex-wrap gap-x-3 text-ink2">
        {shortDay(side.date)} <AccountName id={side.bank_account_id} />
      </p>
      {rate === null ? null : <p className="text-ink2 tabular-nums">{rate}</p>}
    </div>
  );
}

/** Of a split transaction: its part that goes to the other account. */
function goingOver({ amount_minor, currency, base_minor, parts }: Transaction) {
  const part = parts.find(({ category_slug }) => category_slug === "internal-transfer");
  return { currency, ...(part ?? { amount_minor, base_minor }) };
}

/** Payments on other accounts that a transaction can be linked with. */
export function Candidates({ transaction }: OfTransaction) {
  const { id, name } = transaction;
  const team = useTeam();
  const query = useOfTeam(team, "GET /api/teams/:team/transfers/candidates", { id });
  const act = useAct();
  const link = async (other: Candidate) =>
    act.run(
      async () => api("POST /api/teams/:team/transfers", { team: team.id, id, other_id: other.id }),
      `${name} and ${other.name} are a transfer.`,
    );
  return (
    <Answer query={query} what="transactions of your other accounts">
      {({ items }) =>
        items.length === 0 ? (
          <p className="text-ink2">
            Your other accounts have no opposite payment of the same amount within two weeks of this
            one. If a fee was taken, split it off first.
          </p>
        ) : (
          <ul
            aria-label="Possible other sides"
            className="divide-y divide-line border-y border-line"
          >
            {items.map((side) => (
              <li
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 py-2"
                key={side.id}
              >
                <OtherSide side={side} transaction={transaction} />
                <Button
                  aria-label={`Link ${side.name}`}
                  isBusy={act.isBusy}
                  onClick={() => void link(side)}
                >
                  Link
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </Answer>
  );
}

/** Writes to the transaction and its other side, with Undo. */
function useAct() {
  const team = useTeam().id;
  const queries = useQueryClient();
  const refetch = useRefetch(TRANSACTION_CHANGES);
  const [isBusy, setBusy] = useState(false);
  const after = async () => {
    await Promise.all([refetch(), reloadRows(queries, ROWS)]);
  };
  const run = async (write: () => Promise<{ readonly event: string | null }>, words: string) => {
    setBusy(true);
    const answer = await toastRefusal(write);
    setBusy(false);
    if (answer === null) return;
    sayWithUndo(words, { team, event: answer.event, after });
    await after();
  };
  return { team, isBusy, run } as const;
}
