import { useState } from "react";
import { type Input, type Output, responseTo } from "../../api.ts";
import { Button, ButtonAnchor } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { say, toastRefusal } from "../../components/toast.tsx";
import { Choices } from "../../form/choices.tsx";
import { DayField } from "../../form/day-field.tsx";
import { looseField } from "../../form/field.ts";
import { useListAddress } from "../../list/address.ts";
import { counted, fileSize } from "../../numbers.ts";
import { useOfTeam, useRefetch } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { sumsOf } from "./sums.ts";
import { TRANSACTIONS } from "./transaction-list.tsx";
import { TRANSACTION_CHANGES, transactionFilter } from "./transaction.ts";

const LIST = "GET /api/teams/:team/transactions";
const RECEIPTS = "GET /api/teams/:team/transactions/file/receipts";

/** Saves the transactions that the filters of the list show as a file. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const team = useTeam();
  const { values } = useListAddress(TRANSACTIONS);
  const [from, setFrom] = useState(values["from"] ?? null);
  const [to, setTo] = useState(values["to"] ?? null);
  const [format, setFormat] = useState<Format>("csv");
  const [reader, setReader] = useState<Reader>("list");
  const [content, setContent] = useState<Content>("table");
  const days = { from: from ?? undefined, to: to ?? undefined };
  const filter = { ...transactionFilter(values), ...days };
  const { data, error } = useOfTeam(team, LIST, { ...filter, limit: 1 });
  const receipts = useOfTeam(team, RECEIPTS, filter);
  const isTooMuch = content === "zip" && receipts.data !== undefined && isBeyond(receipts.data);
  const totals = data?.totals ?? null;
  const count = totals?.count ?? 0;
  const asked = {
    ...filter,
    sort: values["sort"] === "date" ? "date" : "-date",
    format,
    for: reader === "list" ? "list" : "accountant",
    receipts: content === "zip",
  } as const;
  const isNothing = count === 0 || isTooMuch;
  const { mark, isBusy } = useMarking({ ...asked, team: team.id, count }, onClose);
  return (
    <Dialog isOpen onClose={onClose} title="Export transactions">
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField field={looseField("export-from", from, setFrom)} isOptional label="From" />
        <DayField field={looseField("export-to", to, setTo)} isOptional label="To, inclusive" />
      </div>
      <Choices
        choices={EXPORT_READERS}
        field={looseField("reader", reader, setReader)}
        label="For whom"
      />
      <Choices
        choices={EXPORT_FORMATS}
        field={looseField("format", format, setFormat)}
        label="Format"
      />
      <Choices
        choices={[TABLE_ONLY, { ...WITH_RECEIPTS, hint: receiptsText(receipts) }]}
        field={looseField("content", content, setContent)}
        label="Receipts"
      />
      <Found error={error} totals={totals} />
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button onClick={onClose}>Cancel</Button>
        {reader === "marked" ? (
          <Button
            aria-disabled={isNothing || undefined}
            isBusy={isBusy}
            kind="primary"
            onClick={() => (isNothing ? undefined : void mark())}
          >
            Export and mark {counted(count, "transaction")}
          </Button>
        ) : isTooMuch ? (
          <Button aria-disabled kind="primary">
            Export
          </Button>
        ) : (
          <ButtonAnchor href={hrefOf(team.id, asked)} kind="primary">
            Export {totals === null ? "transactions" : counted(count, "transaction")}
          </ButtonAnchor>
        )}
      </div>
    </Dialog>
  );
}

/** Exports and marks the transactions, and says what came of it. */
function useMarking(marking: Marking, onClose: () => void) {
  const { team, count } = marking;
  const [isBusy, setIsBusy] = useState(false);
  const refetch = useRefetch(TRANSACTION_CHANGES);
  const mark = async () => {
    if (isBusy) return;
    setIsBusy(true);
    const saved = await toastRefusal(async () => saveMarked(marking));
    setIsBusy(false);
    if (saved === null) return;
    onClose();
    const words = `${counted(count, "transaction")} in the file. `;
    if (saved.event === null) say(`${words}None were left to be marked.`);
    else
      sayWithUndo(`${words}The posted and completed ones are marked as exported.`, {
        team,
        event: saved.event,
        after: refetch,
      });
    await refetch();
  };
  return { mark, isBusy } as const;
}

