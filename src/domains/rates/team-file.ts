import { sql } from "kysely";
import { z } from "zod";
import { difference, record } from "../../activity/journal.ts";
import { notFound, Refusal } from "../../core/errors.ts";
import { type ById, day, uuid } from "../../core/fields.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { Db, Schema } from "../../db/schema/schema.ts";
import { lockTeam, pause, ROWS_A_CHUNK, transaction } from "../../db/transaction.ts";
import type { Day } from "../../shared/time.ts";
import { storeNews } from "./load-rates.ts";
import type { DatedRate } from "./rate.ts";
import { settleLater } from "./settle.ts";

type Row = Schema["rate_files"];

/** The whole history had some 200,000 in 2026. */
const MOST_FILE_RATES = 500_000;

/** The rates of all files that the team has loaded, and the name of the newest file. */
export const RateFile = z.object({
  id: uuid,
  name: z.string(),
  count: z.int(),
  from: day,
  to: day,
  loaded_at: z.string(),
});

export function rateFileSnapshot({ team_id: _team, ...snapshot }: Row) {
  return snapshot;
}

export const LoadedFile = z.object({
  added: z.int(),
  /** Rates of an earlier file of the team that have another value now. */
  replaced: z.int(),
  newest_day: day,
});

type File = { readonly name: string; readonly rates: readonly DatedRate[] };

/**
 * Stores the rates of a file for this team alone, and has its amounts computed again. They replace the team's
 * earlier rates of the same currencies and days. The journal says which file and how many, and has no rates.
 * @param rates one at least
 */
export async function loadTeamFile(
  context: AuditContext,
  { name, rates }: File,
): Promise<z.output<typeof LoadedFile>> {
  return transaction(context, async (context) => {
    const { team } = context;
    await lockTeam(context);
    const { added, corrected, days } = await storeNews(context, rates, {
      find: async (currencies, from, to) => findKnown(context, currencies, from, to),
      put: async (rates) => putForTeam(context, rates),
    });
    const inOrder = rates.map(({ day }) => day).toSorted();
    const [first_day = "", last_day = ""] = [inOrder[0], inOrder.at(-1)];
    const told = { added, replaced: corrected, newest_day: last_day };
    if (days.length === 0) return told;
    await note(context, { name, added, first_day, last_day });
    await settleLater(context, [team], days);
    return told;
  });
}

async function putForTeam({ db, team }: AuditContext, rates: readonly DatedRate[]): Promise<void> {
  if (rates.length === 0) return;
  await db
    .insertInto("file_rates")
    .values(rates.map((rate) => ({ ...rate, team_id: team.id })))
    .onConflict((conflict) =>
      conflict
        .columns(["team_id", "currency", "day"])
        .doUpdateSet({ rate: (row) => row.ref("excluded.rate") }),
    )
    .execute();
}

async function findKnown(
  { db, team }: AuditContext,
  currencies: readonly string[],
  from: Day,
  to: Day,
) {
  const found = await db
    .selectFrom("file_rates")
    .select(["currency", "day", "rate"])
    .where("team_id", "=", team.id)
    .where("currency", "in", currencies)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .execute();
  return found.map((rate) => ({ ...rate, isProven: true }));
}

type Noted = Pick<Row, "name" | "first_day" | "last_day"> & { readonly added: number };

async function note(context: AuditContext, { added, ...file }: Noted): Promise<void> {
  const { db, team, now } = context;
  const before = await lockFile(db, team.id);
  const rates = (before?.rates ?? 0) + added;
  if (rates > MOST_FILE_RATES) throw tooManyRates();
  const days = [file.first_day, file.last_day];
  const all = [...days, ...(before === undefined ? [] : [before.first_day, before.last_day])];
  const inOrder = all.toSorted();
  const row: Row = {
    team_id: team.id,
    id: before?.id ?? context.newId(),
    name: file.name,
    rates,
    first_day: inOrder[0] ?? file.first_day,
    last_day: inOrder.at(-1) ?? file.last_day,
    loaded_at: now,
  };
  await db
    .insertInto("rate_files")
    .values(row)
    .onConflict((conflict) => conflict.columns(["team_id", "id"]).doUpdateSet(row))
    .execute();
  const after = rateFileSnapshot(row);
  const snapshots =
    before === undefined ? { before: null, after } : difference(rateFileSnapshot(before), after);
  await record(context, [{ type: "rate_file", id: row.id, ...snapshots }]);
}

async function lockFile(db: Db, team_id: string): Promise<Row | undefined> {
  const file = db.selectFrom("rate_files").selectAll().where("team_id", "=", team_id);
  return lockForUpdate(db, file).executeTakeFirst();
}

function tooManyRates(): Refusal {
  return new Refusal({
    code: "too_many",
    message: `The files of the team would have more than ${MOST_FILE_RATES} rates`,
    next: "remove the rates of the team’s files first, and load eurofxref-hist.zip again",
  });
}

/** The operator's rates count again, if there are any. */
export async function removeTeamFile(
  context: AuditContext,
  { id }: ById,
): Promise<z.output<typeof RateFile>> {
  return transaction(context, async (context) => {
    const { db, team } = context;
    await lockTeam(context);
    const file = await lockFile(db, team.id);
    if (file === undefined || file.id !== id) throw noFile(id);
    await deleteRates(context);
    await db.deleteFrom("rate_files").where("team_id", "=", team.id).execute();
    const before = rateFileSnapshot(file);
    await record(context, [{ type: "rate_file", id, before, after: null }]);
    await settleLater(context, [team], [file.first_day, file.last_day]);
    return rateFileOf(file);
  });
}

async function deleteRates(context: AuditContext): Promise<void> {
  const { db, team } = context;
  let deleted = 0n;
  do {
    const result = await sql`delete from file_rates where team_id = ${team.id}
      and (currency, day) in (
        select currency, day from file_rates where team_id = ${team.id}
        order by currency, day limit ${sql.lit(ROWS_A_CHUNK)})`.execute(db);
    deleted = result.numAffectedRows ?? 0n;
    await pause(context);
  } while (deleted === BigInt(ROWS_A_CHUNK));
}

function noFile(id: string): Refusal {
  return notFound({
    what: "The file of exchange rates",
    id,
    path: "id",
    next: "load the page again; nothing was removed",
  });
}

export async function findTeamFile({
  db,
  team,
}: Pick<AuditContext, "db" | "team">): Promise<z.output<typeof RateFile> | null> {
  const file = await db
    .selectFrom("rate_files")
    .selectAll()
    .where("team_id", "=", team.id)
    .executeTakeFirst();
  return file === undefined ? null : rateFileOf(file);
}

function rateFileOf(row: Row): z.output<typeof RateFile> {
  const { id, name, rates: count, first_day: from, last_day: to, loaded_at } = row;
  return { id, name, count, from, to, loaded_at };
}
