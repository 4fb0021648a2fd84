import { type Stats, statSync } from "node:fs";

/** A write failed because the file of the database is no longer at its path: nothing was saved. */
export class DatabaseMoved extends Error {
  constructor(file: string, isLog: boolean) {
    const next = isLog
      ? "stop the server, which puts what was saved into the database, and start it again"
      : "move the file back, or stop the server and restore a backup";
    super(
      `${file} was removed or replaced while the server runs, so that nothing is saved; ${next}`,
    );
    this.name = "DatabaseMoved";
  }
}

type Identity = Pick<Stats, "dev" | "ino">;

/**
 * The files of an open SQLite database. SQLite goes on writing to a file that was removed, and so
 * would lose all that is saved from then on.
 */
export class DatabaseFile {
  readonly #paths: readonly string[];
  /** Null before the database is in use, and for a file that SQLite does not use. */
  #opened: readonly (Identity | null)[] = [];

  constructor(file: string) {
    this.#paths = [file, `${file}-wal`];
  }

  /** Takes the files that are at their paths now for those that SQLite has open. */
  remember(): void {
    this.#opened = this.#paths.map(identityOf);
  }

  /** @throws DatabaseMoved when they were removed or replaced */
  requireInPlace(): void {
    for (const [index, opened] of this.#opened.entries()) {
      if (opened === null) continue;
      const path = this.#paths[index] ?? "";
      const now = identityOf(path);
      if (now?.ino !== opened.ino || now.dev !== opened.dev)
        throw new DatabaseMoved(path, index > 0);
    }
  }
}

/** Null when there is no such file, or it cannot be seen. */
function identityOf(path: string): Identity | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
