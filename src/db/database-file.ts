import { closeSync, existsSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseMoved, sqliteCodeOf } from "./failures.ts";

type Identity = Pick<Stats, "dev" | "ino">;

/** Pages of the write-ahead log: all of them, and how many a checkpoint has copied into the database. */
export type LogPages = { readonly pages: number; readonly copied: number };

const PAGE_BYTES = 4096;
/** Twice as long as SQLite lets it become where nothing holds it. */
const LONG_PAGES = 32_000;
const HELD_PAGES = 16_000;

/** Gives the bytes of a long log, most of which cannot be copied while a reader needs older pages; else null. */
export function heldBytesOf(log: LogPages | null): number | null {
  if (log === null || log.pages < LONG_PAGES || log.pages - log.copied < HELD_PAGES) return null;
  return log.pages * PAGE_BYTES;
}

export function heldLogWords(bytes: number): { readonly problem: string; readonly fix: string } {
  return {
    problem: `The write-ahead log of SQLite has ${Math.round(bytes / 1024 / 1024)} MiB, because a program has been reading the database for long: writes get slower.`,
    fix: "End that program, which `fuser` finds by the database's file; the log shrinks at the next writes.",
  };
}

type Look = {
  /** Null where SQLite does not tell them. */
  readonly log: () => LogPages | null;
  /** True while this process copies the log. */
  readonly isCopying: () => boolean;
};

type Content = LogPages & {
  readonly changedAt: number;
  readonly size: number;
  /** Of the log: others when it has begun anew. */
  readonly salts: string;
};

/** Another process may be copying the log, whose pages count as copied when it has ended. */
const PATIENCE_MS = 500;
const AGAIN_MS = 20;

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/**
 * The files of an open SQLite database. When somebody removes the file, or copies another over it, SQLite goes
 * on writing, and all that is saved from then on would be lost.
 */
export class DatabaseFile {
  readonly #file: string;
  readonly #paths: readonly string[];
  #opened: readonly (Identity | null)[] = [];
  #look: Look | null = null;
  #content: Content | null = null;
  /** True when this process has copied the log, maybe more than once, since `#content` was read. */
  #hasCopied = false;
  #isOverwritten = false;
  #isDamaged = false;

  constructor(file: string) {
    this.#file = file;
    this.#paths = [file, `${file}-wal`];
  }

  remember(look: Look): void {
    this.#opened = this.#paths.map(identityOf);
    this.#look = look;
    this.#content = this.#contentNow();
  }

  /** Before the connection is closed that tells the pages of the log. */
  forget(): void {
    this.#content = null;
  }

  /** A damaged file takes no writes any more: what is saved in it may be lost. */
  noteDamage(error: unknown): unknown {
    const code = sqliteCodeOf(error);
    if (this.#look === null || (code !== SQLITE_CORRUPT && code !== SQLITE_NOTADB)) return error;
    this.#isDamaged = true;
    return this.#moved(error);
  }

  /** @throws DatabaseMoved when they were removed, replaced, overwritten or damaged */
  async requireInPlace(): Promise<void> {
    this.#requireSameFiles();
    if (this.#isDamaged) throw this.#moved();
    const attempts = this.#isOverwritten ? 1 : PATIENCE_MS / AGAIN_MS;
    for (let attempt = 1; !this.#isUntouched(); attempt += 1) {
      this.#isOverwritten = attempt >= attempts;
      if (this.#isOverwritten) throw this.#moved();
      await sleep(AGAIN_MS);
    }
    this.#isOverwritten = false;
  }

  #requireSameFiles(): void {
    for (const [index, opened] of this.#opened.entries()) {
      if (opened === null) continue;
      const path = this.#paths[index] ?? "";
      const now = identityOf(path);
      if (now?.ino !== opened.ino || now.dev !== opened.dev)
        throw new DatabaseMoved(path, index > 0);
    }
  }

  #moved(cause?: unknown): DatabaseMoved {
    return new DatabaseMoved(this.#file, false, cause);
  }

  /** Remembers the log as a commit of this process leaves it. The commit has succeeded whatever is found. */
  committed(): void {
    try {
      this.#isUntouched();
    } catch {
      // It is looked at again before the next commit.
    }
  }

  /** While the log is used, nothing but a checkpoint changes the database, and it counts what it copies. */
  #isUntouched(): boolean {
    const known = this.#content;
    if (known === null) return true;
    if (this.#look?.isCopying() === true) {
      this.#hasCopied = true;
      return true;
    }
    const now = this.#contentNow();
    if (now === null) return true;
    const isChanged = now.changedAt !== known.changedAt || now.size !== known.size;
    if (isChanged && !this.#hasCopied && !wasCopied(known, now)) return false;
    this.#content = now;
    this.#hasCopied = false;
    return true;
  }

  #contentNow(): Content | null {
    const log = this.#look?.log() ?? null;
    if (log === null) return null;
    const { mtimeMs: changedAt, size } = statSync(this.#file);
    const known = this.#content;
    // The header of a log that begins anew comes with its first page.
    const isSameLog =
      known !== null && known.pages > 0 && log.copied === known.copied && log.pages >= known.pages;
    const isUnchanged = changedAt === known?.changedAt && size === known.size;
    const salts = isSameLog && isUnchanged ? known.salts : this.#saltsNow();
    return { ...log, changedAt, size, salts };
  }

  /** From the header of the log (SQLite, file format, 4.1). Closing that file ends no lock of SQLite. */
  #saltsNow(): string {
    const header = Buffer.alloc(32);
    const file = `${this.#file}-wal`;
    if (!existsSync(file)) return "";
    const log = openSync(file, "r");
    try {
      readSync(log, header);
      return header.toString("hex", 16, 24);
    } finally {
      closeSync(log);
    }
  }
}

/** Of a log that was emptied. */
const NO_SALTS = "0".repeat(16);

/** True when a checkpoint came between. */
function wasCopied(before: Content, now: Content): boolean {
  if (now.copied > before.copied) return true;
  if (now.salts === before.salts) return false;
  // A log begins anew, or is emptied, once all of it is copied.
  const isCopied = before.pages > before.copied || now.copied > 0 || now.salts === NO_SALTS;
  return isCopied || hasLogBetween(before.salts, now.salts);
}

/** True when a log may have begun and been copied between two looks: the first salt is one more in each log. */
function hasLogBetween(before: string, now: string): boolean {
  // The first salt of the first log is random. This process looks before its own commit begins that log.
  if (before === "" || before === NO_SALTS) return true;
  return (firstSaltOf(now) - firstSaltOf(before)) >>> 0 > 1;
}

function firstSaltOf(salts: string): number {
  return Number.parseInt(salts.slice(0, 8), 16);
}

function identityOf(path: string): Identity | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
