import type { FileFormat } from "../../db/schema/imports.ts";
import { daysBetween } from "../../shared/calendar.ts";
import { type Forgotten, forgottenKey } from "../transactions/forgotten-rows.ts";
import { KeyNumbers, sameKey } from "./key-numbers.ts";
import { type KnownRow, KnownRows } from "./known-rows.ts";
import { BY_HAND_DAYS, likenessOf } from "./like-rows.ts";
import { ALIKE, likeness, wordsOf } from "./likeness.ts";
import type { FileRow } from "./read/statement.ts";
import { baseOf, rowKeyOf } from "./row-keys.ts";

/** The fate of a row of a file. */
export type RowAction =
  /** Becomes a transaction. */
  | "new"
  /** Is here already, for sure. */
  | "duplicate"
  /** Is here already, it seems: left out unless chosen. */
  | "likely"
  /** A pending transaction is booked, or one by hand becomes the bank's. */
  | "update"
  /** Was deleted here: left out unless chosen. */
  | "forgotten";

export type PlannedRow = {
  readonly row: FileRow;
  readonly action: RowAction;
  /** The transaction that it is, or seems to be. */
  readonly target: KnownRow | null;
  /** A sentence for people; empty for a new row like any other. */
  readonly why: string;
  readonly bankId: string | null;
  readonly rowKey: string;
};

export type RowsToPlan = {
  readonly rows: readonly FileRow[];
  readonly currency: string;
  readonly format: FileFormat;
  readonly signature: string;
  /** Transactions of the account around the days of the file, by day. */
  readonly known: readonly KnownRow[];
  /** Bank's ids that transactions of other days have. */
  readonly otherBankIds: readonly string[];
  readonly forgotten: ReadonlyMap<string, Forgotten>;
};

/**
 * Compares the rows of a file with those of its account. All rows go through one comparison before the next,
 * from the surest to the least sure, and each transaction is met once.
 */
export function planRows(given: RowsToPlan): readonly PlannedRow[] {
  const pass = new Passes(given);
  pass.byBankId();
  pass.byRowKey();
  pass.byForgotten();
  pass.stillPending();
  pass.booked();
  pass.byLikeness();
  return pass.end();
}

type Found = Pick<PlannedRow, "action" | "target" | "why">;

type Candidate = {
  readonly at: number;
  readonly row: FileRow;
  readonly base: string | null;
  readonly key: string;
  readonly words: ReadonlySet<string>;
};

class Passes {
  readonly #given: RowsToPlan;
  readonly #known: KnownRows;
  readonly #rows: readonly Candidate[];
  readonly #found = new Map<number, Found>();
  readonly #usedForgotten = new Set<string>();

