import type { Files } from "../core/files.ts";
import { type RandomBytes, uuidV7 } from "../core/ids.ts";
import { type Instant, instantOf } from "../shared/time.ts";
import type { Begin, Database } from "./connect.ts";
import type { Role } from "./schema/accounts.ts";
import type { CredentialKind } from "./schema/activity.ts";
import type { Db } from "./schema/schema.ts";

/** Base of every operation. Nothing is ambient: clock and randomness are passed in here too. */
export type BaseContext = {
  readonly db: Db;
  /** Null inside a transaction. Call `transaction` instead. */
  readonly begin: Begin | null;
  /** Calls a function once the transaction is committed, and never when it is undone. */
  readonly afterCommit: (then: () => void) => void;
  readonly wake: () => void;
  /** Time of the call's arrival, constant throughout it. */
  readonly now: Instant;
  readonly newId: () => string;
  readonly randomBytes: RandomBytes;
  /** Seals what is stored; null where nothing is sealed or opened. */
  readonly sealing: Sealing | null;
  /** Address of the server, for links to its pages; null where the caller does not know it. */
  readonly baseUrl: string | null;
  /** Bytes of documents; null where the caller neither keeps nor reads any. */
  readonly files: Files | null;
  /** Null where no mail server is set up. */
  readonly mailing: Mailing | null;
  /** Right side of the addresses to which receipts are mailed; null where the server takes no mail. */
  readonly inboxDomain: string | null;
  /** True once the caller has disconnected: the transaction is then rolled back. */
  readonly isCancelled: () => boolean;
  readonly progress: Progress;
};

export type Sealing = {
  readonly secret: string;
  /** True when it lies in the database, beside what it seals. */
  readonly isInDatabase: boolean;
};

/** Facts of the server for verbs that have mail sent. */
export type Mailing = {
  /** Right side of each Message-ID. */
  readonly domain: string;
  /** Addresses to which a team may have invoices mailed within an hour. */
  readonly invoiceMailsPerHour: number;
};

export type Progress = (done: number, total: number, message: string) => void;

export type AuditContext = BaseContext & {
  readonly team: { readonly id: string };
  /** Null when an operator acts from the command line. */
  readonly actor: { readonly id: string } | null;
  readonly credential: { readonly kind: CredentialKind; readonly id: string | null };
  /** Client as it introduced itself; not verified. */
  readonly client: Client | null;
  readonly tool: string;
};

export type Client = { readonly name: string; readonly version: string | null };

export type Context = AuditContext & {
  readonly team: { readonly id: string; readonly name: string; readonly baseCurrency: string };
  readonly actor: Actor;
};

export type Actor = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly timeZone: string;
};

const RANK: Readonly<Record<Role, number>> = { member: 0, admin: 1, owner: 2 };

export function mayAct(role: Role, least: Role): boolean {
  return RANK[role] >= RANK[least];
}

/** True for the actor's own records, and for all records where the actor leads the team. */
export function reaches({ id, role }: Actor, personId: string | null): boolean {
  return personId === id || mayAct(role, "admin");
}

export type Sources = {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly randomBytes: RandomBytes;
  readonly wake?: () => void;
  readonly sealing?: Sealing;
  readonly mailing?: Mailing | null;
  readonly inboxDomain?: string | null;
  readonly baseUrl?: string;
  readonly files?: Files;
};

export function baseContextOf(
  { database, clock, randomBytes, wake = () => {}, ...facts }: Sources,
  isCancelled: () => boolean = () => false,
): BaseContext {
  return {
    db: database.reader,
    begin: database.begin,
    afterCommit: refuseOutside,
    wake,
    now: instantOf(clock()),
    newId: () => uuidV7(clock(), randomBytes),
    randomBytes,
    sealing: facts.sealing ?? null,
    baseUrl: facts.baseUrl ?? null,
    files: facts.files ?? null,
    mailing: facts.mailing ?? null,
    inboxDomain: facts.inboxDomain ?? null,
    isCancelled,
    progress: () => {},
  };
}

function refuseOutside(): never {
  throw new Error("there is no transaction whose commit could be waited for");
}
