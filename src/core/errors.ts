/**
 * Stable codes that a caller can act on, part of the public surface. A domain adds its own. Each has the
 * clause with which the journal says why a call was refused.
 */
export const REFUSALS = {
  already_canceled: "it was canceled already",
  already_matched: "the receipt was matched with another transaction",
  already_exists: "it exists already",
  already_stopped: "the timer was stopped already",
  busy: "the records were in use",
  bytes_missing: "the server's disk did not have its bytes",
  changed_meanwhile: "somebody had changed it meanwhile",
  count_changed: "another number of records matched by then",
  changed_since: "its figures had changed since",
  clock_behind: "the server's clock was behind",
  disk_full: "the disk of the server was full",
  dates_ordered: "a document of a later day has a number already",
  exported: "it was given to the accountant",
  entry_has_no_start: "the time entry has no start",
  file_too_large: "the file was too large",
  idempotency_key_reused: "its idempotency key belongs to another call",
  in_use: "other records use it",
  internal_error: "the server failed",
  invalid_argument: "an argument was not valid",
  invalid_cursor: "its cursor was not valid",
  invoice_incomplete: "something that it needs was missing",
  key_ended: "the key had ended",
  last_owner: "a team needs an owner",
  limit_reached: "there were as many as there may be",
  no_preview: "no picture of it can be drawn",
  no_running_timer: "no timer was running",
  not_a_draft: "it was no draft any more",
  not_allowed: "the role does not allow it",
  not_confirmed: "nobody agreed to it",
  not_drawable: "the font lacks some of its characters",
  not_found: "there is no such record",
  not_undoable: "the records have changed since",
  number_taken: "another document has that number",
  outcome_unknown: "the database was lost while it was saved",
  plan_changed: "the books had changed since the preview",
  quota_exceeded: "the team has as many bytes of files as it may",
  password_needed: "the password was not entered",
  secret_changed: "the server's secret had changed",
  settled: "a correction is not taken back",
  too_large: "a figure was too large",
  too_many_deletions: "assistants had deleted as much as they may in an hour",
  too_many: "there were as many as the team can have",
  time_already_billed: "an invoice has the time already",
  timer_running: "a timer was running",
  tool_not_available: "deleting was not allowed",
  type_not_taken: "files of that type are not kept",
  unavailable: "the database was not available",
  unknown_argument: "it had an unknown argument",
} as const;

export type RefusalCode = keyof typeof REFUSALS;

export type RefusalParts = {
  readonly code: RefusalCode;
  /** A clause without a full stop, as `next` is. */
  readonly message: string;
  readonly next: string;
  /** Instead of `next` for an assistant whose tools delete. */
  readonly nextByDeleting?: string | null;
  readonly path?: string | null;
  /** For the log only; never shown to the caller. */
  readonly cause?: unknown;
};

/** A call refused for a reason that the caller can fix. Only the edge turns it into a response. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly path: string | null;
  readonly next: string;
  readonly nextByDeleting: string | null;

  constructor(parts: RefusalParts) {
    super(parts.message, { cause: parts.cause });
    this.name = "Refusal";
    this.code = parts.code;
    this.path = parts.path ?? null;
    this.next = parts.next;
    this.nextByDeleting = parts.nextByDeleting ?? null;
  }

  get sentence(): string {
    return `${this.message}; ${this.next}.`;
  }
}

/** True for a refusal that ends by itself: nothing was done, and the same call may succeed soon. */
export function isPassing(error: unknown): error is Passing {
  return error instanceof Refusal && (error.code === "busy" || error.code === "unavailable");
}

type Passing = Refusal & { readonly code: "busy" | "unavailable" };

/** Seconds after which a call that met a passing failure is sent again: the value of `Retry-After`. */
export const RETRY_AFTER = "5";

/** An id of another team is refused in the same words. */
export function notFound(missing: {
  readonly what: string;
  readonly id: string;
  readonly path: string;
  readonly next: string;
}): Refusal {
  const { what, id, path, next } = missing;
  const message = `${what} ${id} does not exist in this team`;
  return new Refusal({ code: "not_found", path, message, next });
}

/** The refusal of a file that is read as text or as a table. */
export function unreadable(message: string, next: string): Refusal {
  return new Refusal({ code: "invalid_argument", path: "file", message, next });
}

export function changedMeanwhile(message: string, next: string): Refusal {
  return new Refusal({ code: "changed_meanwhile", message, next });
}

/** The caller disconnected before the work was committed, so it was rolled back. */
export class Cancelled extends Error {
  constructor() {
    super("the caller disconnected before the work was committed");
    this.name = "Cancelled";
  }
}

type FailureParts = {
  /** For people: a sentence without names of hosts or addresses. */
  readonly reason: string;
  /** Repeating cannot help. */
  readonly isFinal: boolean;
  /** It may have been done all the same: nobody knows. */
  readonly mayBeDone?: boolean;
  /** For the log; without personal data. */
  readonly detail?: string;
};

/** An expected failure of the outside world, such as a mail server that is down. Anything else thrown is a bug. */
export class Failure extends Error {
  readonly isFinal: boolean;
  readonly mayBeDone: boolean;
  readonly detail: string | null;

  constructor({ reason, isFinal, mayBeDone = false, detail }: FailureParts) {
    super(reason);
    this.name = "Failure";
    this.isFinal = isFinal;
    this.mayBeDone = mayBeDone;
    this.detail = detail ?? null;
  }
}
