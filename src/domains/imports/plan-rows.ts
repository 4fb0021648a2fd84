import type { FileFormat } from "../../db/schema/imports.ts";
import { daysBetween } from "../../shared/calendar.ts";
import { type Forgotten, forgottenKey } from "../transactions/forgotten-rows.ts";
import { numbersIn } from "./key-numbers.ts";
import {
  ALIKE,
  type KnownRow,
  KnownRows,
  ROWS_A_SLICE,
  SAME_ID_DAYS,
  baseOf,
  greatestDay,
  leastDay,
  likeness,
  rowKeyOf,
  wordsOf,
} from "./known-rows.ts";
import type { FileRow } from "./read/statement.ts";

/**
 * Compares the rows of a file with those of its account. All rows go through one comparison before the next, from
 * the surest to the least sure. Each transaction is met once. Yields at the end of each slice.
 */
export function* planningOf(given: RowsToPlan): Generator<void, readonly PlannedRow[]> {
  const pass = new Passes(given);
  yield* pass.begin();
  yield* pass.repeated();
  yield* pass.byBankId();
  yield* pass.byRowKey();
  yield* pass.byForgotten();
  yield* pass.stillPending();
  yield* pass.booked();
  yield* pass.byLikeness();
  yield* pass.withOtherAmount();
  return yield* pass.end();
}

type Found = Pick<PlannedRow, "action" | "target" | "why">;

type Candidate = {
  readonly at: number;
  readonly row: FileRow;
  readonly base: string | null;
  readonly key: string;
};

type Pair = {
  readonly candidate: Candidate;
  readonly twin: KnownRow;
  readonly kind: Kind;
  readonly apart: number;
  readonly like: number;
};

class Passes {
  readonly #given: RowsToPlan;
  readonly #known: KnownRows;
  readonly #rows: Candidate[] = [];
  readonly #words = new Map<number, ReadonlySet<string>>();
  readonly #found = new Map<number, Found>();
  readonly #usedForgotten = new Set<string>();
  readonly #maybe = new Set<string>();
  readonly #noted = new Map<number, readonly string[]>();
  /** Texts compared in this slice, and rows, which count as five. */
  #compared = 0;

  constructor(given: RowsToPlan) {
    this.#given = given;
    this.#known = new KnownRows(given.signature);
  }

  *begin(): Generator<void> {
    yield* this.#known.add(this.#given.known);
    for (const [at, row] of this.#given.rows.entries()) {
      if (at % ROWS_A_SLICE === 0) yield;
      const base = row.bankId === null ? null : baseOf(row.bankId);
      this.#rows.push({ at, row, base, key: rowKeyOf(row, this.#given.currency) });
    }
  }

  *repeated(): Generator<void> {
    for (const { at, row } of this.#open())
      if (this.#given.repeated?.has(row) === true)
        this.#set(at, "duplicate", null, "Another file of the archive has it too.");
    yield;
  }

  /**
   * Compares id and amount: first in the same state on the same day, then within days. The same id with another
   * amount is another booking.
   */
  *byBankId(): Generator<void> {
    for (const isOther of [false, true])
      for (const days of [0, SAME_ID_DAYS])
        yield* this.#each(({ at, row, base }) => {
          if (base === null) return;
          const twin = this.#known.withBankId(base, row, days, row.isPending !== isOther);
          if (twin !== undefined) this.#meet(at, twin, "It has the same id of the bank.");
        });
  }