type Totals = Output<typeof LIST>["totals"];

function Found({ totals, error }: { readonly totals: Totals; readonly error: Error | null }) {
  const count = totals?.count ?? 0;
  return (
    <p aria-live="polite" className="text-ink2">
      {totals === null
        ? (error?.message ?? "Counting…")
        : [
            `${counted(count, "transaction")}, with the filters of the list.`,
            ...(totals.by_currency.length === 0
              ? []
              : [`Total: ${sumsOf(totals.by_currency).join(" ")}.`]),
          ].join(" ")}
    </p>
  );
}

type CountedReceipts = Output<typeof RECEIPTS>;

function isBeyond({ receipts, bytes, most, most_bytes }: CountedReceipts): boolean {
  return receipts > most || bytes > most_bytes;
}

type Counting = { readonly data?: CountedReceipts | undefined; readonly error: Error | null };

function receiptsText({ data, error }: Counting): string {
  if (data === undefined) return error?.message ?? "Counting…";
  const { receipts, bytes, most, most_bytes } = data;
  if (receipts === 0) return "None of these transactions has a receipt.";
  const size = `${counted(receipts, "receipt")}, ${fileSize(bytes)}`;
  return isBeyond(data)
    ? `${size}. One file takes ${counted(most, "receipt")} and ${fileSize(most_bytes)}: choose fewer days.`
    : `${size}, in a folder beside the table, which names them.`;
}

const TABLE_ONLY = {
  value: "table",
  label: "Table only",
  hint: "The transactions, and nothing else.",
} as const;

const WITH_RECEIPTS = { value: "zip", label: "With receipts (ZIP)" } as const;

type Content = (typeof TABLE_ONLY | typeof WITH_RECEIPTS)["value"];

function hrefOf(team: string, asked: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `/api/teams/${team}/transactions/file?${query.toString()}`;
}

const EXPORT_READERS = [
  { value: "list", label: "You", hint: "A line for each transaction, as the list shows it." },
  {
    value: "accountant",
    label: "Your accountant",
    hint: "A line for each part of a split, with taxes, rates and codes of categories.",
  },
  {
    value: "marked",
    label: "Your accountant, marked as exported",
    hint: "Posted and completed ones become exported: how they count then stays. You can undo it.",
  },
] as const;

type Reader = (typeof EXPORT_READERS)[number]["value"];

const EXPORT_FORMATS = [
  { value: "csv", label: "CSV", hint: "Commas, and points in amounts: 1234.50" },
  {
    value: "csv_semicolon",
    label: "CSV with semicolons",
    hint: "For spreadsheets that write 1234,50",
  },
  { value: "xlsx", label: "Excel", hint: "A workbook, also for LibreOffice and Numbers." },
] as const;

type Format = (typeof EXPORT_FORMATS)[number]["value"];

type Marking = Omit<Input<typeof LIST>, "cursor" | "limit"> & {
  readonly format: Format;
  readonly for: "list" | "accountant";
  readonly receipts: boolean;
  /** Transactions that match, as the user saw it. */
  readonly count: number;
};

/** Marks the transactions and has the browser save their file. The event is null when none was left to mark. */
async function saveMarked(input: Marking) {
  const response = await responseTo("POST /api/teams/:team/transactions/file", input);
  const { headers } = response;
  const encoded = /filename\*=UTF-8''(.+)$/.exec(headers.get("Content-Disposition") ?? "")?.[1];
  save(await response.blob(), decodeURIComponent(encoded ?? "Transactions"));
  return { event: headers.get("Activity-Event") };
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the file after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
