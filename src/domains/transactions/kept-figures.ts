import { sql } from "kysely";
import type { Db } from "../../db/schema/schema.ts";
import { ROWS_A_CHUNK } from "../../db/transaction.ts";
import { findWrongBooked } from "./booked-totals.ts";
import { findWrongCounterpart } from "./counterparts.ts";
import { type Base, basesFor, derivedOf, partBases } from "./derive-transaction.ts";
import { findWrongMonth } from "./month-totals.ts";
import type { Derived, Part, Row } from "./transaction.ts";

type WrongFigure = { readonly team_id: string; readonly what: string };

/**
 * Computes all figures kept beside transactions anew, of all teams.
 * @returns the first that is wrong, or null
 */
export async function findWrongFigure(db: Db): Promise<WrongFigure | null> {
  for (let after: Row | undefined; ;) {
    const rows: readonly Row[] = await readRows(db, after);
    const parts = await readParts(db, rows);
    const baseOf = await basesOf(db, rows);
    for (const row of rows) {
      const wrong =
        wrongColumn(row, baseOf(row)) ??
        wrongPart(row, parts.get(nameOf(row.team_id, row.id)) ?? []);
      if (wrong !== null)
        return { team_id: row.team_id, what: `${wrong} of transaction ${row.id}` };
    }
    after = rows.at(-1);
    if (rows.length < ROWS_A_CHUNK) break;
  }
  const alike = await findWrongCounterpart(db);
  if (alike !== null)
    return {
      team_id: alike.team_id,
      what: `whether transaction ${alike.id} looks like ${LOOKS[alike.kind]}`,
    };
  const booked = await findWrongBooked(db);
  if (booked !== null) {
    const { team_id, bank_account_id: account, month, minor, count } = booked;
    const off = `off by ${minor} in ${count} transactions`;
    return { team_id, what: `what is booked on account ${account} in ${month}, ${off}` };
  }
  const month = await findWrongMonth(db);
  if (month === null) return null;
  const { team_id, month: of, standing, category_slug: slug, ...off } = month;
  const differences = Object.entries(off).filter(([, text]) => text !== "0");
  const told = differences.map(([column, text]) => `${column} by ${text}`).join(", ");
  return {
    team_id,
    what: `the total of ${of} (${standing}, ${slug === "" ? "no category" : slug}), off in ${told}`,
  };
}

const LOOKS = { transfer: "a side of a transfer", duplicate: "another one" };

async function readRows(db: Db, after: Row | undefined): Promise<readonly Row[]> {
  return db
    .selectFrom("transactions")
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(transactions.team_id, transactions.id) > (${after?.team_id}, ${after?.id})`,
      ),
    )
    .orderBy("transactions.team_id")
    .orderBy("transactions.id")
    .limit(ROWS_A_CHUNK)
    .execute();
}

async function readParts(db: Db, rows: readonly Row[]): Promise<ReadonlyMap<string, Part[]>> {
  if (rows.length === 0) return new Map();
  const parts = await db
    .selectFrom("transaction_parts")
    .selectAll()
    .where("team_id", "in", [...new Set(rows.map(({ team_id }) => team_id))])
    .where(
      "transaction_id",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("position")
    .execute();
  return Map.groupBy(parts, ({ team_id, transaction_id }) => nameOf(team_id, transaction_id));
}

function nameOf(teamId: string, id: string): string {
  return `${teamId} ${id}`;
}

/** Accepts any amounts that a job is about to settle. */
async function basesOf(db: Db, rows: readonly Row[]): Promise<(row: Row) => Base> {
  const pending = await db.selectFrom("settlements").select("team_id").distinct().execute();
  const settling = new Set(pending.map(({ team_id }) => team_id));
  const bases = new Map<string, (row: Row) => Base>();
  for (const [id, some] of Map.groupBy(rows, ({ team_id }) => team_id))
    if (!settling.has(id)) bases.set(id, await basesFor({ db, team: { id } }, some));
  return (row) => bases.get(row.team_id)?.(row) ?? row;
}

function wrongColumn(row: Row, { base_minor, rate_day }: Base): string | null {
  const right: Derived = { ...derivedOf(row), base_minor, rate_day };
  const now = new Map<string, unknown>(Object.entries(row));
  const wrong = Object.entries(right).find(([column, value]) => now.get(column) !== value);
  return wrong?.[0] ?? null;
}

function wrongPart(row: Row, parts: readonly Part[]): string | null {
  const amounts = parts.map(({ amount_minor }) => amount_minor);
  if (row.is_split !== parts.length > 0) return "the parts";
  if (parts.length === 0) return null;
  if (amounts.reduce((sum, amount) => sum + amount, 0) !== row.amount_minor) return "the parts";
  const bases = partBases(row.base_minor, amounts);
  return parts.some(({ base_minor }, index) => base_minor !== bases[index])
    ? "base_minor of the parts"
    : null;
}