  /** Prefers the same state: of two equal rows, one may be pending and the other booked. */
  *byRowKey(): Generator<void> {
    for (const isOther of [false, true])
      yield* this.#each(({ at, row, key }) => {
        const twin = this.#known.withRowKey(key, row.isPending !== isOther);
        if (twin !== undefined) this.#meet(at, twin, "It has the same day, amount and text.");
      });
  }

  *byForgotten(): Generator<void> {
    const { forgotten } = this.#given;
    const byBase = new Map<string, Set<string>>();
    for (const key of forgotten.keys()) {
      const base = baseOf(key);
      byBase.set(base, (byBase.get(base) ?? new Set()).add(key));
    }
    yield* this.#each(({ at, row, base, key }) => {
      const id = base === null ? null : forgottenKey(base, row.minor);
      const [own] = byBase.get(key) ?? [];
      const known = own ?? (id !== null && this.#isForgotten(id) ? id : undefined);
      if (known === undefined) return;
      this.#usedForgotten.add(known);
      byBase.get(baseOf(known))?.delete(known);
      this.#noted.set(at, id === null ? [known] : [known, id]);
      const survivor = this.#known.get(forgotten.get(known)?.survivor_id ?? null);
      if (survivor === undefined)
        this.#set(at, "forgotten", null, "It was imported and deleted before.");
      else {
        this.#known.take(survivor);
        this.#set(at, "duplicate", survivor, "It was found to be this transaction before.");
      }
    });
  }

  #isForgotten(key: string): boolean {
    return this.#given.forgotten.has(key) && !this.#usedForgotten.has(key);
  }

  /** Meets pending rows that are pending here too. Their day may be that of the download. */
  *stillPending(): Generator<void> {
    yield* this.#each((candidate) => {
      const { at, row } = candidate;
      if (!row.isPending) return;
      const near = this.#known.pending(row, BOOKED_WITHIN, BOOKED_WITHIN);
      const twin = near.find((one) => this.#like(candidate, one) >= ALIKE);
      if (twin !== undefined) this.#meet(at, twin, "It is pending here too.");
    });
  }

  /** Books pending transactions: with a like text, or where row and transaction have no other candidate. */
  *booked(): Generator<void> {
    const why = "It was pending, and is booked now.";
    const pendingFor = (row: FileRow) => this.#known.pending(row, BOOKED_WITHIN, BOOKED_BEFORE);
    yield* this.#each((candidate) => {
      if (candidate.row.isPending) return;
      const best = this.#mostLike(candidate, pendingFor(candidate.row));
      if (best !== undefined && this.#like(candidate, best) >= ALIKE)
        this.#meet(candidate.at, best, why);
    });
    const open = this.#open().filter(({ row }) => !row.isPending);
    const rows = Map.groupBy(open, ({ row }) => `${row.minor} ${row.date}`);
    yield* this.#each(({ at, row }) => {
      if (row.isPending) return;
      const [twin, ...others] = pendingFor(row);
      if (twin === undefined || others.length > 0) return;
      if (!this.#hasRival(rows, row, twin)) this.#meet(at, twin, why);
    });
  }

  /** True when another open row may book a pending transaction too. */
  #hasRival(
    rows: ReadonlyMap<string, readonly Candidate[]>,
    { minor }: FileRow,
    { date }: KnownRow,
  ): boolean {
    const keys = this.#known
      .days(date, BOOKED_BEFORE, BOOKED_WITHIN)
      .map((day) => `${minor} ${day}`);
    let open = 0;
    for (const key of keys)
      for (const { at } of rows.get(key) ?? []) {
        if (!this.#found.has(at)) open += 1;
        if (open > 1) return true;
      }
    return false;
  }

  *byLikeness(): Generator<void> {
    const [first, last] = [leastDay(this.#given.rows) ?? "", greatestDay(this.#given.rows) ?? ""];
    yield;
    const byAmount = Map.groupBy(this.#open(), ({ row }) => row.minor);
    for (const candidates of byAmount.values()) {
      const isMany = this.#countPairs(candidates) > MOST_PAIRS;
      const pairs: Pair[] = [];
      for (const candidate of candidates) {
        const own = this.#pairsOf(candidate, { first, last, isMany });
        if (isMany) this.#meetBest(own);
        else pairs.push(...own);
        if (this.#isSliceOver()) yield;
      }
      this.#meetBest(pairs);
    }
  }

  #countPairs(candidates: readonly Candidate[]): number {
    const byDay = Map.groupBy(candidates, ({ row }) => row.date);
    return [...byDay.values()].reduce(
      (sum, [one, ...others]) =>
        one === undefined
          ? sum
          : sum + this.#known.countNear(one.row, BY_HAND_DAYS) * (others.length + 1),
      0,
    );
  }

  #pairsOf(candidate: Candidate, { first, last, isMany }: Span): readonly Pair[] {
    const { row } = candidate;
    const most = isMany ? MOST_ALIKE : MOST_PAIRS;
    return this.#known.near(row, BY_HAND_DAYS, most).flatMap((twin) => {
      const apart = Math.abs(daysBetween(twin.date, row.date));
      const { isPending } = row;
      const { signature } = this.#given;
      const kind = likenessOf(twin, { first, last, apart, signature, isPending });
      const like = kind === null ? 0 : this.#like(candidate, twin);
      return kind === null ? [] : [{ candidate, twin, kind, apart, like }];
    });
  }

  #meetBest(pairs: readonly Pair[]): void {
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
  *withOtherAmount(): Generator<void> {
    yield* this.#each((candidate) => {
      const { at, row, base } = candidate;
      if (row.isPending) return;
      const announced = this.#known.announced(row, base, BOOKED_WITHIN, BOOKED_BEFORE);
      const fitting = [...announced].filter(
        (one) =>
          !this.#maybe.has(one.id) &&
          mayBook(one, row) &&
          (sameKey(one.bank_id, base ?? "") !== null || this.#like(candidate, one) >= ALIKE),
      );
      const twin = this.#mostLike(candidate, fitting);
      if (twin === undefined) return;
      this.#maybe.add(twin.id);
      const isChosen = this.#given.books?.has(at) === true;
      const why = isChosen
        ? "It was pending with another amount, and is booked now."
        : "It may be the pending one, with a tip or another amount.";
      this.#set(at, isChosen ? "update" : "new", twin, why);
    });
  }

  *end(): Generator<void, readonly PlannedRow[]> {
    const { ids, keys } = yield* numbersIn(this.#given);
    const planned: PlannedRow[] = [];
    for (const { at, row, base, key } of this.#rows) {
      if (at % ROWS_A_SLICE === 0) yield;
      const found = this.#found.get(at) ?? NEW;
      const target = found.action === "new" ? null : found.target;
      const isIn = found.action === "duplicate";
      const bankId =
        base === null || isIn ? base : (sameKey(target?.bank_id, base) ?? ids.next(base));
      const rowKey = isIn ? key : (sameKey(target?.row_key, key) ?? keys.next(key));
      const isOther = bankId !== base && found.action === "new" && found.target === null;
      const why = isOther ? "The bank has used its id for another booking too." : found.why;
      planned.push({ row, ...found, why, bankId, rowKey, noted: this.#noted.get(at) ?? [] });
    }
    return planned;
  }

  /** Compares each open row, and yields at the end of a slice. */
  *#each(compare: (candidate: Candidate) => void): Generator<void> {
    for (const candidate of this.#rows) {
      if (this.#isSliceOver()) yield;
      if (!this.#found.has(candidate.at)) compare(candidate);
    }
  }

  #isSliceOver(): boolean {
    this.#compared += COMPARED_A_SLICE / ROWS_A_SLICE;
    if (this.#compared < COMPARED_A_SLICE) return false;
    this.#compared = 0;
    return true;
  }

  #open(): readonly Candidate[] {
    return this.#rows.filter(({ at }) => !this.#found.has(at));
  }

  /** The nearest of equally like ones. */
  #mostLike(candidate: Candidate, rows: readonly KnownRow[]): KnownRow | undefined {
    const { date } = candidate.row;
    const ranked = rows.map((row) => ({
      row,
      like: this.#like(candidate, row),
      apart: Math.abs(daysBetween(row.date, date)),
    }));
    return ranked.toSorted((one, other) => other.like - one.like || one.apart - other.apart)[0]
      ?.row;
  }

  #like({ at, row }: Candidate, known: KnownRow): number {
    const words = this.#words.get(at) ?? wordsOf([row.name, row.description, row.reference]);
    this.#words.set(at, words);
    this.#compared += 1;
    return likeness(words, this.#known.words(known));
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

type Span = { readonly first: string; readonly last: string; readonly isMany: boolean };

/**
 * Pairs of rows and transactions of one amount, of which the most alike meet first. Where there are more, each row
 * meets the most alike of some, in its turn.
 */
const MOST_PAIRS = 2500;

const MOST_ALIKE = 10;

/** Comparisons of texts until other requests are served. */
export const COMPARED_A_SLICE = 500;

const NEW: Found = { action: "new", target: null, why: "" };

function sameKey(key: string | null | undefined, base: string): string | null {
  return key !== null && key !== undefined && baseOf(key) === base ? key : null;
}

type Kind = Pick<PlannedRow, "action" | "why">;

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
): Kind | null {
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
function byHand({ status }: KnownRow, isPending: boolean): Kind {
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
