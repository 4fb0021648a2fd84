import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { isPassing, Refusal, type RefusalCode } from "../core/errors.ts";
import { type AuditContext, baseContextOf, type Sources } from "../db/context.ts";
import { FROM_FOLDER } from "../domains/inbox/journal.ts";
import { receiveFile } from "../domains/inbox/upload-file.ts";
import {
  type ClaimedFile,
  claimFile,
  type ClaimStep,
  type LeftEntry,
  lookInto,
  takeOver,
  teamFoldersIn,
  type WaitingFile,
} from "../files/inbox-folder.ts";
import { repeat } from "./repeat.ts";

const EVERY_MS = 10_000;
/** Files of a team in one look: the other teams have their turn in between. */
const MOST_OF_TEAM = 20;
/** A claim that is older is of a server that has ended: the largest file takes far less. */
const CLAIM_MS = 5 * 60_000;
/** Time until what failed is tried again. */
const REST_MS = 5 * 60_000;

type InboxFolderParts = Sources & {
  /** Absolute path. */
  readonly folder: string;
  readonly log: Pick<Logger, "warn" | "error">;
  /** Is told each step of taking a file before the next one; a test stops there. */
  readonly onStep?: (step: ClaimStep | "kept") => void;
};

/**
 * Takes receipts from the operator's folder.
 * @returns a function that stops it, and resolves when the file under way is taken
 */
export function startInboxFolder(parts: InboxFolderParts): () => Promise<void> {
  const inbox = new InboxFolder(parts);
  const stop = repeat(EVERY_MS, () => inbox.look(), EVERY_MS);
  return async () => {
    inbox.leave();
    await stop();
  };
}

/** One server's view of the folder: a file is taken when two looks after each other find the same size and time. */
export class InboxFolder {
  readonly #parts: InboxFolderParts;
  /** Marks of files by path, as the last look saw them. */
  #seen: ReadonlyMap<string, string> = new Map();
  /** Warnings of the last look, which are not repeated. */
  #warned: ReadonlySet<string> = new Set();
  /** Paths of teams and files that are left alone, until a time in milliseconds since 1970. */
  readonly #resting = new Map<string, number>();
  #isLeaving = false;

  constructor(parts: InboxFolderParts) {
    this.#parts = parts;
  }

  /** Ends a look after the file under way. */
  leave(): void {
    this.#isLeaving = true;
  }

