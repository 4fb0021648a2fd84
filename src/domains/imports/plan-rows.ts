import type { FileFormat } from "../../db/schema/imports.ts";
import { daysBetween } from "../../shared/calendar.ts";
import { type Forgotten, forgottenKey } from "../transactions/forgotten-rows.ts";
import {
  ALIKE,
  type KnownRow,
  KnownRows,
  SAME_ID_DAYS,
  baseOf,
  isAnnounced,
  likeness,
  numberOf,
  numbered,
  rowKeyOf,
  wordsOf,
} from "./known-rows.ts";
import type { FileRow } from "./read/statement.ts";

/**
 * Compares the rows of a file with those of its account. All rows go through one comparison before the next, from
 * the surest to the least sure. Each transaction is met once.
 */
export function planRows(given: RowsToPlan): readonly PlannedRow[] {
  const pass = new Passes(given);
  pass.repeated();
  pass.byBankId();
  pass.byRowKey();
  pass.byForgotten();
  pass.stillPending();
  pass.booked();
  pass.byLikeness();
  pass.withOtherAmount();
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
  readonly #maybe = new Set<string>();
  readonly #noted = new Map<number, readonly string[]>();

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

  repeated(): void {
    for (const { at, row } of this.#open())
      if (this.#given.repeated?.has(row) === true)
        this.#set(at, "duplicate", null, "Another file of the archive has it too.");
  }

  /**
   * Compares id and amount: first in the same state on the same day, then within days. The same id with another
   * amount is another booking.
   */
  byBankId(): void {
    for (const isStateFree of [false, true])
      for (const days of [0, SAME_ID_DAYS])
        for (const { at, row, base } of this.#open()) {
          const twin = (base === null ? [] : this.#known.withBankId(base)).find(
            (one) =>
              one.amount_minor === row.minor &&
              Math.abs(daysBetween(one.date, row.date)) <= days &&
              (isStateFree || isPending(one) === row.isPending),
          );
          if (twin !== undefined) this.#meet(at, twin, "It has the same id of the bank.");
        }
  }

  /** Prefers the same state: of two equal rows, one may be pending and the other booked. */
  byRowKey(): void {
    for (const isStateFree of [false, true])
      for (const { at, row, key } of this.#open()) {
        const twin = this.#known
          .withRowKey(key)
          .find((one) => isStateFree || isPending(one) === row.isPending);
        if (twin !== undefined) this.#meet(at, twin, "It has the same day, amount and text.");
      }
  }

  byForgotten(): void {
    const { forgotten } = this.#given;
    const byBase = Map.groupBy(forgotten.keys(), baseOf);
    for (const { at, row, base, key } of this.#open()) {
      const ids = base === null ? [] : [forgottenKey(base, row.minor)];
      const keys = [...(byBase.get(key) ?? []), ...ids];
      const known = keys.find((one) => forgotten.has(one) && !this.#usedForgotten.has(one));
      if (known === undefined) continue;
      this.#usedForgotten.add(known);
      this.#noted.set(at, [known, ...ids]);
      const survivor = this.#known.get(forgotten.get(known)?.survivor_id ?? null);
      if (survivor === undefined)
        this.#set(at, "forgotten", null, "It was imported and deleted before.");
      else {
        this.#known.take(survivor);
        this.#set(at, "duplicate", survivor, "It was found to be this transaction before.");
      }
    }
  }

  /** Meets pending rows that are pending here too. Their day may be that of the download. */
  stillPending(): void {
    for (const { at, row, words } of this.#open()) {
      if (!row.isPending) continue;
      const near = this.#pending(row, BOOKED_WITHIN, BOOKED_WITHIN);
      const twin = near.find((one) => this.#like(words, one) >= ALIKE);
      if (twin !== undefined) this.#meet(at, twin, "It is pending here too.");
    }
  }

  /** Books pending transactions: with a like text, or where row and transaction have no other candidate. */
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

  byLikeness(): void {
    const days = this.#given.rows.map(({ date }) => date).toSorted();
    const [first = "", last = ""] = [days[0], days.at(-1)];
    const pairs = this.#open().flatMap((candidate) =>
      this.#known.near(candidate.row, BY_HAND_DAYS, BY_HAND_DAYS).flatMap((twin) => {
        const apart = Math.abs(daysBetween(twin.date, candidate.row.date));
        const { isPending } = candidate.row;
        const { signature } = this.#given;
        const kind = likenessOf(twin, { first, last, apart, signature, isPending });
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

  /**
   * Finds rows booked with another amount than announced, as with a tip or a part of a deposit. Nothing proves it,
   * so the row is new unless a person decides otherwise.
   */
  withOtherAmount(): void {
    const announced = this.#known.announced();
    if (announced.length === 0) return;
    for (const { at, row, base, words } of this.#open()) {
      if (row.isPending) continue;
      const fitting = announced.filter(
        (one) =>
          !this.#maybe.has(one.id) &&
          mayBook(one, row) &&
          (sameKey(one.bank_id, base ?? "") !== null || this.#like(words, one) >= ALIKE),
      );
      const twin = this.#mostLike(words, row, fitting);
      if (twin === undefined) continue;
      this.#maybe.add(twin.id);
      const isChosen = this.#given.books?.has(at) === true;
      const why = isChosen
        ? "It was pending with another amount, and is booked now."
        : "It may be the pending one, with a tip or another amount.";
      this.#set(at, isChosen ? "update" : "new", twin, why);
    }
  }

  end(): readonly PlannedRow[] {
    const { ids, keys } = numbersIn(this.#given);
    return this.#rows.map(({ at, row, base, key }) => {
      const found = this.#found.get(at) ?? NEW;
      const target = found.action === "new" ? null : found.target;
      const isIn = found.action === "duplicate";
      const bankId =
        base === null || isIn ? base : (sameKey(target?.bank_id, base) ?? ids.next(base));
      const rowKey = isIn ? key : (sameKey(target?.row_key, key) ?? keys.next(key));
      const isOther = bankId !== base && found.action === "new" && found.target === null;
      const why = isOther ? "The bank has used its id for another booking too." : found.why;
      return { row, ...found, why, bankId, rowKey, noted: this.#noted.get(at) ?? [] };
    });
  }

  #open(): readonly Candidate[] {
    return this.#rows.filter(({ at }) => !this.#found.has(at));
  }

  #pending(row: FileRow, before: number, after: number): readonly KnownRow[] {
    return this.#known.near(row, before, after).filter(isAnnounced);
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

  /** Changes a pending transaction that is booked now. Any other stays. */
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

function isPending({ status }: KnownRow): boolean {
  return status === "pending";
}

const NEW: Found = { action: "new", target: null, why: "" };

/** Numbers repeated ids and keys behind those in use, forgotten ones included. */
function numbersIn({ known, otherBankIds, forgotten }: RowsToPlan) {
  const [ids, keys] = [known.map(({ bank_id }) => bank_id), known.map(({ row_key }) => row_key)];
  return {
    ids: new KeyNumbers([...ids, ...otherBankIds, ...forgottenIds(forgotten.keys())]),
    keys: new KeyNumbers([...keys, ...forgotten.keys()]),
  };
}

/** Numbers the ids of deleted transactions anew. Their keys have the amount in the place of the number. */
function forgottenIds(keys: Iterable<string>): readonly string[] {
  const bases = [...keys].flatMap((key) => /^(.+) -?\d+$/s.exec(key)?.[1] ?? []);
  const counts = new Map<string, number>();
  return bases.map((base) => {
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return numbered(base, count);
  });
}

class KeyNumbers {
  readonly #highest = new Map<string, number>();

  constructor(keys: readonly (string | null)[]) {
    for (const key of keys) {
      if (key === null) continue;
      const base = baseOf(key);
      this.#highest.set(base, Math.max(this.#highest.get(base) ?? 0, numberOf(key)));
    }
  }

  next(base: string): string {
    const number = (this.#highest.get(base) ?? 0) + 1;
    this.#highest.set(base, number);
    return numbered(base, number);
  }
}

function sameKey(key: string | null | undefined, base: string): string | null {
  return key !== null && key !== undefined && baseOf(key) === base ? key : null;
}

type Beside = {
  readonly first: string;
  readonly last: string;
  readonly apart: number;
  readonly signature: string;
  readonly isPending: boolean;
};

const BY_HAND_DAYS = 5;
const OTHER_FORMAT_DAYS = 3;

/** Days around the announced day on which a payment may be booked. */
export const BOOKED_BEFORE = 1;
export const BOOKED_WITHIN = 14;

/** Parts, and the other side of a transfer, would not fit another amount. */
function mayBook(pending: KnownRow, { date, minor }: FileRow): boolean {
  const later = daysBetween(pending.date, date);
  return (
    !pending.is_split &&
    pending.transfer_id === null &&
    pending.amount_minor < 0 === minor < 0 &&
    later >= -BOOKED_BEFORE &&
    later <= BOOKED_WITHIN
  );
}

function likenessOf(
  twin: KnownRow,
  { first, last, apart, signature, isPending }: Beside,
): Pick<PlannedRow, "action" | "why"> | null {
  if (twin.status === "pending" && twin.source !== "hand") return null;
  if (twin.source === "hand") return apart <= BY_HAND_DAYS ? byHand(twin, isPending) : null;
  const isWithin = twin.date >= first && twin.date <= last;
  if (twin.signature !== signature)
    return isWithin && apart <= OTHER_FORMAT_DAYS
      ? { action: "likely", why: "A file of another kind brought it." }
      : null;
  const isWholeDay = twin.date > first && twin.date < last;
  return isWholeDay && apart === 0
    ? { action: "likely", why: "The bank seems to have changed its text." }
    : null;
}

/** The bank's words replace a person's, but not after an export for the accountant. */
function byHand({ status }: KnownRow, isPending: boolean): Pick<PlannedRow, "action" | "why"> {
  if (status === "exported")
    return { action: "likely", why: "It was added by hand and given to the accountant." };
  if (isPending && status !== "posted" && status !== "pending")
    return { action: "likely", why: "It was added by hand." };
  return { action: "update", why: "It was added by hand, and becomes the bank's." };
}

export type RowAction =
  | "new"
  | "duplicate"
  /** Is likely here already: left out unless chosen. */
  | "likely"
  /** Books a pending transaction, or makes one by hand the bank's. */
  | "update"
  /** Was deleted here: left out unless chosen. */
  | "forgotten";

export type PlannedRow = {
  readonly row: FileRow;
  readonly action: RowAction;
  /** The transaction that equals the row, surely or likely. For a new row: a pending transaction that it may book. */
  readonly target: KnownRow | null;
  readonly why: string;
  readonly bankId: string | null;
  readonly rowKey: string;
  readonly noted: readonly string[];
};

export type RowsToPlan = {
  readonly rows: readonly FileRow[];
  readonly books?: ReadonlySet<number>;
  readonly repeated?: ReadonlySet<FileRow>;
  readonly currency: string;
  readonly format: FileFormat;
  readonly signature: string;
  readonly known: readonly KnownRow[];
  /** Of transactions on other days. */
  readonly otherBankIds: readonly string[];
  readonly forgotten: ReadonlyMap<string, Forgotten>;
};
