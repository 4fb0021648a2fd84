import { z } from "zod";
import type { Download } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { asJson } from "../../db/dialect.ts";
import { ROWS_A_CHUNK } from "../../db/transaction.ts";
import { BYTE_ORDER_MARK, csvLine } from "../../shared/csv.ts";
import { CUSTOMER_FILE_FIELDS } from "../../shared/records/customer.ts";
import { fieldNames } from "../../shared/records/field.ts";
import { dayIn } from "../../shared/time.ts";
import { tagsOf } from "./customer.ts";
import { filterOf, findPlaces, type Place, shownFilter } from "./find-customers.ts";
import { SELECTED } from "./get-customer.ts";

export const ExportCustomers = z.strictObject(shownFilter);

export type ExportCustomers = z.output<typeof ExportCustomers>;

/** All customers that match as CSV, the oldest first; the import reads the same titles. */
export function exportCustomers(context: Context, filter: ExportCustomers): Download {
  const today = dayIn(context.actor.timeZone, context.now);
  return {
    name: `${filter.archived ? "archived-customers" : "customers"}-${today}.csv`,
    type: "text/csv; charset=utf-8",
    content: linesOf(context, filter),
  };
}

const NAMES = fieldNames(CUSTOMER_FILE_FIELDS);
const TITLES = [...NAMES.map((name) => CUSTOMER_FILE_FIELDS[name].label), "Tags"];

const encoder = new TextEncoder();

/** Reads a chunk at a time: memory stays low, and other requests are served in between. */
async function* linesOf(context: Context, filter: ExportCustomers): AsyncGenerator<Uint8Array> {
  yield encoder.encode(BYTE_ORDER_MARK + csvLine(TITLES));
  const values = { ...filterOf(filter), team_id: context.team.id, rows: ROWS_A_CHUNK };
  let after: Place | undefined;
  do {
    const page: readonly Place[] = await findPlaces(context.db, {
      ...values,
      after_place: after?.place,
      after_id: after?.id,
    });
    after = page.length < ROWS_A_CHUNK ? undefined : page.at(-1);
    const lines = await linesFor(
      context,
      page.map(({ id }) => id),
    );
    yield encoder.encode(lines.join(""));
  } while (after !== undefined);
}

async function linesFor({ db, team }: Context, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("customers")
    .where("customers.team_id", "=", team.id)
    .where("customers.id", "in", ids)
    .select(SELECTED)
    .select(tagsOf(db).as("tags"))
    .execute();
  const lines = new Map(
    rows.map((row) => {
      const tags = asJson(row.tags).map(({ name }) => name);
      const values = NAMES.map((name) => String(row[name] ?? ""));
      return [row.id, csvLine([...values, tags.join(", ")])];
    }),
  );
  return ids.flatMap((id) => lines.get(id) ?? []);
}
