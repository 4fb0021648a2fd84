import { z } from "zod";
import { currency, cursor, limit, text, uuid } from "../../core/fields.ts";
import { listingOf, MOST_ROWS, pageOf, readCursor } from "../../core/page.ts";
import type { Download } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { pause } from "../../db/transaction.ts";
import { wordsAsked } from "../../db/words.ts";
import { BYTE_ORDER_MARK, csvLine } from "../../shared/csv.ts";
import { decimalText } from "../../shared/money.ts";
import type { Day } from "../../shared/time.ts";
import { latestToday } from "../team/today.ts";
import { dayArgument } from "../timesheet/day-words.ts";
import {
  findAhead,
  findBillable,
  findUnbilled,
  findUnbilledProjects,
  type UnbilledFilters,
} from "./find-unbilled.ts";
import { customerOf } from "./project.ts";

export const ListUnbilled = z.strictObject({
  q: text(200).optional().describe("part of the name of the project or its customer"),
  customer_id: uuid.optional(),
  project_id: uuid.optional(),
  currency: currency.optional(),
  from: dayArgument.optional(),
  to: dayArgument.optional().describe("last day, counted too"),
  cursor: cursor.optional(),
  limit: limit.default(50),
});

export type ListUnbilled = z.output<typeof ListUnbilled>;

const Amount = z.object({ currency: z.string(), minor: z.int(), seconds: z.int() });

export const UnbilledPage = z.object({
  /** By currency as the totals are, by customer, those without one first, and by name. */
  items: z.array(
    Amount.extend({
      id: uuid,
      name: z.string(),
      customer: z.object({ id: uuid, name: z.string() }).nullable(),
      rate_minor: z.int(),
    }),
  ),
  nextCursor: z.string().nullable(),
  /** Of all projects that match; null where a cursor was given. */
  totals: z
    .object({
      projects: z.int(),
      amounts: z.array(Amount),
      has_billable: z.boolean(),
      /** Time of later days than today, which is in no sum. */
      ahead_seconds: z.int(),
    })
    .nullable(),
});

const SortKey = z.tuple([z.string(), z.string(), z.string(), z.string(), uuid]);

/** Billable projects with a rate, and what their time that no invoice has yet is worth. */
export async function listUnbilled(
  context: Context,
  input: ListUnbilled,
): Promise<z.output<typeof UnbilledPage>> {
  const listing = listingOf(context, input);
  const after = readCursor(SortKey, listing, input.cursor);
  const filters = filtersOf(context, input, await latestToday(context));
  const [rows, amounts, ahead] = await Promise.all([
    findUnbilledProjects(context.db, {
      ...filters,
      after_currency: after?.[0],
      after_customer: after?.[1],
      after_customer_id: after?.[2],
      after_name: after?.[3],
      after_id: after?.[4],
      rows: input.limit + 1,
    }),
    after === null ? findUnbilled(context.db, filters) : null,
    after === null && isAhead(input, filters) ? findAhead(context.db, filters) : [],
  ]);
  const { items, nextCursor } = pageOf(listing, rows, input.limit, (row) => [
    row.currency,
    row.place,
    row.place_id,
    row.name_folded,
    row.id,
  ]);
  return {
    items: items.map((row) => ({
      id: row.id,
      name: row.name,
      customer: customerOf(row),
      rate_minor: row.rate_minor,
      currency: row.currency,
      minor: row.minor,
      seconds: row.seconds,
    })),
    nextCursor,
    totals:
      amounts === null
        ? null
        : {
            projects: amounts.reduce((sum, { projects }) => sum + projects, 0),
            amounts: amounts.map(({ currency, minor, seconds }) => ({ currency, minor, seconds })),
            has_billable: amounts.length > 0 || (await hasBillable(context)),
            ahead_seconds: ahead[0]?.seconds ?? 0,
          },
  };
}

async function hasBillable({ db, team }: Context): Promise<boolean> {
  return (await findBillable(db, { team_id: team.id })).length > 0;
}

/** True for days that end after today, or never. */
function isAhead({ to }: ListUnbilled, { ahead }: UnbilledFilters): boolean {
  return to === undefined || lastKey(to) > ahead;
}

function filtersOf(
  { team }: Context,
  { q, from, to, ...input }: ListUnbilled,
  today: Day,
): UnbilledFilters {
  const { customer_id, project_id, currency } = input;
  const last = to === undefined || to > today ? today : to;
  const until = from === undefined && to === undefined ? undefined : lastKey(last);
  const ahead = lastKey(today);
  const of = { team_id: team.id, customer_id, project_id, currency };
  return { ...of, ...wordsAsked(q), ahead, from, until };
}

/** Behind the sort keys of a day: they begin with it and a space, which sorts before "~". */
export function lastKey(day: Day): string {
  return `${day}~`;
}

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

/** The list as a CSV file, with a total of each currency. */
export function exportUnbilled(context: Context, input: ExportUnbilled): Download {
  return {
    name: `Unbilled time${daysOf(input)}.csv`,
    type: "text/csv; charset=utf-8",
    content: linesOf(context, input),
  };
}

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
