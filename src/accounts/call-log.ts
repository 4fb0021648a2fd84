import { type RandomBytes, uuidV7 } from "../core/ids.ts";
import type { Begin } from "../db/connect.ts";
import type { Client } from "../db/context.ts";
import type { Schema, Db } from "../db/schema/schema.ts";
import { instantOf, type Instant, millisecondsOf } from "../shared/time.ts";
import type { Holder } from "./credentials.ts";

/** Longest time that a call waits in memory before it is written. */
const FLUSH_MS = 1000;
/** Calls that one process writes at once; further ones are counted by credential. */
const MOST_AT_ONCE = 200;
/** Far below the parameters that a database takes. */
const ROWS_OF_INSERT = 500;

/** End of a call. Its arguments and its result are not part of it. */
export type CallEnd = {
  readonly outcome: "done" | "refused" | "failed";
  readonly reason: string | null;
  readonly rows: number | null;
};

export function doneWith(output: unknown): CallEnd {
  const isList = typeof output === "object" && output !== null && "items" in output;
  const rows = isList && Array.isArray(output.items) ? output.items.length : null;
  return { outcome: "done", reason: null, rows };
}

export type EndCall = (end: CallEnd) => void;

type Caller = Pick<Holder, "team" | "actor" | "credential">;
type Called = { readonly caller: Caller; readonly client: string | null; readonly at: number };
type Logged = Called & CallEnd & { readonly tool: string; readonly endedAt: number };
type Counted = Called & { calls: number };
type Row = Schema["call_log"];

type Parts = {
  readonly begin: Begin;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly randomBytes: RandomBytes;
  readonly onError: (error: unknown) => void;
};

/** Logs the calls of keys and apps, in one insert a second, without delaying requests. */
export class CallLog {
  readonly #parts: Parts;
  #logged: Logged[] = [];
  #counted = new Map<string, Counted>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  begin(caller: Caller, client: Client | null, tool: string): EndCall {
    const { clock } = this.#parts;
    const called = { caller, client: client?.name ?? null, at: clock() };
    return (end) => {
      if (this.#logged.length < MOST_AT_ONCE)
        this.#logged.push({ ...called, ...end, tool, endedAt: clock() });
      else this.#count(called);
      if (this.#timer === null && this.#writing === null) this.#wait();
    };
  }

  async settled(): Promise<void> {
    while (this.#writing !== null || this.#logged.length > 0) {
      if (this.#writing === null) this.#flush();
      await this.#writing;
    }
  }

  #count(called: Called): void {
    const { id } = called.caller.credential;
    const counted = this.#counted.get(id);
    if (counted === undefined) this.#counted.set(id, { ...called, calls: 1 });
    else counted.calls += 1;
  }

  #wait(): void {
    this.#timer = setTimeout(() => this.#flush(), FLUSH_MS).unref();
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#write(this.#take()).finally(() => {
      this.#writing = null;
      // Calls that ended meanwhile. No second write starts before: a slow database fills no memory.
      if (this.#logged.length > 0) this.#wait();
    });
  }

  #take(): readonly Row[] {
    const { randomBytes } = this.#parts;
    const rows = [
      ...this.#logged.map((call) => rowOf(call, randomBytes)),
      ...[...this.#counted.values()].map((call) => countedRow(call, randomBytes)),
    ];
    this.#logged = [];
    this.#counted = new Map();
    return rows;
  }

  async #write(rows: readonly Row[]): Promise<void> {
    const { begin, onError } = this.#parts;
    try {
      await begin(async (db) => {
        for (let from = 0; from < rows.length; from += ROWS_OF_INSERT) {
          const some = rows.slice(from, from + ROWS_OF_INSERT);
          await db.insertInto("call_log").values(some).execute();
        }
      });
    } catch (error) {
      onError(error);
    }
  }
}

function rowOf(call: Logged, randomBytes: RandomBytes): Row {
  return {
    ...columnsOf(call, randomBytes),
    tool: call.tool,
    outcome: call.outcome,
    reason: call.reason,
    row_count: call.rows,
    // Below 0 when the clock was set back.
    milliseconds: Math.max(0, call.endedAt - call.at),
    calls: 1,
  };
}

function countedRow(call: Counted, randomBytes: RandomBytes): Row {
  return {
    ...columnsOf(call, randomBytes),
    tool: null,
    outcome: null,
    reason: null,
    row_count: null,
    milliseconds: null,
    calls: call.calls,
  };
}

function columnsOf({ caller, client, at }: Called, randomBytes: RandomBytes) {
  return {
    team_id: caller.team.id,
    created_at: instantOf(at),
    id: uuidV7(at, randomBytes),
    user_id: caller.actor.id,
    credential_kind: caller.credential.kind,
    credential_id: caller.credential.id,
    client_name: client,
  };
}

type Credential = {
  readonly kind: "api_key" | "oauth_grant";
  readonly id: string;
  readonly teamId: string;
};

/** Minimum time between writes of one credential's last use. */
const WRITE_EVERY_MS = 60_000;
/** Minimum time between writes of the client's name, when several clients share a credential. */
const NAME_EVERY_MS = 1000;

export class CredentialUse {
  readonly #begin: Begin;
  readonly #onError: (error: unknown) => void;
  readonly #written = new Map<string, number>();
  readonly #named = new Map<string, number>();
  #writing: Promise<void> = Promise.resolve();

  constructor(begin: Begin, onError: (error: unknown) => void) {
    this.#begin = begin;
    this.#onError = onError;
  }

  note(credential: Credential, now: Instant): void {
    if (!isDue(this.#written, credential, now, WRITE_EVERY_MS)) return;
    this.#write(() => setLastUse(this.#begin, credential, now));
  }

  noteClient(credential: Credential, client: Client, now: Instant): void {
    if (!isDue(this.#named, credential, now, NAME_EVERY_MS)) return;
    this.#write(() => setLastUse(this.#begin, credential, now, client.name));
  }

  async settled(): Promise<void> {
    await this.#writing;
  }

  #write(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work).catch(this.#onError);
  }
}

function isDue(
  times: Map<string, number>,
  { id }: Credential,
  now: Instant,
  everyMs: number,
): boolean {
  const milliseconds = millisecondsOf(now);
  if (milliseconds - (times.get(id) ?? -Infinity) < everyMs) return false;
  times.set(id, milliseconds);
  return true;
}

async function setLastUse(
  begin: Begin,
  credential: Credential,
  now: Instant,
  by?: string,
): Promise<void> {
  const use = { last_used_at: now, ...(by === undefined ? {} : { last_used_by: by }) };
  await begin((db) => updateOf(db, credential).set(use).execute());
}

export async function setClient(
  begin: Begin,
  credential: Credential,
  { name, version }: Client,
  now: Instant,
): Promise<void> {
  const introduced = { client_name: name, client_version: version };
  const use = { last_used_at: now, last_used_by: name };
  await begin((db) =>
    updateOf(db, credential)
      .set({ ...introduced, ...use })
      .execute(),
  );
}

function updateOf(db: Db, { kind, id, teamId }: Credential) {
  return db
    .updateTable(kind === "api_key" ? "api_keys" : "oauth_grants")
    .where("team_id", "=", teamId)
    .where("id", "=", id);
}
