import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe } from "node:test";
import { pino } from "pino";
import { createKey } from "../src/accounts/api-keys.ts";
import { CallLog, CredentialUse } from "../src/accounts/call-log.ts";
import { addMember } from "../src/accounts/members.ts";
import type { Preset } from "../src/accounts/scopes.ts";
import { createTeam, setTeam, type TeamSettings } from "../src/accounts/teams.ts";
import { setProfile } from "../src/accounts/users.ts";
import { JournalWatch } from "../src/activity/journal-watch.ts";
import { type App, createApp } from "../src/app.ts";
import { connect, type Database } from "../src/db/connect.ts";
import { baseContextOf, type AuditContext, type Sources } from "../src/db/context.ts";
import type { Dialect } from "../src/db/dialect.ts";
import type { Role } from "../src/db/schema/accounts.ts";
import { FileStore } from "../src/files/file-store.ts";
import type { Draw } from "../src/files/previews.ts";
import { memoryRateLimit } from "../src/http/rate-limit.ts";
import type { FetchClientDocument } from "../src/oauth/parts.ts";
import { millisecondsOf } from "../src/shared/time.ts";
import { migratedDatabase, type TestDatabase } from "./database.ts";
import { isOnBoth } from "./extent.ts";
import { POSTGRES } from "./postgres.ts";
import { allRows } from "./rows.ts";

/** The tests reach no other host. */
export const noOutside: FetchClientDocument = async () => ({ problem: "no host is reached" });

export const BASE_URL = "http://localhost:3000";
/** Right side of the addresses for receipts. */
export const INBOX_DOMAIN = "receipts.example";
export const SECRET = "a secret of the tests, long enough";

/**
 * Defines the same tests once for each database: races, plans, pages, undo, odd texts, and one whole flow of each verb
 * and each door. Without a PostgreSQL server its tests are skipped by name.
 */
export function onEachDatabase(define: (world: World) => void, options: WorldOptions = {}): void {
  for (const dialect of ["sqlite", "postgres"] as const) {
    const skip =
      dialect === "postgres" && POSTGRES === undefined ? "TEST_DATABASE_URL is not set" : false;
    describe(dialect, { skip }, () => define(worldOfSuite(dialect, options)));
  }
}

/** Defines tests of code above SQL: on SQLite alone in `npm test`, on each database in `npm test -- --both`. */
export function onAnyDatabase(define: (world: World) => void, options: WorldOptions = {}): void {
  if (isOnBoth) onEachDatabase(define, options);
  else describe("sqlite", () => define(worldOfSuite("sqlite", options)));
}

/**
 * Defines tests for which PostgreSQL has no counterpart, on SQLite.
 * @param because the reason, as the end of a sentence
 */
export function onOneDatabase(because: string, define: (world: World) => void): void {
  describe(`sqlite alone, because ${because}`, () => define(worldOfSuite("sqlite", {})));
}

/** Watches the journals more often than a server does. */
export function quickWatch(
  { database, clock }: Sources,
  report: (error: unknown) => void,
): JournalWatch {
  return new JournalWatch({ database, clock, report, everyMs: 20, quietMs: 100 });
}

/** A world that is open while the tests of the suite run. */
function worldOfSuite(dialect: Dialect, options: WorldOptions): World {
  const world = new World(dialect, options);
  before(() => world.open());
  after(() => world.close());
  return world;
}

export type WorldOptions = {
  readonly rateLimit?: number;
  readonly registrations?: number;
  readonly refreshOverlapSeconds?: number;
  readonly sendsMail?: boolean;
  readonly logsCalls?: boolean;
  /** Draws pages of documents; without it all have the same few bytes. */
  readonly draw?: Draw;
};

type Opened = {
  readonly files: FileStore;
  readonly file: TestDatabase;
  readonly database: Database;
  readonly app: App;
  readonly credentialUse: CredentialUse;
  readonly callLog: CallLog | null;
};

export const EMPTY_DRAFT = {
  type: "invoice",
  status: "draft",
  currency: "EUR",
  prices_include_tax: false,
  lines: "[]",
  net_minor: 0,
  tax_minor: 0,
  total_minor: 0,
  credited_minor: 0,
  paid_minor: 0,
  refunded_minor: 0,
  search_text: "",
} as const;

