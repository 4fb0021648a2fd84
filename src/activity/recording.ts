import type { Did } from "../core/event.ts";
import type { AuditContext } from "../db/context.ts";
import type { SubjectSummary, SubjectType } from "../db/schema/activity.ts";
import { ROWS_A_CHUNK, pause } from "../db/transaction.ts";
import type { Change } from "./journal.ts";
import { newEvent } from "./new-event.ts";
import { privacyOf } from "./visibility.ts";
import { completeEvent, writeChanges, writeEvent } from "./write-event.ts";

/** Records of a kind that an event names at most when it is listed. */
const MOST_NAMED = 3;

/** Describes the changes of an event, without keeping them. */
class Summary {
  readonly #kinds = new Map<SubjectType, { changes: number; first: { id: string; did: Did }[] }>();
  readonly #holders = new Set<string | null>();
  #hasShared = false;

  add(change: Change): void {
    const { type, id } = change;
    const kind = this.#kinds.get(type) ?? { changes: 0, first: [] };
    this.#kinds.set(type, kind);
    kind.changes += 1;
    if (kind.first.length < MOST_NAMED) kind.first.push({ id, did: didOf(change) });
    if ("holder" in change) this.#holders.add(change.holder);
    else this.#hasShared = true;
  }

  countOf(type: SubjectType): number {
    return this.#kinds.get(type)?.changes ?? 0;
  }

  get subjects(): readonly SubjectSummary[] {
    return [...this.#kinds].map(([type, kind]) => ({ type, ...kind }));
  }

  get privacy() {
    return privacyOf(this.#holders, this.#hasShared);
  }
}

function didOf({ before, after }: Change): Did {
  if (before === null) return "created";
  return after === null ? "deleted" : "changed";
}

type Options = {
  /** Id of the event that the changes undo. */
  readonly undoes?: string | null;
  /** Counts the changes still to come, for the progress of a large event; asked once. */
  readonly toCome?: () => Promise<number>;
};

/**
 * One event whose changes are written as they happen, in the transaction of these changes, so that a
 * large one does not fill the memory. An event of one chunk is written at once, at its end.
 */
export class Recording {
  readonly #context: AuditContext;
  readonly #undoes: string | null;
  readonly #toCome: () => Promise<number>;
  readonly #id: string;
  readonly #summary = new Summary();
  #waiting: Change[] = [];
  #written = 0;
  #total: number | null = null;

  constructor(context: AuditContext, { undoes = null, toCome = async () => 0 }: Options = {}) {
    if (context.begin !== null)
      throw new Error(`${context.tool} writes to the journal outside a transaction`);
    this.#context = context;
    this.#undoes = undoes;
    this.#toCome = toCome;
    this.#id = context.newId();
  }

  /** Number of changes to records of a kind so far. */
  countOf(type: SubjectType): number {
    return this.#summary.countOf(type);
  }

  async add(changes: readonly Change[]): Promise<void> {
    for (const change of changes) {
      this.#summary.add(change);
      this.#waiting.push(change);
    }
    while (this.#waiting.length > ROWS_A_CHUNK) await this.#writeChunk();
  }

  /** Writes what remains. @returns the event's id */
  async end(): Promise<string> {
    const { db } = this.#context;
    const event = this.#event();
    const rows = this.#rowsOf(this.#waiting);
    this.#waiting = [];
    if (this.#total === null) {
      await writeEvent(db, event, rows);
    } else {
      await writeChanges(db, event, rows);
      await completeEvent(db, event);
    }
    return this.#id;
  }

  /** Changes refer to their event, so it comes with the first chunk, and is completed at the end. */
  async #writeChunk(): Promise<void> {
    const { db } = this.#context;
    const event = this.#event([]);
    const waiting = this.#waiting.length;
    const rows = this.#rowsOf(this.#waiting.splice(0, ROWS_A_CHUNK));
    await (this.#total === null ? writeEvent(db, event, rows) : writeChanges(db, event, rows));
    this.#total ??= waiting + (await this.#toCome());
    this.#written += rows.length;
    const [done, total] = [this.#written, Math.max(this.#total, this.#written)];
    this.#context.progress(done, total, `${done} of ${total} changes are written down`);
    await pause(this.#context);
  }

  #event(subjects: readonly SubjectSummary[] = this.#summary.subjects) {
    const told = { id: this.#id, undoes: this.#undoes, subjects, ...this.#summary.privacy };
    return newEvent(this.#context, { outcome: "done", reason: null, ...told });
  }

  #rowsOf(changes: readonly Change[]) {
    return changes.map(({ type, id, before, after }, index) => ({
      position: this.#written + index,
      subject_type: type,
      subject_id: id,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    }));
  }
}
