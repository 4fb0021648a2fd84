import type { z } from "zod";
import { MOST_ROWS } from "../../core/page.ts";
import type { Download } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { pause } from "../../db/transaction.ts";
import { BYTE_ORDER_MARK, csvLine } from "../../shared/csv.ts";
import { decimalText } from "../../shared/money.ts";
import { ListUnbilled, listUnbilled } from "./list-unbilled.ts";

export const ExportUnbilled = ListUnbilled.omit({ cursor: true, limit: true });

export type ExportUnbilled = z.output<typeof ExportUnbilled>;

const HEADER = [
  "Customer",
  "Project",
  "Hours",
  "Duration (seconds)",
  "Rate per hour",
  "Amount",
  "Currency",
];

/** The list of unbilled time as a CSV file, in the list's order, with a total of each currency. */
export function exportUnbilled(context: Context, input: ExportUnbilled): Download {
  return {
    name: `Unbilled time${daysOf(input)}.csv`,
    type: "text/csv; charset=utf-8",
    content: linesOf(context, input),
  };
}

/** ` from 2026-11-01 to 2026-11-30`. */
function daysOf({ from, to }: ExportUnbilled): string {
  return `${from === undefined ? "" : ` from ${from}`}${to === undefined ? "" : ` to ${to}`}`;
}

type Sum = { readonly seconds: number; readonly minor: number };

async function* linesOf(context: Context, input: ExportUnbilled): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder();
  const sums = new Map<string, Sum>();
  yield encoder.encode(BYTE_ORDER_MARK + csvLine(HEADER));
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await listUnbilled(context, {
      ...input,
      cursor,
      limit: MOST_ROWS,
    });
    for (const { currency, seconds, minor } of items) {
      const sum = sums.get(currency) ?? { seconds: 0, minor: 0 };
      sums.set(currency, { seconds: sum.seconds + seconds, minor: sum.minor + minor });
    }
    const lines = items.map(({ customer, name, rate_minor, ...row }) =>
      csvLine([
        customer?.name ?? "",
        name,
        ...figures({ ...row, rate: decimalText(rate_minor, row.currency) }),
      ]),
    );
    yield encoder.encode(lines.join(""));
    if (nextCursor === null) break;
    cursor = nextCursor;
    await pause(context);
  }
  const totals = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [currency, sum] of totals)
    yield encoder.encode(csvLine(["Total", "", ...figures({ ...sum, currency, rate: "" })]));
}

type Figures = Sum & { readonly currency: string; readonly rate: string };

function figures({ seconds, minor, currency, rate }: Figures): readonly string[] {
  const hours = (seconds / 3600).toFixed(2);
  return [hours, String(seconds), rate, decimalText(minor, currency), currency];
}
