import { lazy, type ReactNode, Suspense, useState } from "react";
import { Refused } from "../../api.ts";
import { useCategories } from "../../categories/use-categories.ts";
import { Amount, signed } from "../../components/amount.tsx";
import { Answer } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { type KeyHint, KeyHints } from "../../components/key-hints.tsx";
import { Section } from "../../components/page.tsx";
import { shortDay } from "../../dates.ts";
import { firstOnPage } from "../../focus.ts";
import type { OpenRow } from "../../list/open-row.ts";
import { Sheet } from "../../list/sheet.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { AccountName } from "./accounts.tsx";
import { FutureMark } from "./future-mark.tsx";
import { TransactionForm } from "./transaction-form.tsx";
import { StatusMark } from "./transaction-list.tsx";
import { reasonOf, type Transaction, type TransactionRow } from "./transaction.ts";
import { useCategorize } from "./use-categorize.ts";

const ExchangeLine = lazy(async () =>
  import("./exchange-line.tsx").then(({ ExchangeLine }) => ({ default: ExchangeLine })),
);

const PartList = lazy(async () =>
  import("./parts.tsx").then(({ PartList }) => ({ default: PartList })),
);

const SplitEditor = lazy(async () =>
  import("./parts.tsx").then(({ SplitEditor }) => ({ default: SplitEditor })),
);

const InvoicesSection = lazy(async () =>
  import("./invoices-section.tsx").then(({ InvoicesSection }) => ({ default: InvoicesSection })),
);

const AttachmentsSection = lazy(async () =>
  import("./attachments-section.tsx").then(({ AttachmentsSection }) => ({
    default: AttachmentsSection,
  })),
);

const RecordHistory = lazy(async () =>
  import("../activity/record-history.tsx").then(({ RecordHistory }) => ({
    default: RecordHistory,
  })),
);

const TransferSection = lazy(async () =>
  import("./transfer-section.tsx").then(({ TransferSection }) => ({ default: TransferSection })),
);

const DeleteTransaction = lazy(async () =>
  import("./delete-transaction.tsx").then(({ DeleteTransaction }) => ({
    default: DeleteTransaction,
  })),
);

type TransactionSheetProps = {
  readonly opened: OpenRow<TransactionRow>;
  /** Takes the accepted suggestion where more than the category follows from it. */
  readonly onUse?: (() => void) | undefined;
  /** True to begin with the parts of a split one. */
  readonly isPartsOpen?: boolean;
};

/** One transaction. The list knows its amount; all else is loaded. */
export function TransactionSheet({ opened, onUse, isPartsOpen = false }: TransactionSheetProps) {
  const { key: id, row } = opened;
  const team = useTeam();
  const query = useOfTeam(team, "GET /api/teams/:team/transactions/:id", { id });
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
          {query.data === undefined || query.data.currency === team.baseCurrency ? null : (
            <Suspense>
              <ExchangeLine transaction={query.data} />
            </Suspense>
          )}
          <p className="flex flex-wrap items-center gap-x-3 text-ink2">
            {shortDay(told.date)} <AccountName id={told.bank_account_id} />
            <StatusMark status={told.status} />
            <FutureMark date={told.date} />
          </p>
          {query.data === undefined ? null : <Said transaction={query.data} />}
          {row === null ? null : <KeyHints keys={keysOf(row)} />}
        </div>
      )}
      {row === null || told?.category_slug !== null ? null : <Suggestion onUse={onUse} row={row} />}
      <Answer query={query} what="the transaction">
        {(transaction) => (
          <Details
            isPartsOpen={isPartsOpen}
            key={`${id} ${isPartsOpen}`}
            onDeleted={() => opened.onClose(true)}
            transaction={transaction}
          />
        )}
      </Answer>
    </Sheet>
  );
}

