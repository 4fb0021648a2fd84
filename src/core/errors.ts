/** Stable codes a caller can act on; they are part of the public surface. A domain adds its own. */
export type RefusalCode =
  | "already_exists"
  | "already_stopped"
  | "busy"
  | "entry_has_no_start"
  | "idempotency_key_reused"
  | "internal_error"
  | "invalid_argument"
  | "invalid_cursor"
  | "key_ended"
  | "last_owner"
  | "no_running_timer"
  | "not_allowed"
  | "not_confirmed"
  | "not_found"
  | "not_undoable"
  | "password_needed"
  | "tool_not_available"
  | "unknown_argument";

export type RefusalParts = {
  readonly code: RefusalCode;
  /** What is wrong, as a clause without a full stop. */
  readonly message: string;
  /** What to do next, as a clause without a full stop. */
  readonly next: string;
  /** Where: the argument's path, or null when no argument is at fault. */
  readonly path?: string | null;
  /** For the log only; never shown to the caller. */
  readonly cause?: unknown;
};

/** A call that was refused for a reason the caller can mend. Only the edge turns it into an answer. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly path: string | null;
  readonly next: string;

  constructor(parts: RefusalParts) {
    super(parts.message, { cause: parts.cause });
    this.name = "Refusal";
    this.code = parts.code;
    this.path = parts.path ?? null;
    this.next = parts.next;
  }

  /** One sentence: what is wrong and what to do next. */
  get sentence(): string {
    return `${this.message}; ${this.next}.`;
  }
}

/** An id that names nothing, or what belongs to another team: for the caller that is the same. */
export function notFound(missing: {
  /** The thing, as a person says it: `Time entry`. */
  readonly what: string;
  readonly id: string;
  readonly path: string;
  readonly next: string;
}): Refusal {
  const { what, id, path, next } = missing;
  const message = `${what} ${id} does not exist in this team`;
  return new Refusal({ code: "not_found", path, message, next });
}

/** The caller went away before the work was committed, so nothing was. */
export class Cancelled extends Error {
  constructor() {
    super("the caller went away before the work was committed");
    this.name = "Cancelled";
  }
}
