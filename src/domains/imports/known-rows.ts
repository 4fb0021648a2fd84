import { createHash } from "node:crypto";
import { sql, type SqlBool } from "kysely";
import { fold } from "../../core/fold.ts";
import type { AuditContext } from "../../db/context.ts";
import { inChunks, pause, ROWS_A_CHUNK } from "../../db/transaction.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import type { Forgotten } from "../transactions/forgotten-rows.ts";
import type { FileRow } from "./read/statement.ts";

export type KnownRow = Awaited<ReturnType<typeof findAround>>[number];

/** Days within which an id of the bank stands for one booking of an amount. */
export const SAME_ID_DAYS = 10;

/** Rows that are compared before other requests are served. */
export const ROWS_A_SLICE = 100;

/** Pending transactions of one day with which a row is compared. */
const MOST_PENDING = 50;

/** Each row is taken once, and is in no answer afterwards. */
export class KnownRows {
  readonly #byBankId = new Groups();
  readonly #byRowKey = new Groups();
  readonly #byDay = new Groups();
  readonly #pending = new Groups();
  readonly #announced = new Groups();
  readonly #announcedIds = new Groups();
  readonly #byId = new Map<string, KnownRow>();
  readonly #words = new Map<string, ReadonlySet<string>>();
  readonly #days = new Map<string, readonly Day[]>();

  readonly #signature: string;

  constructor(signature: string) {
    this.#signature = signature;
  }

