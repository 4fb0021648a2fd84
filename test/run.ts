/** Places that the test files of one run of `npm test` share, as the runner tells its processes in TEST_RUN. */
export type Run = {
  /** Folder for databases of SQLite. */
  readonly folder: string;
  /** Prefix of the names of databases on the PostgreSQL server. */
  readonly prefix: string;
  /** Number of the process among those that run at the same time. */
  readonly slot: number;
  readonly templates: Templates;
};

/** Databases with all tables and no rows, made once in a run. */
export type Templates = {
  /** Path of a file. */
  readonly sqlite: string;
  readonly postgres: { readonly name: string; readonly shape: string } | null;
};

const given = process.env["TEST_RUN"];

/** The run that this process is part of; null when a file is run by itself. */
export const RUN: Run | null = given === undefined ? null : (JSON.parse(given) as Run);
