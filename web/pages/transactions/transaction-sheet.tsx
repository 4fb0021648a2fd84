import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Refused } from "../../api.ts";
import { useCategories } from "../../categories/use-categories.ts";
import { Amount } from "../../components/amount.tsx";
import { Answer } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Section } from "../../components/page.tsx";
import { shortDay } from "../../days.ts";
import type { OpenRow } from "../../list/open-row.ts";
import { Sheet } from "../../list/sheet.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { RecordHistory } from "../activity/record-history.tsx";
import { AccountName } from "./account-name.tsx";
import { BankWords } from "./bank-words.tsx";
import { reasonOf } from "./category-cell.tsx";
import { DeleteTransaction } from "./delete-transaction.tsx";
import { PartList } from "./part-list.tsx";
import { TransactionForm } from "./transaction-form.tsx";
import { StatusMark } from "./transaction-list.tsx";
import type { Transaction, TransactionRow } from "./transaction.ts";
import { TransferSection } from "./transfer-section.tsx";
import { useCategorize } from "./use-categorize.ts";

const SplitEditor = lazy(async () =>
  import("./split-editor.tsx").then(({ SplitEditor }) => ({ default: SplitEditor })),
);

/** One transaction: its amount at once, and all else when it is loaded. */
export function TransactionSheet({ opened }: { readonly opened: OpenRow<TransactionRow> }) {
  const { key: id, row } = opened;
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/transactions/:id", { id });
  const told = query.data ?? row;
  if (query.error instanceof Refused && [404, 422].includes(query.error.problem.status))
    return (
      <Sheet opened={opened} title="There is no such transaction">
        <p>It was deleted, or the link leads to one of another team.</p>
      </Sheet>
    );
  return (
    <Sheet opened={opened} title={<bdi>{told?.name ?? "Transaction"}</bdi>}>
      {told === null ? null : (
        <div className="-mt-3 grid gap-1">
          <p className="text-key-figure">
            <Amount currency={told.currency} minor={told.amount_minor} />
          </p>
          <p className="flex flex-wrap items-center gap-x-3 text-ink2">
            {shortDay(told.date)} <AccountName id={told.bank_account_id} />
            <StatusMark status={told.status} />
          </p>
        </div>
      )}
      {row === null || told?.category_slug !== null ? null : <Suggestion row={row} />}
      <Answer query={query} what="the transaction">
        {(transaction) => <Details key={id} onDeleted={opened.onClose} transaction={transaction} />}
      </Answer>
    </Sheet>
  );
}

/** The category that earlier transactions of the party have, with its reason. */
function Suggestion({ row }: { readonly row: TransactionRow }) {
  const categorize = useCategorize();
  const categories = useCategories();
  const { suggested, is_split, is_transfer } = row;
  if (suggested === null || is_split || is_transfer) return null;
  const name = categories?.nameOf(suggested.slug) ?? suggested.slug;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-dashed border-edge px-3 py-2">
      <p>
        Suggested: <bdi className="font-medium">{name}</bdi>.{" "}
        <span className="text-ink2">{reasonOf(suggested)}</span>
      </p>
      <Button
        onClick={({ currentTarget }) => {
          // The button goes, and the focus with it.
          currentTarget.closest("[role=dialog]")?.querySelector("h2")?.focus();
          void categorize(row, suggested.slug);
        }}
      >
        Use {name}
      </Button>
    </div>
  );
}

type DetailsProps = { readonly transaction: Transaction; readonly onDeleted: () => void };

function Details({ transaction, onDeleted }: DetailsProps) {
  const [open, setOpen] = useState<"split" | "delete" | null>(null);
  const { id, is_split, status, transfer_id } = transaction;
  const isSplittable = status !== "exported" && transfer_id === null;
  const close = () => setOpen(null);
  return (
    <>
      {status === "exported" ? (
        <p className="text-ink2">
          It was given to the accountant: only its status, note and tags can change. Set it to
          Posted or Completed to change more.
        </p>
      ) : null}
      {transaction.source === "hand" ? null : <BankWords transaction={transaction} />}
      <TransactionForm transaction={transaction} />
      <p className="-mt-3 flex flex-wrap gap-x-4 text-ink2">
        {transaction.category_by === "rule" && transaction.rule_id !== null ? (
          <Link search={{ open: "edit", id: transaction.rule_id }} to="/settings/rules">
            A rule set the category
          </Link>
        ) : null}
        <Link
          search={{ open: "new", words: transaction.bank_name ?? transaction.name }}
          to="/settings/rules"
        >
          Make a rule
        </Link>
      </p>
      <Section
        actions={
          isSplittable && open !== "split" ? (
            <Button onClick={() => setOpen("split")}>
              {is_split ? "Change the parts" : "Split…"}
            </Button>
          ) : undefined
        }
        hint={is_split ? undefined : "Parts of one payment can have categories of their own."}
        id="parts"
        title="Parts"
      >
        <Suspense>
          {open === "split" ? (
            <SplitEditor onClose={close} transaction={transaction} />
          ) : (
            <PartList transaction={transaction} />
          )}
        </Suspense>
      </Section>
      <TransferSection transaction={transaction} />
      <Section id="history" title="Activity">
        <RecordHistory record={`transaction:${id}`} />
      </Section>
      {status === "exported" ? null : (
        <div>
          <Button kind="danger" onClick={() => setOpen("delete")}>
            Delete…
          </Button>
        </div>
      )}
      {open === "delete" ? (
        <DeleteTransaction onClose={close} onDeleted={onDeleted} transaction={transaction} />
      ) : null}
    </>
  );
}