  /** @param rows in the order of their days */
  *add(rows: readonly KnownRow[]): Generator<void> {
    for (const [index, row] of rows.entries()) {
      if (index % ROWS_A_SLICE === 0) yield;
      this.#byId.set(row.id, row);
      for (const [groups, key] of this.#placesOf(row)) groups.add(key, row);
    }
  }

  take(row: KnownRow): void {
    for (const [groups, key] of this.#placesOf(row)) groups.delete(key, row);
  }

  #placesOf(row: KnownRow): readonly (readonly [Groups, string])[] {
    const { date, amount_minor, bank_id, row_key, status, source, signature } = row;
    const isPending = status === "pending";
    const [base, sign] = [bank_id === null ? null : baseOf(bank_id), Math.sign(amount_minor)];
    const origin = source === "hand" ? "hand" : signature === this.#signature ? "same" : "other";
    return [
      isAnnounced(row)
        ? [this.#pending, `${amount_minor} ${date}`]
        : [this.#byDay, `${amount_minor} ${date} ${origin}`],
      ...(base === null
        ? []
        : [[this.#byBankId, `${base} ${amount_minor} ${date} ${isPending}`] as const]),
      ...(row_key === null ? [] : [[this.#byRowKey, `${baseOf(row_key)} ${isPending}`] as const]),
      ...(isAnnounced(row) ? [[this.#announced, `${sign} ${date}`] as const] : []),
      ...(isAnnounced(row) && base !== null
        ? [[this.#announcedIds, `${base} ${sign} ${date}`] as const]
        : []),
    ];
  }

  withBankId(base: string, { minor, date }: Of, days: number, isPending: boolean) {
    for (const day of this.days(date, days, days)) {
      const found = this.#byBankId.first(`${base} ${minor} ${day} ${isPending}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  withRowKey(base: string, isPending: boolean): KnownRow | undefined {
    return this.#byRowKey.first(`${base} ${isPending}`);
  }

  /**
   * Others than announced ones, of one amount.
   * @param most of one day and origin
   */
  near({ minor, date }: Of, days: number, most: number): readonly KnownRow[] {
    return this.days(date, days, days).flatMap((day) =>
      ORIGINS.flatMap((origin) => this.#byDay.some(`${minor} ${day} ${origin}`, most)).toSorted(
        (one, other) => (one.id < other.id ? -1 : 1),
      ),
    );
  }

  countNear({ minor, date }: Of, days: number): number {
    return this.days(date, days, days)
      .flatMap((day) => ORIGINS.map((origin) => this.#byDay.size(`${minor} ${day} ${origin}`)))
      .reduce((sum, size) => sum + size, 0);
  }

  pending({ minor, date }: Of, before: number, after: number): readonly KnownRow[] {
    return this.days(date, before, after).flatMap((day) =>
      this.#pending.some(`${minor} ${day}`, MOST_PENDING),
    );
  }

  /** Pending ones of any amount with the sign of a row: with its id first. */
  announced({ minor, date }: Of, base: string | null, before: number, after: number) {
    const days = this.days(date, before, after).map((day) => `${Math.sign(minor)} ${day}`);
    const named = base === null ? [] : days.map((day) => `${base} ${day}`);
    return new Set([
      ...named.flatMap((key) => this.#announcedIds.some(key, MOST_PENDING)),
      ...days.flatMap((key) => this.#announced.some(key, MOST_PENDING)),
    ]);
  }

  /** Counted once: days are many times asked for. */
  days(date: Day, before: number, after: number): readonly Day[] {
    const key = `${date} ${before} ${after}`;
    const days = this.#days.get(key) ?? daysAround(date, before, after);
    this.#days.set(key, days);
    return days;
  }

  get(id: string | null): KnownRow | undefined {
    return this.#byId.get(id ?? "");
  }

  words(row: KnownRow): ReadonlySet<string> {
    const known = this.#words.get(row.id) ?? textWords(row);
    this.#words.set(row.id, known);
    return known;
  }
}

const ORIGINS = ["hand", "same", "other"] as const;

type Of = Pick<FileRow, "minor" | "date">;

export function daysAround(date: Day, before: number, after: number): readonly Day[] {
  return Array.from({ length: before + after + 1 }, (_, index) => addDays(date, index - before));
}

class Groups {
  readonly #groups = new Map<string, Set<KnownRow>>();

  add(key: string, row: KnownRow): void {
    const group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, new Set([row]));
    else group.add(row);
  }

  delete(key: string, row: KnownRow): void {
    const group = this.#groups.get(key);
    group?.delete(row);
    if (group?.size === 0) this.#groups.delete(key);
  }

  first(key: string): KnownRow | undefined {
    return this.#groups.get(key)?.values().next().value;
  }

  some(key: string, most: number): readonly KnownRow[] {
    const group = this.#groups.get(key);
    return group === undefined ? [] : group.values().take(most).toArray();
  }

  size(key: string): number {
    return this.#groups.get(key)?.size ?? 0;
  }
}

/** True for a pending transaction that a file brought. */
export function isAnnounced({ status, source }: KnownRow): boolean {
  return status === "pending" && source !== "hand";
}

function textWords({ name, bank_name, description, reference }: KnownRow): ReadonlySet<string> {
  return wordsOf([name, bank_name, description, reference]);
}

const AROUND = 15;

/** Reads in slices: an account may have very many transactions, and rows that are forgotten. */
export async function findKnown(
  context: AuditContext,
  account: string,
  { rows, currency }: { readonly rows: readonly FileRow[]; readonly currency: string },
) {
  const [first, last] = [leastDay(rows), greatestDay(rows)];
  const known: KnownRow[] = [];
  const forgotten = new Map<string, Forgotten>();
  if (first === null || last === null) return { known, forgotten, otherBankIds: [] };
  const days = { from: addDays(first, -AROUND), to: addDays(last, AROUND) };
  await inChunks(
    context,
    async (after: KnownRow | null) => findAround(context, account, { ...days, after }),
    async (rows) => void known.push(...rows),
  );
  const keys = await keysIn(context, rows, currency);
  await inChunks(
    context,
    async (after: ForgottenKey | null) => findForgotten(context, account, after),
    async (rows) => {
      for (const { key, ...row } of rows)
        if (keys.has(baseOf(key)) || keys.has(idOfForgotten(key) ?? "")) forgotten.set(key, row);
    },
  );
  return { known, forgotten, otherBankIds: await findBankIds(context, account, rows) };
}

export function leastDay(rows: readonly FileRow[]): Day | null {
  return rows.reduce<Day | null>(
    (least, { date }) => (least === null || date < least ? date : least),
    null,
  );
}

export function greatestDay(rows: readonly FileRow[]): Day | null {
  return rows.reduce<Day | null>(
    (most, { date }) => (most === null || date > most ? date : most),
    null,
  );
}

/** Keys and ids of the rows: others that were forgotten do not matter. */
async function keysIn(context: AuditContext, rows: readonly FileRow[], currency: string) {
  const keys = new Set<string>();
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_A_SLICE === 0) await pause(context);
    keys.add(rowKeyOf(row, currency));
    if (row.bankId !== null) keys.add(baseOf(row.bankId));
  }
  return keys;
}

/** The bank's id in the key of a forgotten row, which has the amount behind it. */
export function idOfForgotten(key: string): string | null {
  return /^(.+) -?\d+$/s.exec(key)?.[1] ?? null;
}

type Around = { readonly from: Day; readonly to: Day; readonly after: Place | null };

type Place = { readonly date: Day; readonly id: string };

async function findAround(
  { db, team }: AuditContext,
  account: string,
  { from, to, after }: Around,
) {
  return db
    .selectFrom("transactions")
    .select(["id", "date", "amount_minor", "name", "bank_name", "description", "reference"])
    .select(["status", "source", "signature", "bank_id", "row_key", "is_split", "transfer_id"])
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account)
    .where("date", ">=", from)
    .where("date", "<=", to)
    .$if(after !== null, (query) =>
      query.where(sql<SqlBool>`(date, id) > (${after?.date}, ${after?.id})`),
    )
    .orderBy("date")
    .orderBy("id")
    .limit(ROWS_A_CHUNK)
    .execute();
}

type ForgottenKey = Forgotten & { readonly key: string };

async function findForgotten(
  { db, team }: AuditContext,
  account: string,
  after: ForgottenKey | null,
): Promise<readonly ForgottenKey[]> {
  return db
    .selectFrom("forgotten_rows")
    .select(["key", "why", "survivor_id"])
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account)
    .$if(after !== null, (query) => query.where("key", ">", after?.key ?? ""))
    .orderBy("key")
    .limit(ROWS_A_CHUNK)
    .execute();
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
    await pause(context);
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

/** Characters of a text that are compared. */
const LONGEST_COMPARED = 1000;

export function wordsOf(texts: readonly (string | null)[]): ReadonlySet<string> {
  const whole = texts.filter((part) => part !== null).join(" ");
  const text = fold(whole.slice(0, LONGEST_COMPARED));
  return new Set(text.match(/[\p{L}\p{N}]{2,}/gu) ?? []);
}