  /** Never rejects. */
  async look(): Promise<void> {
    const look: Look = { seen: new Map(), warnings: new Map() };
    const now = this.#parts.clock();
    for (const [path, until] of this.#resting) if (until <= now) this.#resting.delete(path);
    try {
      await this.#lookAtTeams(look);
    } catch (error) {
      if (!isPassing(error)) warn(look, this.#parts.folder, `it cannot be read: ${wordsOf(error)}`);
    }
    for (const [path, because] of look.warnings)
      if (!this.#warned.has(`${path} ${because}`))
        this.#parts.log.warn({ path, because }, "a receipt in the inbox folder is not taken");
    this.#warned = new Set([...look.warnings].map(([path, because]) => `${path} ${because}`));
    this.#seen = look.seen;
  }

  async #lookAtTeams(look: Look): Promise<void> {
    const { ids, left } = await teamFoldersIn(this.#parts.folder);
    for (const { path, because } of left) warn(look, path, because);
    const known = await this.#teamsOf(ids);
    for (const id of ids) {
      const folder = join(this.#parts.folder, id);
      if (!known.has(id)) warn(look, folder, "its name is the id of no team");
      else if (!this.#resting.has(folder)) await this.#lookAtTeam(look, { id, folder });
      if (this.#isLeaving) return;
    }
  }

  async #teamsOf(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const { db } = baseContextOf(this.#parts);
    const teams = await db.selectFrom("teams").select("id").where("id", "in", ids).execute();
    return new Set(teams.map(({ id }) => id));
  }

  async #lookAtTeam(look: Look, team: TeamFolder): Promise<void> {
    try {
      const { files, left } = await lookInto(team.folder);
      for (const { path, because } of left) warn(look, path, because);
      for (const file of files) look.seen.set(join(team.folder, file.name), markOf(file));
      const { clock } = this.#parts;
      const newId = () => baseContextOf(this.#parts).newId();
      for (const claimed of await takeOver(team.folder, clock() - CLAIM_MS, newId))
        await this.#receive(look, team, { claimed, mark: null });
      for (const file of this.#ready(look, team, files)) {
        if (this.#isLeaving) return;
        const claiming = { id: newId(), onStep: this.#parts.onStep };
        const claimed = await claimFile(team.folder, file.name, claiming);
        if (claimed !== null) await this.#receive(look, team, { claimed, mark: markOf(file) });
      }
    } catch (error) {
      if (isPassing(error)) return;
      this.#rest(team.folder);
      warn(look, team.folder, wordsOf(error));
    }
  }

  #ready(look: Look, { folder }: TeamFolder, files: readonly WaitingFile[]) {
    const isReady = ({ name }: WaitingFile) => {
      const path = join(folder, name);
      return look.seen.get(path) === this.#seen.get(path) && !this.#resting.has(path);
    };
    return files.filter(isReady).slice(0, MOST_OF_TEAM);
  }

  /** @throws what keeps all files of the team from being taken */
  async #receive(look: Look, team: TeamFolder, { claimed, mark }: Receiving): Promise<void> {
    try {
      if (await this.#isKept(team, claimed, mark)) await claimed.remove();
      else await claimed.putBack();
    } catch (error) {
      if (error instanceof Refusal && FOR_GOOD.has(error.code)) {
        const { now } = baseContextOf(this.#parts);
        warn(look, join(team.folder, claimed.name), `it is refused: ${error.message}`);
        return claimed.refuse(refusalText(claimed.name, error, now));
      }
      await claimed.putBack();
      if (error instanceof Refusal) throw error;
      const path = join(team.folder, claimed.name);
      this.#rest(path);
      if (isOfFileSystem(error)) warn(look, path, wordsOf(error));
      else this.#parts.log.error({ err: error, path }, "a receipt was not taken");
    }
  }

  /**
   * Keeps the file as an upload is kept.
   * @returns false for a file that is still written to: nothing may be lost that comes later
   */
  async #isKept({ id }: TeamFolder, claimed: ClaimedFile, mark: string | null): Promise<boolean> {
    const context: AuditContext = {
      ...baseContextOf(this.#parts),
      team: { id },
      actor: null,
      credential: { kind: "folder", id: null },
      client: null,
      tool: FROM_FOLDER,
    };
    const handle = await claimed.open();
    try {
      const stats = await handle.stat();
      if (!stats.isFile() || (mark !== null && markOf(stats) !== mark)) return false;
      const sent = { name: claimed.name, chunks: chunksOf(handle), length: stats.size };
      await receiveFile(context, { ...sent, source: "folder" });
      this.#parts.onStep?.("kept");
      return markOf(await handle.stat()) === markOf(stats);
    } finally {
      await handle.close();
    }
  }

  #rest(path: string): void {
    this.#resting.set(path, this.#parts.clock() + REST_MS);
  }
}

type Look = { readonly seen: Map<string, string>; readonly warnings: Map<string, string> };

type TeamFolder = { readonly id: string; readonly folder: string };

type Receiving = {
  readonly claimed: ClaimedFile;
  /** As the look saw it; null for a claim of another server. */
  readonly mark: string | null;
};

/** Refusals of the file itself; after any other one it may be taken later. */
const FOR_GOOD: ReadonlySet<RefusalCode> = new Set(["type_not_taken", "file_too_large"]);

function warn({ warnings }: Look, path: LeftEntry["path"], because: LeftEntry["because"]): void {
  warnings.set(path, because);
}

function markOf({ size, mtimeMs }: Omit<WaitingFile, "name">): string {
  return `${size} ${mtimeMs}`;
}

async function* chunksOf(handle: FileHandle): AsyncIterable<Uint8Array> {
  const stream: AsyncIterable<Buffer> = handle.createReadStream({ autoClose: false, start: 0 });
  yield* stream;
}

function refusalText(name: string, { message, next }: Refusal, now: string): string {
  return [
    `"${name}" was not taken: ${message}.`,
    `To do: ${next.replace(/; nothing was kept$/, "")}. Put what you have made of it into the folder above.`,
    `Ledgerport, ${now}`,
    "",
  ].join("\n\n");
}

function isOfFileSystem(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

function wordsOf(error: unknown): string {
  if (error instanceof Refusal) return error.sentence.replace(/\.$/, "");
  return error instanceof Error ? error.message : String(error);
}
