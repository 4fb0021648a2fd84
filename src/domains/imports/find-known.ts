import type { AuditContext } from "../../db/context.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Forgotten } from "../transactions/forgotten-rows.ts";
import type { KnownRow } from "./known-rows.ts";
import type { FileRow } from "./read/statement.ts";
import { baseOf, numbered } from "./row-keys.ts";

/** Days around those of a file in which a transaction may be one of its rows. */
const AROUND = 15;

/** Transactions and noted keys of an account that the rows of a file may meet. */
export async function findKnown(context: AuditContext, account: string, rows: readonly FileRow[]) {
  const days = rows.map(({ date }) => date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined)
    return { known: [], otherBankIds: [], forgotten: new Map<string, Forgotten>() };
  const [known, forgotten] = await Promise.all([
    findAround(context, account, { from: addDays(first, -AROUND), to: addDays(last, AROUND) }),
    findForgotten(context, account),
  ]);
  return { known, forgotten, otherBankIds: await findBankIds(context, account, rows) };
}

async function findAround(
  { db, team }: AuditContext,
  account: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly KnownRow[]> {
  return db
    .selectFrom("transactions")
    .select(["id", "date", "amount_minor", "name", "bank_name", "description", "reference"])
    .select(["status", "source", "signature", "bank_id", "row_key", "is_split", "transfer_id"])
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account)
    .where("date", ">=", from)
    .where("date", "<=", to)
    .orderBy("date")
    .orderBy("id")
    .execute();
}

async function findForgotten({ db, team }: AuditContext, account: string) {
  const rows = await db
    .selectFrom("forgotten_rows")
    .select(["key", "why", "survivor_id"])
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account)
    .execute();
  return new Map<string, Forgotten>(rows.map(({ key, ...row }) => [key, row]));
}

const IDS_A_READ = 500;

/** Ids of the file that transactions of any day have, with their numbers. */
async function findBankIds(
  context: AuditContext,
  account: string,
  rows: readonly FileRow[],
): Promise<readonly string[]> {
  const bases = [...new Set(rows.flatMap(({ bankId }) => (bankId === null ? [] : baseOf(bankId))))];
  const found: string[] = [];
  let isNumbered = false;
  for (let from = 0; from < bases.length; from += IDS_A_READ) {
    const some = bases.slice(from, from + IDS_A_READ);
    const ids = await idsAmong(context, account, [
      ...some,
      ...some.map((base) => numbered(base, 2)),
    ]);
    found.push(...ids);
    isNumbered ||= ids.some((id) => baseOf(id) !== id);
  }
  return isNumbered ? [...found, ...(await findNumbered(context, account))] : found;
}

async function idsAmong(context: AuditContext, account: string, ids: readonly string[]) {
  const rows = await bankIds(context, account).where("bank_id", "in", ids).execute();
  return rows.flatMap(({ bank_id }) => bank_id ?? []);
}

/** All ids that the bank used again: nothing bounds how often it uses one. */
async function findNumbered(context: AuditContext, account: string) {
  const rows = await bankIds(context, account).where("bank_id", "like", "%#%").execute();
  return rows.flatMap(({ bank_id }) => bank_id ?? []);
}

function bankIds({ db, team }: AuditContext, account: string) {
  return db
    .selectFrom("transactions")
    .select("bank_id")
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account)
    .where("bank_id", "is not", null);
}
