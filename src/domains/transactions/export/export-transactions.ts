import { z } from "zod";
import type { Download } from "../../../core/route.ts";
import type { Context } from "../../../db/context.ts";
import { lockTeam, transaction } from "../../../db/transaction.ts";
import type { Day } from "../../../shared/time.ts";
import { changeChosen, MOST } from "../chosen-transactions.ts";
import { Filter, matchingOf, withoutArchived } from "../transaction-filter.ts";
import { writeTransactions } from "../write-transactions.ts";
import { columnsFor, type Reader, READERS } from "./columns.ts";
import { type ExportContext, type Lines, exportLines } from "./lines.ts";
import { csvOf, xlsxOf } from "./write-files.ts";

/** `csv` has commas and points, `csv_semicolon` semicolons and decimal commas. */
export const FORMATS = ["csv", "csv_semicolon", "xlsx"] as const;

const asked = {
  format: z.enum(FORMATS).default("csv"),
  for: z.enum(READERS).default("list"),
  sort: z.enum(["date", "-date"]).default("-date"),
};

export const ExportTransactions = z.strictObject({
  ...Filter.omit({ hides_archived: true }).shape,
  ...asked,
});

export type ExportTransactions = z.output<typeof ExportTransactions>;

export async function exportTransactions(
  context: ExportContext,
  { format, for: reader, sort, ...filter }: ExportTransactions,
): Promise<Download> {
  const matching = await matchingOf(context, withoutArchived(filter));
  const isNewestFirst = sort === "-date";
  const lines = exportLines(context, {
    matching,
    isNewestFirst,
    hasParts: reader === "accountant",
  });
  return fileOf(context, { format, reader, lines, ...filter });
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
 * @throws Refusal when others match than the user saw
 */
export async function markExported(
  context: Context,
  { format, for: reader, sort, count, ...filter }: MarkExported,
): Promise<Download> {
  const all = withoutArchived(filter);
  const matching = await matchingOf(context, all);
  const found: (readonly [Day, string])[] = [];
  const { event } = await transaction(context, async (context) => {
    await lockTeam(context);
    return changeChosen(context, {
      chosen: { all, count },
      change: async (rows) => {
        found.push(...rows.map(({ date, id }) => [date, id] as const));
        const changed = rows
          .filter(({ status }) => status === "posted" || status === "completed")
          .map((row) => ({ row, values: { status: "exported" as const } }));
        return writeTransactions(context, { changed });
      },
    });
  });
  const way = sort === "-date" ? -1 : 1;
  const ids = found
    .toSorted((one, other) => (one.join(" ") < other.join(" ") ? -way : way))
    .map(([, id]) => id);
  const lines = exportLines(context, { matching, ids, hasParts: reader === "accountant" });
  return { ...fileOf(context, { format, reader, lines, ...filter }), event };
}

type File = Pick<ExportTransactions, "format" | "from" | "to"> & {
  readonly reader: Reader;
  readonly lines: Lines;
};

function fileOf(context: ExportContext, { format, reader, lines, from, to }: File): Download {
  const columns = columnsFor(reader, context.team.baseCurrency);
  const range = [from, to].filter((day) => typeof day === "string").join(" to ");
  const who = reader === "accountant" ? "Transactions for the accountant" : "Transactions";
  const name = `${who}${range === "" ? "" : ` ${range}`}`;
  if (format === "xlsx")
    return { name: `${name}.xlsx`, type: XLSX, content: xlsxOf(columns, lines) };
  return { name: `${name}.csv`, type: CSV, content: csvOf(columns, lines, format) };
}

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const CSV = "text/csv; charset=utf-8";
