import type { Did } from "../core/event.ts";
import type { SubjectSummary, SubjectType } from "../db/schema/activity.ts";
import type { Change } from "./journal.ts";
import { privacyOf } from "./visibility.ts";

/** Records of a kind that an event names at most when it is listed. */
const MOST_NAMED = 3;

/** Describes the changes of an event, without keeping them. */
export class Summary {
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
