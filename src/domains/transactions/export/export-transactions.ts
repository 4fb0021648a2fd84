import { z } from "zod";
import type { Download } from "../../../core/route.ts";
import { requireZippable } from "../../../core/zip.ts";
import type { Context } from "../../../db/context.ts";
import { lockTeam, transaction } from "../../../db/transaction.ts";
import type { Day } from "../../../shared/time.ts";
import { changeChosen, MOST } from "../chosen-transactions.ts";
import type { Matching } from "../find-transactions.ts";
import { Filter, matchingOf, withoutArchived } from "../transaction-filter.ts";
import { writeTransactions } from "../write-transactions.ts";
import { type Column, columnsFor, type Reader, READERS, receiptColumn } from "./columns.ts";
import { type ExportContext, type Lines, exportLines } from "./lines.ts";
import {
  type CountedReceipts,
  countReceipts,
  readReceipts,
  type Receipts,
  zipOfReceipts,
} from "./receipts.ts";
import { csvOf, xlsxOf } from "./write-files.ts";

/** `csv` has commas and points, `csv_semicolon` semicolons and decimal commas. */
export const FORMATS = ["csv", "csv_semicolon", "xlsx"] as const;

const asked = {
  format: z.enum(FORMATS).default("csv"),
  for: z.enum(READERS).default("list"),
  sort: z.enum(["date", "-date"]).default("-date"),
  /** True for a ZIP file of the table and the files that are attached to its transactions. */
  receipts: z.boolean().default(false),
};

export const ExportTransactions = z.strictObject({
  ...Filter.omit({ hides_archived: true }).shape,
  ...asked,
});

export type ExportTransactions = z.output<typeof ExportTransactions>;

/** @throws Refusal `too_many` for more receipts than one file takes */
export async function exportTransactions(
  context: ExportContext,
  { format, for: reader, sort, receipts: hasReceipts, ...filter }: ExportTransactions,
): Promise<Download> {
  const matching = await matchingOf(context, withoutArchived(filter));
  const receipts = hasReceipts ? await zippableReceipts(context, matching) : null;
  const isNewestFirst = sort === "-date";
  const lines = exportLines(context, {
    matching,
    isNewestFirst,
    hasParts: reader === "accountant",
  });
  return fileOf(context, { format, reader, lines, receipts, ...filter });
}

async function zippableReceipts(context: ExportContext, matching: Matching): Promise<Receipts> {
  const { receipts: count, bytes } = await countReceipts(context, matching);
  requireZippable({ count, bytes, of: "receipt" });
  return readReceipts(context, matching);
}

export const CountReceipts = z.strictObject(Filter.omit({ hides_archived: true }).shape);

/** Counts the receipts that an export would have. */
export async function countExportedReceipts(
  context: Context,
  filter: z.output<typeof CountReceipts>,
): Promise<z.input<typeof CountedReceipts>> {
  return countReceipts(context, await matchingOf(context, withoutArchived(filter)));
}

export const MarkExported = z.strictObject({
  ...ExportTransactions.shape,
  count: z
    .int()
    .min(1)
    .max(MOST, "marks 20,000 transactions at most: narrow the export to fewer days"),
});

export type MarkExported = z.output<typeof MarkExported>;

/**
 * Marks the posted and completed of the matching transactions as exported, as one event. The file has all that
 * match.
 * @throws Refusal when others match than the user saw, and `too_many`
 */
export async function markExported(
  context: Context,
  { format, for: reader, sort, count, receipts: hasReceipts, ...filter }: MarkExported,
): Promise<Download> {
  const all = withoutArchived(filter);
  const matching = await matchingOf(context, all);
  const found: (readonly [Day, string])[] = [];
  const { event, receipts } = await transaction(context, async (context) => {
    await lockTeam(context);
    // Marked as exported, some may match the filters no more.
    const receipts = hasReceipts ? await zippableReceipts(context, matching) : null;
    const { event } = await changeChosen(context, {
      chosen: { all, count },
      change: async (rows) => {
        found.push(...rows.map(({ date, id }) => [date, id] as const));
        const changed = rows
          .filter(({ status }) => status === "posted" || status === "completed")
          .map((row) => ({ row, values: { status: "exported" as const } }));
        return writeTransactions(context, { changed });
      },
    });
    return { event, receipts };
  });
  const way = sort === "-date" ? -1 : 1;
  const ids = found
    .toSorted((one, other) => (one.join(" ") < other.join(" ") ? -way : way))
    .map(([, id]) => id);
  const lines = exportLines(context, { matching, ids, hasParts: reader === "accountant" });
  return { ...fileOf(context, { format, reader, lines, receipts, ...filter }), event };
}

type File = Pick<ExportTransactions, "format" | "from" | "to"> & {
  readonly reader: Reader;
  readonly lines: Lines;
  /** Null for the table alone. */
  readonly receipts: Receipts | null;
};

function fileOf(context: ExportContext, file: File): Download {
  const { format, reader, lines, receipts, from, to } = file;
  const columns = columnsFor(reader, context.team.baseCurrency);
  const range = [from, to].filter((day) => typeof day === "string").join(" to ");
  const who = reader === "accountant" ? "Transactions for the accountant" : "Transactions";
  const name = `${who}${range === "" ? "" : ` ${range}`}`;
  const contentOf = (columns: readonly Column[]) =>
    format === "xlsx" ? xlsxOf(columns, lines) : csvOf(columns, lines, format);
  const [ending, type] = format === "xlsx" ? ["xlsx", XLSX] : ["csv", CSV];
  if (receipts === null) return { name: `${name}.${ending}`, type, content: contentOf(columns) };
  const content = zipOfReceipts(context, receipts, {
    name: `transactions.${ending}`,
    contentOf: (receiptsOf) => contentOf([...columns, receiptColumn(receiptsOf)]),
  });
  return { name: `${name}.zip`, type: "application/zip", content };
}

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const CSV = "text/csv; charset=utf-8";
