import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { runAdmin } from "../src/admin/cli.ts";
import type { Desk } from "../src/admin/command.ts";
import type { Database } from "../src/db/connect.ts";
import type { Outside } from "../src/http/outside.ts";
import { BASE_URL, SECRET, type World } from "./app.ts";

export type Output = { code: number; stdout: string[]; stderr: string[] };

type CommandError = { code: string; path: string | null; message: string; next: string };

type Given = Partial<Pick<Desk, "clock" | "fetch" | "open" | "outside" | "isTerminal">> & {
  input?: string;
  databaseUrl?: string;
  baseUrl?: string;
  clientDocuments?: boolean;
  secret?: string | null;
  filesFolder?: string;
  mailIn?: ReturnType<Desk["settings"]>["mailIn"];
  inboxFolder?: string | null;
};

/** Settings for commands that must not open the world's database. */
const NOWHERE = { sqlite: "sqlite:/dev/null/nowhere.db", postgres: "postgres://nowhere" } as const;

/** Admin commands on a world's database, run in this process. */
export class Admin {
  readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** Runs a command as typed; double quotes keep a word with spaces together. */
  async run(
    line: string,
    {
      input = "",
      open = this.#open,
      clock = () => Date.parse(this.world.now),
      fetch = noNetwork,
      outside = NO_INTERNET,
      databaseUrl = NOWHERE[this.world.dialect],
      baseUrl = BASE_URL,
      isTerminal = false,
      clientDocuments = true,
      secret = SECRET,
      filesFolder = this.world.files.folder,
      mailIn = null,
      inboxFolder = null,
    }: Given = {},
  ): Promise<Output> {
    const stdout: string[] = [];
    const stderr: string[] = [];
    const code = await runAdmin(
      {
        settings: () => ({
          databaseUrl,
          baseUrl,
          clientDocuments,
          secret,
          callLog: true,
          filesFolder,
          largestFile: this.world.files.largest,
          teamStorage: this.world.files.teamLimit,
          mailIn,
          inboxFolder,
        }),
        open,
        fetch,
        outside,
        clock,
        randomBytes,
        isTerminal,
        print: (text) => void stdout.push(text),
        printError: (text) => void stderr.push(text),
        readInput: async () => input,
      },
      wordsOf(line),
    );
    return { code, stdout, stderr };
  }

  /** The world's own database, which stays open. */
  readonly #open = async (): Promise<Database> => ({
    ...this.world.database,
    close: async () => {},
  });

  /** Runs a command that must succeed, and answers its line of JSON. */
  async done(line: string, input?: string): Promise<any> {
    const output = await this.run(`${line} --json`, input === undefined ? {} : { input });
    assert.deepEqual({ code: output.code, stderr: output.stderr }, { code: 0, stderr: [] });
    return JSON.parse(oneLine(output));
  }

  /**
   * Runs a command that must be refused: exit code 1, the reason on both outputs, nothing written.
   */
  async refused(line: string, input?: string): Promise<CommandError> {
    const output = await this.#failed(line, input);
    assert.equal(output.code, 1);
    const { error } = JSON.parse(oneLine(output)) as { error: CommandError };
    assert.deepEqual(output.stderr, [`${error.message}; ${error.next}.`]);
    return error;
  }

  /** Runs a command with wrong usage: exit code 2, the usage on stderr, nothing written. */
  async misused(line: string): Promise<string> {
    const output = await this.#failed(line);
    assert.equal(output.code, 2);
    const { error } = JSON.parse(oneLine(output)) as { error: CommandError };
    assert.equal(error.code, "misused");
    const [text = "", ...more] = output.stderr;
    assert.deepEqual(more, []);
    assert.ok(text.startsWith(`${error.message}\n\nUsage: `), text);
    return text;
  }

  async #failed(line: string, input?: string): Promise<Output> {
    const before = await this.everything();
    const output = await this.run(`${line} --json`, input === undefined ? {} : { input });
    assert.deepEqual(await this.everything(), before);
    return output;
  }

  async everything(): Promise<Record<string, unknown[]>> {
    await this.world.settled();
    const rows: Record<string, unknown[]> = {};
    for (const table of TABLES) {
      rows[table] = await this.world.database.reader.selectFrom(table).selectAll().execute();
    }
    return rows;
  }
}

const TABLES = [
  "users",
  "teams",
  "memberships",
  "api_keys",
  "sessions",
  "oauth_clients",
  "oauth_grants",
  "oauth_access_tokens",
  "oauth_refresh_tokens",
  "customers",
  "tags",
  "tracker_projects",
  "tracker_entries",
  "activity_events",
  "activity_changes",
  "activity_subjects",
] as const;

const NO_INTERNET: Outside = {
  resolve: async () => {
    throw Object.assign(new Error("no internet"), { code: "ENOTFOUND" });
  },
  request: noNetwork,
};

function noNetwork(): never {
  throw new Error("this command needs no network");
}

function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
}

function oneLine({ stdout }: Output): string {
  const [line, ...more] = stdout;
  assert.deepEqual(more, []);
  assert.ok(line !== undefined && !line.includes("\n"), line);
  return line;
}