  constructor(given: RowsToPlan) {
    this.#given = given;
    this.#known = new KnownRows(given.known);
    this.#rows = given.rows.map((row, at) => ({
      at,
      row,
      base: row.bankId === null ? null : baseOf(row.bankId),
      key: rowKeyOf(row, given.currency),
      words: wordsOf([row.name, row.description, row.reference]),
    }));
  }

  /**
   * The bank's id with the same amount, first on the same day, then within days. With another amount, it is
   * another booking.
   */
  byBankId(): void {
    for (const days of [0, SAME_ID_DAYS])
      for (const { at, row, base } of this.#open()) {
        const twin = (base === null ? [] : this.#known.withBankId(base)).find(
          ({ amount_minor, date }) =>
            amount_minor === row.minor && Math.abs(daysBetween(date, row.date)) <= days,
        );
        if (twin !== undefined) this.#meet(at, twin, "It has the same id of the bank.");
      }
  }

  byRowKey(): void {
    for (const { at, key } of this.#open()) {
      const twin = this.#known.withRowKey(key);
      if (twin !== undefined) this.#meet(at, twin, "It has the same day, amount and text.");
    }
  }

  byForgotten(): void {
    const { forgotten } = this.#given;
    const byBase = Map.groupBy(forgotten.keys(), baseOf);
    for (const { at, row, base, key } of this.#open()) {
      const keys = [
        ...(byBase.get(key) ?? []),
        ...(base === null ? [] : [forgottenKey(base, row.minor)]),
      ];
      const known = keys.find((one) => forgotten.has(one) && !this.#usedForgotten.has(one));
      if (known === undefined) continue;
      this.#usedForgotten.add(known);
      const survivor = this.#known.get(forgotten.get(known)?.survivor_id ?? null);
      if (survivor === undefined)
        this.#set(at, "forgotten", null, "It was imported and deleted before.");
      else this.#set(at, "duplicate", survivor, "It was found to be this transaction before.");
    }
  }

  /** A pending row that is pending here too: its day may be the one of the download. */
  stillPending(): void {
    for (const { at, row, words } of this.#open()) {
      if (!row.isPending) continue;
      const near = this.#pending(row, BOOKED_WITHIN, BOOKED_WITHIN);
      const twin = near.find((one) => this.#like(words, one) >= ALIKE);
      if (twin !== undefined) this.#meet(at, twin, "It is pending here too.");
    }
  }

  /** A booked row takes the place of a pending one: with a like text, or as the only one both ways. */
  booked(): void {
    const why = "It was pending, and is booked now.";
    const open = this.#open().filter(({ row }) => !row.isPending);
    const pendingFor = (row: FileRow) => this.#pending(row, BOOKED_WITHIN, BOOKED_BEFORE);
    for (const { at, row, words } of open) {
      const best = this.#mostLike(words, row, pendingFor(row));
      if (best !== undefined && this.#like(words, best) >= ALIKE) this.#meet(at, best, why);
    }
    for (const { at, row } of open) {
      const [twin, ...others] = pendingFor(row);
      if (twin === undefined || others.length > 0 || this.#found.has(at)) continue;
      const rivals = open.filter(
        (other) => !this.#found.has(other.at) && pendingFor(other.row).includes(twin),
      );
      if (rivals.length === 1) this.#meet(at, twin, why);
    }
  }

  /** Rows of another source, and rows whose text the bank has changed. */
  byLikeness(): void {
    const days = this.#given.rows.map(({ date }) => date).toSorted();
    const [first = "", last = ""] = [days[0], days.at(-1)];
    const pairs = this.#open().flatMap((candidate) =>
      this.#known.near(candidate.row, BY_HAND_DAYS, BY_HAND_DAYS).flatMap((twin) => {
        const apart = Math.abs(daysBetween(twin.date, candidate.row.date));
        const kind = likenessOf(twin, { first, last, apart, signature: this.#given.signature });
        return kind === null
          ? []
          : [{ candidate, twin, kind, apart, like: this.#like(candidate.words, twin) }];
      }),
    );
    const best = pairs.toSorted(
      (one, other) =>
        other.like - one.like || one.apart - other.apart || one.candidate.at - other.candidate.at,
    );
    const met = new Set<string>();
    for (const { candidate, twin, kind } of best) {
      if (this.#found.has(candidate.at) || met.has(twin.id)) continue;
      met.add(twin.id);
      this.#known.take(twin);
      this.#set(candidate.at, kind.action, twin, kind.why);
    }
  }

  end(): readonly PlannedRow[] {
    const ids = new KeyNumbers([
      ...this.#given.known.flatMap(({ bank_id }) => bank_id ?? []),
      ...this.#given.otherBankIds,
    ]);
    const keys = new KeyNumbers([
      ...this.#given.known.flatMap(({ row_key }) => row_key ?? []),
      ...this.#given.forgotten.keys(),
    ]);
    return this.#rows.map(({ at, row, base, key }) => {
      const found = this.#found.get(at) ?? NEW;
      const { target } = found;
      const isIn = found.action === "duplicate";
      const bankId =
        base === null || isIn ? base : (sameKey(target?.bank_id, base) ?? ids.next(base));
      const rowKey = isIn ? key : (sameKey(target?.row_key, key) ?? keys.next(key));
      const isOther = bankId !== base && found.action === "new";
      const why = isOther ? "The bank has used its id for another booking too." : found.why;
      return { row, ...found, why, bankId, rowKey };
    });
  }

  #open(): readonly Candidate[] {
    return this.#rows.filter(({ at }) => !this.#found.has(at));
  }

  /** Pending transactions of so many days before a row to so many after it. */
  #pending(row: FileRow, before: number, after: number): readonly KnownRow[] {
    return this.#known
      .near(row, before, after)
      .filter(({ status, source }) => status === "pending" && source !== "hand");
  }

  #mostLike(words: ReadonlySet<string>, { date }: FileRow, rows: readonly KnownRow[]) {
    return rows.toSorted(
      (one, other) =>
        this.#like(words, other) - this.#like(words, one) ||
        Math.abs(daysBetween(one.date, date)) - Math.abs(daysBetween(other.date, date)),
    )[0];
  }

  #like(words: ReadonlySet<string>, row: KnownRow): number {
    return likeness(words, this.#known.words(row));
  }

  /** A pending transaction that is booked is changed, any other stays. */
  #meet(at: number, twin: KnownRow, why: string): void {
    this.#known.take(twin);
    const isBooked = twin.status === "pending" && this.#rows[at]?.row.isPending === false;
    const booked = "It was pending, and is booked now.";
    this.#set(at, isBooked ? "update" : "duplicate", twin, isBooked ? booked : why);
  }

  #set(at: number, action: RowAction, target: KnownRow | null, why: string): void {
    this.#found.set(at, { action, target, why });
  }
}

const NEW: Found = { action: "new", target: null, why: "" };

const SAME_ID_DAYS = 10;
const BOOKED_BEFORE = 1;
const BOOKED_WITHIN = 14;
