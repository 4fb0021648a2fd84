import { createHash } from "node:crypto";
import { fold } from "../../core/fold.ts";
import type { AuditContext } from "../../db/context.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Forgotten } from "../transactions/forgotten-rows.ts";
import type { FileRow } from "./read/statement.ts";

export type KnownRow = Awaited<ReturnType<typeof findAround>>[number];

/** Days within which an id of the bank stands for one booking of an amount. */
export const SAME_ID_DAYS = 10;

/** Each row is taken once. */
export class KnownRows {
  readonly #taken = new Set<string>();
  readonly #byBankId: ReadonlyMap<string, readonly KnownRow[]>;
  readonly #byRowKey: ReadonlyMap<string, readonly KnownRow[]>;
  readonly #byDay: ReadonlyMap<string, readonly KnownRow[]>;
  readonly #amounts: ReadonlySet<number>;
  readonly #byId: ReadonlyMap<string, KnownRow>;
  readonly #words = new Map<string, ReadonlySet<string>>();

  constructor(rows: readonly KnownRow[]) {
    this.#byBankId = groups(rows, ({ bank_id }) => bank_id);
    this.#byRowKey = groups(rows, ({ row_key }) => row_key);
    this.#byDay = Map.groupBy(rows, ({ amount_minor, date }) => `${amount_minor} ${date}`);
    this.#amounts = new Set(rows.map(({ amount_minor }) => amount_minor));
    this.#byId = new Map(rows.map((row) => [row.id, row]));
  }

  withBankId(base: string): readonly KnownRow[] {
    return this.#free(this.#byBankId.get(base));
  }

  withRowKey(base: string): readonly KnownRow[] {
    return this.#free(this.#byRowKey.get(base));
  }

  near({ minor, date }: Pick<FileRow, "minor" | "date">, before: number, after: number) {
    if (!this.#amounts.has(minor)) return [];
    return Array.from({ length: before + after + 1 }, (_, index) => addDays(date, index - before))
      .flatMap((day) => this.#byDay.get(`${minor} ${day}`) ?? [])
      .filter(({ id }) => !this.#taken.has(id));
  }

  announced(): readonly KnownRow[] {
    return this.#free([...this.#byId.values()].filter(isAnnounced));
  }

  get(id: string | null): KnownRow | undefined {
    return this.#byId.get(id ?? "");
  }

  take(row: KnownRow): void {
    this.#taken.add(row.id);
  }

  words(row: KnownRow): ReadonlySet<string> {
    const known = this.#words.get(row.id) ?? textWords(row);
    this.#words.set(row.id, known);
    return known;
  }

  #free(rows: readonly KnownRow[] = []): readonly KnownRow[] {
    return rows.filter(({ id }) => !this.#taken.has(id));
  }
}

/** True for a pending transaction that a file brought. */
export function isAnnounced({ status, source }: KnownRow): boolean {
  return status === "pending" && source !== "hand";
}

function textWords({ name, bank_name, description, reference }: KnownRow): ReadonlySet<string> {
  return wordsOf([name, bank_name, description, reference]);
}

function groups(rows: readonly KnownRow[], keyOf: (row: KnownRow) => string | null) {
  const keyed = rows.filter((row) => keyOf(row) !== null);
  return Map.groupBy(keyed, (row) => baseOf(keyOf(row) ?? ""));
}

const AROUND = 15;

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
) {
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

/** Reads all numbered ids: nothing bounds how often a bank uses an id again. */
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

/** 128 bits. Equal rows have the same key; a number behind `#` tells them apart. */
export function rowKeyOf({ date, minor, ownText }: FileRow, currency: string): string {
  const facts = JSON.stringify([date, minor, currency, ...ownText]);
  return createHash("sha256").update(facts).digest("hex").slice(0, 32);
}

export function numbered(base: string, number: number): string {
  return number === 1 ? base : `${base}#${number}`;
}

export function baseOf(key: string): string {
  return key.replace(/#\d+$/, "");
}

export function numberOf(key: string): number {
  return Number(/#(\d+)$/.exec(key)?.[1] ?? 1);
}

/** Share of common words, of the text with fewer words: 0 to 1. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const fewer = Math.min(one.size, other.size);
  if (fewer === 0) return 0;
  return [...one].filter((word) => other.has(word)).length / fewer;
}

export const ALIKE = 0.6;

export function wordsOf(texts: readonly (string | null)[]): ReadonlySet<string> {
  const text = fold(texts.filter((part) => part !== null).join(" "));
  return new Set(text.match(/[\p{L}\p{N}]{2,}/gu) ?? []);
}