/** The real app on a real database, with a clock that stands still until a test moves it. */
export class World {
  readonly dialect: Dialect;
  /**
   * True on PostgreSQL in `npm test`: a suite of `onEachDatabase` that has tests of code above SQL too returns before
   * them.
   */
  readonly isSecond: boolean;
  readonly rateLimit: number;
  readonly registrations: number;
  readonly refreshOverlapSeconds: number;
  readonly sendsMail: boolean;
  /** False by default: tests that compare all rows would find those of a log that is written by time. */
  readonly logsCalls: boolean;
  readonly #draw: Draw;
  #clock = millisecondsOf("2026-11-21T09:00:00.000Z");
  #opened: Opened | null = null;

  constructor(
    dialect: Dialect,
    {
      rateLimit = 1_000_000,
      registrations = 1_000_000,
      refreshOverlapSeconds = 30,
      sendsMail = false,
      logsCalls = false,
      draw = async () => Buffer.from("a picture"),
    }: WorldOptions = {},
  ) {
    this.dialect = dialect;
    this.isSecond = dialect === "postgres" && !isOnBoth;
    this.rateLimit = rateLimit;
    this.registrations = registrations;
    this.refreshOverlapSeconds = refreshOverlapSeconds;
    this.sendsMail = sendsMail;
    this.logsCalls = logsCalls;
    this.#draw = draw;
  }