/** The bank's words by which the category is decided. The rest of them stands below. */
function Said({ transaction }: { readonly transaction: Transaction }) {
  const { source, name, bank_name, description, reference } = transaction;
  if (source === "hand") return null;
  const words = [bank_name === name ? null : bank_name, description, reference].filter(
    (one, at, all) => one !== null && one !== "" && all.indexOf(one) === at,
  );
  if (words.length === 0) return null;
  return (
    <p className="line-clamp-3 wrap-anywhere">
      <span className="text-ink2">From the bank:</span> <bdi>{words.join(" · ")}</bdi>
    </p>
  );
}

/** Keys that the list takes while the sheet is open. */
function keysOf({ is_split, status, suggested, category_slug }: TransactionRow) {
  const keys: readonly KeyHint[] = [
    ["J K", "next and previous"],
    ...(is_split || status === "exported" ? [] : [["C", "category"] as const]),
    ...(suggested === null || category_slug !== null ? [] : [["A", "accepts"] as const]),
    ["Esc", "closes"],
  ];
  return keys;
}

type SuggestionProps = Pick<TransactionSheetProps, "onUse"> & { readonly row: TransactionRow };

function Suggestion({ row, onUse }: SuggestionProps) {
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
          if (onUse === undefined) void categorize(row, suggested.slug);
          else onUse();
        }}
      >
        Use {name}
      </Button>
    </div>
  );
}

type DetailsProps = {
  readonly transaction: Transaction;
  readonly onDeleted: () => void;
  readonly isPartsOpen: boolean;
};

function Details({ transaction, onDeleted, isPartsOpen }: DetailsProps) {
  const { id, is_split, status, transfer_id } = transaction;
  const isSplittable = status !== "exported" && transfer_id === null;
  const first = isPartsOpen && is_split && isSplittable ? "split" : null;
  const [open, setOpen] = useState<"split" | "delete" | null>(first);
  const close = () => setOpen(null);
  return (
    <>
      {status === "exported" ? (
        <p className="text-ink2">
          It was given to the accountant: only its status, note and tags can change. Set it to
          Posted or Completed to change more.
        </p>
      ) : null}
      <TransactionForm transaction={transaction} />
      <Suspense>
        <AttachmentsSection transaction={transaction} />
      </Suspense>
      {transaction.source === "hand" ? null : <BankWords transaction={transaction} />}
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
            <SplitEditor
              onClose={() => {
                firstOnPage("parts")?.focus();
                close();
              }}
              transaction={transaction}
            />
          ) : is_split ? (
            <PartList transaction={transaction} />
          ) : null}
        </Suspense>
      </Section>
      <Suspense>
        <InvoicesSection transaction={transaction} />
        <TransferSection transaction={transaction} />
      </Suspense>
      <Section id="history" title="Activity">
        <Suspense>
          <RecordHistory record={`transaction:${id}`} />
        </Suspense>
      </Section>
      {status === "exported" ? null : (
        <div>
          <Button kind="danger" onClick={() => setOpen("delete")}>
            Delete…
          </Button>
        </div>
      )}
      <Suspense>
        {open === "delete" ? (
          <DeleteTransaction onClose={close} onDeleted={onDeleted} transaction={transaction} />
        ) : null}
      </Suspense>
    </>
  );
}

function BankWords({ transaction }: { readonly transaction: Transaction }) {
  const { bank_name, description, reference, counterparty_masked, value_date } = transaction;
  const { original_minor, original_currency } = transaction;
  const original =
    original_minor === null || original_currency === null
      ? null
      : signed(original_minor, original_currency);
  return (
    <Section
      hint="As the bank said it, like date, amount and account. It stays so that balances can be proved again; the name above is yours to change."
      id="bank-words"
      title="From the bank"
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 wrap-break-word">
        <Line label="Name">{bank_name}</Line>
        <Line label="Text">{description}</Line>
        <Line label="Reference">{reference}</Line>
        <Line label="Account of the other party">{counterparty_masked}</Line>
        <Line label="Value date">{value_date === null ? null : shortDay(value_date)}</Line>
        <Line label="Original amount">{original}</Line>
      </dl>
    </Section>
  );
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  if (children === null) return null;
  return (
    <>
      <dt className="text-ink2">{label}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}
