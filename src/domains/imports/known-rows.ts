import type { Schema } from "../../db/schema/schema.ts";
import type { TransactionStatus } from "../../db/schema/transactions.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { wordsOf } from "./likeness.ts";
import type { FileRow } from "./read/statement.ts";
import { baseOf } from "./row-keys.ts";

/** A transaction of the account, as far as a plan compares it. */
export type KnownRow = {
  readonly id: string;
  readonly date: Day;
  readonly amount_minor: number;
  readonly name: string;
  readonly bank_name: string | null;
  readonly description: string | null;
  readonly reference: string | null;
  readonly status: TransactionStatus;
  readonly source: Schema["transactions"]["source"];
  readonly signature: string | null;
  readonly bank_id: string | null;
  readonly row_key: string | null;
  readonly is_split: boolean;
  readonly transfer_id: string | null;
};

/** Days within which an id of the bank stands for one booking of an amount. */
export const SAME_ID_DAYS = 10;

/** The rows of an account that a file may meet. Each is taken once. */
export class KnownRows {
  readonly #taken = new Set<string>();
  readonly #byBankId: ReadonlyMap<string, readonly KnownRow[]>;
  readonly #byRowKey: ReadonlyMap<string, readonly KnownRow[]>;
  readonly #byDay: ReadonlyMap<string, readonly KnownRow[]>;
  readonly #amounts: ReadonlySet<number>;
  readonly #byId: ReadonlyMap<string, KnownRow>;
  readonly #words = new Map<string, ReadonlySet<string>>();

  /** @param rows by day */
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

  /** Rows with that amount, from so many days before a day to so many after it. */
  near({ minor, date }: Pick<FileRow, "minor" | "date">, before: number, after: number) {
    if (!this.#amounts.has(minor)) return [];
    return Array.from({ length: before + after + 1 }, (_, index) => addDays(date, index - before))
      .flatMap((day) => this.#byDay.get(`${minor} ${day}`) ?? [])
      .filter(({ id }) => !this.#taken.has(id));
  }

  /** Payments that the bank had announced and that are not booked yet. */
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

/** True for a pending transaction of a file. */
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