  async open(): Promise<void> {
    const file = await migratedDatabase(this.dialect);
    // A bug that a test provokes is printed, so that it does not hide behind a reference.
    const log = pino({ level: "error" }, pino.destination(2));
    const database = await connect(file.url, { onIdleError: (error) => log.error(error) });
    const files = await this.#newStore();
    const sources = { ...this.#sources(database), files };
    const credentialUse = new CredentialUse(database.begin, (error) => log.error(error));
    const onError = (error: unknown) => log.error(error);
    const callLog = this.logsCalls
      ? new CallLog({ ...sources, begin: database.begin, onError })
      : null;
    const app = createApp({
      ...sources,
      baseUrl: BASE_URL,
      allowedOrigins: ["https://app.example"],
      rateLimit: memoryRateLimit({ limit: this.rateLimit }),
      // Windows end by a timer, which the clock of the world does not move.
      apiRequests: memoryRateLimit({ limit: 1_000_000 }),
      trustedProxies: [],
      registrations: memoryRateLimit({ limit: this.registrations, seconds: 3600 }),
      documents: memoryRateLimit({ limit: 30, seconds: 3600 }),
      clientDocuments: true,
      fetchClientDocument: noOutside,
      refreshOverlapSeconds: this.refreshOverlapSeconds,
      credentialUse,
      callLog,
      sendsMail: this.sendsMail,
      inboxDomain: INBOX_DOMAIN,
      invoiceMailsPerHour: 100,
      log,
      sealing: { secret: SECRET, isInDatabase: false },
      journals: quickWatch(sources, (error) => log.error(error)),
      isStopping: () => false,
    });
    this.#opened = { file, files, database, app, credentialUse, callLog };
  }

  async close(): Promise<void> {
    await this.settled();
    await this.database.close();
    await this.#parts.file.drop();
    await rm(this.files.folder, { recursive: true });
  }

  /** Resolves when background work is done: noting the use of keys, logging calls. */
  async settled(): Promise<void> {
    await this.#parts.credentialUse.settled();
    await this.#parts.callLog?.settled();
  }

  get database(): Database {
    return this.#parts.database;
  }

  /** The database's address, for another process to open. */
  get url(): string {
    return this.#parts.file.url;
  }

  /** The store of the world, in a folder of its own. */
  get files(): FileStore {
    return this.#parts.files;
  }

  get app(): App {
    return this.#parts.app;
  }

  get now(): string {
    return new Date(this.#clock).toISOString();
  }

  /** Sets the clock. */
  at(instant: string): void {
    this.#clock = Date.parse(instant);
  }

  /** Moves the clock on. */
  pass(milliseconds: number): void {
    this.#clock += milliseconds;
  }

  /** A new team with an owner, whose key holds everything. */
  async team(settings: TeamSettings = {}): Promise<Team> {
    const baseContext = baseContextOf({ ...this.#sources(this.database), files: this.files });
    const owner = { email: `${randomBytes(6).toString("hex")}@example.com`, name: "Olga Owner" };
    const auditContext = {
      ...baseContext,
      credential: { kind: "command_line", id: null },
      client: null,
      tool: "test",
    } as const;
    const { teamId, userId } = await createTeam(auditContext, {
      name: "Test team",
      currency: "EUR",
      owner,
    });
    const team = new Team(this, teamId, userId, {
      ...auditContext,
      team: { id: teamId },
      actor: null,
    });
    await setTeam(team.auditContext, settings);
    return team.withKey(await team.mint("all"));
  }

  /** Sends an HTTP request to the MCP endpoint. */
  async post(body: unknown, headers: Readonly<Record<string, string>>): Promise<Response> {
    return this.app.request("/mcp", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  async #newStore(): Promise<FileStore> {
    const folder = await mkdtemp(join(tmpdir(), "ledgerport-files-"));
    const limits = { largest: 25 * 2 ** 20, teamLimit: 10 * 2 ** 30 };
    const parts = { clock: () => this.#clock, randomBytes, draw: this.#draw };
    return new FileStore({ ...limits, ...parts, folder });
  }

  /** The same sources the app has, but for its files. */
  #sources(database: Database): Sources {
    return { database, clock: () => this.#clock, randomBytes };
  }

  get #parts() {
    if (this.#opened === null) throw new Error("the world is not open");
    return this.#opened;
  }
}

export type Refused = {
  code: string;
  path: string | null;
  message: string;
  next: string;
  sentence: string;
};

/** Outcome of a call that may be refused. */
export type Attempt = { readonly answer: any; readonly refused: Refused | null };

type Reply = {
  result?: { content: { text: string }[]; structuredContent?: unknown; isError?: boolean };
  error?: unknown;
};

/** A team as a test sees it: through the door, with one of its keys. */
export class Team {
  readonly world: World;
  readonly id: string;
  readonly userId: string;
  /** Context for data that no tool or route can write yet. */
  readonly auditContext: AuditContext;
  readonly key: string;

  constructor(world: World, id: string, userId: string, auditContext: AuditContext, key = "") {
    this.world = world;
    this.id = id;
    this.userId = userId;
    this.auditContext = auditContext;
    this.key = key;
  }

  withKey(key: string, userId = this.userId): Team {
    return new Team(this.world, this.id, userId, this.auditContext, key);
  }

  async mint(preset: Preset, scopes?: readonly string[], userId = this.userId): Promise<string> {
    const now = this.world.now;
    const { key } = await createKey(
      { ...this.auditContext, now },
      { userId, name: "Test key", preset, scopes },
    );
    return key;
  }

  /** The same team through a key of another kind. */
  async as(preset: Preset, scopes?: readonly string[]): Promise<Team> {
    return this.withKey(await this.mint(preset, scopes));
  }

  /** Another person of the team, with a key of their own. */
  async member(
    role: Role,
    { name = "Mia Member", preset = "read" }: { name?: string; preset?: Preset } = {},
  ): Promise<Team> {
    const email = `${randomBytes(6).toString("hex")}@example.com`;
    const { userId } = await addMember(this.auditContext, { email, name }, role);
    return this.withKey(await this.mint(preset, undefined, userId), userId);
  }

  async set(settings: TeamSettings): Promise<void> {
    await setTeam(this.auditContext, settings);
  }

  async setTimeZone(timeZone: string): Promise<void> {
    await setProfile(this.auditContext, this.userId, { timeZone });
  }

  /** Calls a tool that must succeed. */
  async call(tool: string, args: object = {}): Promise<any> {
    const { result } = await this.#callTool(tool, args);
    if (result === undefined || result.isError === true)
      throw new Error(`${tool} failed: ${result?.content[0]?.text}`);
    return JSON.parse(result.content[0]?.text ?? "");
  }

  /** Calls a tool that must refuse, and answers its error. */
  async refused(tool: string, args: object = {}): Promise<Refused> {
    const { result } = await this.#callTool(tool, args);
    if (result?.isError !== true)
      throw new Error(`${tool} was not refused: ${JSON.stringify(result)}`);
    const [sentence, parts] = result.content.map(({ text }) => text);
    return { ...JSON.parse(parts ?? ""), sentence: sentence ?? "" };
  }

  /** Calls a tool that must refuse, asserts that nothing happened, and answers its error. */
  async refusedWithoutTrace(tool: string, args: object = {}): Promise<Refused> {
    const before = { state: await this.state(), journal: await this.journal() };
    const error = await this.refused(tool, args);
    assert.deepEqual({ state: await this.state(), journal: await this.journal() }, before);
    return error;
  }

  /** Calls a tool that may be refused because of another call at the same time. A bug is no refusal. */
  async attempt(tool: string, args: object = {}): Promise<Attempt> {
    const { result } = await this.#callTool(tool, args);
    const [sentence, parts] = (result?.content ?? []).map(({ text }) => text);
    if (result?.isError !== true) return { answer: JSON.parse(sentence ?? ""), refused: null };
    const refused = { ...JSON.parse(parts ?? ""), sentence: sentence ?? "" } as Refused;
    if (refused.code === "internal_error") throw new Error(`${tool} failed: ${refused.sentence}`);
    return { answer: null, refused };
  }

  /** Every row of a list, read page by page. */
  async rows(tool: string, args: object = {}): Promise<any[]> {
    const rows: any[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await this.call(tool, { ...args, cursor });
      rows.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return rows;
  }

  /** A draft without lines, or a recurring invoice, which has no door yet, as far as customers are concerned. */
  async invoice(
    customerId: string,
    table: "invoices" | "recurring_invoices" = "invoices",
  ): Promise<string> {
    const recurring = {
      team_id: this.id,
      id: this.auditContext.newId(),
      customer_id: customerId,
      created_at: this.world.now,
    };
    await this.world.database.begin((db) =>
      table === "recurring_invoices"
        ? db.insertInto(table).values(recurring).execute()
        : db
            .insertInto(table)
            .values({ ...EMPTY_DRAFT, ...recurring, updated_at: recurring.created_at })
            .execute(),
    );
    return recurring.id;
  }

  /** Sends a request of the older generation, which most clients are of. */
  async rpc(
    method: string,
    params: object = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return this.world.post(
      { jsonrpc: "2.0", id: 1, method, params },
      { Authorization: `Bearer ${this.key}`, ...headers },
    );
  }

  async #callTool(name: string, args: object): Promise<Reply> {
    const response = await this.rpc("tools/call", { name, arguments: args });
    const reply = (await response.json()) as Reply;
    if (reply.error !== undefined) throw new Error(`${name}: ${JSON.stringify(reply.error)}`);
    return reply;
  }

  /**
   * All rows of the team except its keys, apps, journal and call log: asserts that a refused call changed
   * nothing.
   */
  async state(): Promise<Record<string, unknown[]>> {
    const rows = await allRows(this.world.database.reader, this.id);
    const others = Object.entries(rows).filter(
      ([table]) => !/^(activity_|api_keys$|call_log$|oauth_)/.test(table),
    );
    return Object.fromEntries(others);
  }

  /** The team's journal, the oldest event first, each with its changes. */
  async journal() {
    const db = this.world.database.reader;
    const events = await db
      .selectFrom("activity_events")
      .selectAll()
      .where("team_id", "=", this.id)
      .orderBy("id")
      .execute();
    const changes = await db
      .selectFrom("activity_changes")
      .selectAll()
      .where("team_id", "=", this.id)
      .orderBy("position")
      .execute();
    return events.map((event) => ({
      ...event,
      changes: changes.filter((change) => change.event_id === event.id),
    }));
  }

  /** Journal events of one tool, route or command. */
  async journalOf(tool: string) {
    return (await this.journal()).filter((event) => event.tool === tool);
  }
}
