import { type RandomBytes, uuidV7 } from "../core/ids.ts";
import { type Instant, instantOf } from "../core/time.ts";
import type { Begin, Database } from "./connect.ts";
import type { CredentialKind, Db, Role } from "./schema.ts";

/** What every piece of work stands on. Nothing is ambient: the clock and chance are in here too. */
export type Ground = {
  /** The reader, or the transaction when the work is in one; then there is no other handle. */
  readonly db: Db;
  /** Opens a transaction; null inside of one. Call `transaction` instead. */
  readonly begin: Begin | null;
  /** When the call arrived; the same throughout the call. */
  readonly now: Instant;
  readonly newId: () => string;
  readonly randomBytes: RandomBytes;
  /** Whether the caller went away: then a transaction is undone instead of committed. */
  readonly isCancelled: () => boolean;
  /** Tells a caller who asked for it how far a long call is. */
  readonly progress: Progress;
};

/** `done` grows from one report to the next, of `total`. */
export type Progress = (done: number, total: number, message: string) => void;

/** Work that the journal can sign: for which team, by whom, by which credential, through which door. */
export type Signed = Ground & {
  readonly team: { readonly id: string };
  /** Null when an operator acts from the command line. */
  readonly actor: { readonly id: string } | null;
  readonly credential: { readonly kind: CredentialKind; readonly id: string | null };
  /** The program that calls, as it introduced itself. Not verified. */
  readonly client: Client | null;
  /** The door: the tool, the route or the admin command. */
  readonly tool: string;
};

export type Client = { readonly name: string; readonly version: string | null };

/** All that a verb may know and use: a call for one team by one of its members. */
export type Context = Signed & {
  readonly team: { readonly id: string; readonly name: string; readonly baseCurrency: string };
  readonly actor: Actor;
};

export type Actor = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly timeZone: string;
};

/** Where a process takes its data, its time and its chance from. */
export type Sources = {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly randomBytes: RandomBytes;
};

/** The ground for one piece of work that begins now. */
export function groundOf(
  { database, clock, randomBytes }: Sources,
  isCancelled: () => boolean = () => false,
): Ground {
  return {
    db: database.reader,
    begin: database.begin,
    now: instantOf(clock()),
    newId: () => uuidV7(clock(), randomBytes),
    randomBytes,
    isCancelled,
    progress: () => {},
  };
}
