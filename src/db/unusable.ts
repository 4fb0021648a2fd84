import { Refusal } from "../core/errors.ts";

const REASONS: readonly (readonly [codes: readonly unknown[], reason: string, next: string])[] = [
  [["ECONNREFUSED"], "nothing listens there", "start PostgreSQL, or correct the address"],
  [["ENOTFOUND", "EAI_AGAIN"], "its host is not known", "correct the name of the host"],
  [["ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"], "its host does not answer", "see the network"],
  [["28P01", "28000"], "the user or the password is not accepted", "correct them"],
  [["3D000"], "the server has no such database", "make it, or correct the name"],
  [
    ["EACCES", "EPERM", "EROFS", 8],
    "it cannot be written",
    "check who owns the file and its folder",
  ],
  [["ENOTDIR", "EEXIST"], "part of the path is no folder", "correct the path"],
  [["EISDIR", 14], "it cannot be opened as a file", "correct the path"],
  [[26], "the file is not a database", "name another file, or restore a backup"],
  [[11], "the database is damaged", "restore a backup"],
];

/** Refusal of a database that cannot be opened; null for other errors. */
export function unusable(url: string, error: unknown): Refusal | null {
  if (!(error instanceof Error) || error instanceof Refusal) return null;
  const codes = codesOf(error);
  const found = REASONS.find(([known]) => known.some((code) => codes.includes(code)));
  if (found === undefined) return null;
  const [, reason, next] = found;
  return new Refusal({
    code: "invalid_argument",
    path: "DATABASE_URL",
    message: `DATABASE_URL: ${withoutPassword(url)} cannot be used: ${reason}`,
    next,
    cause: error,
  });
}

/** SQLite's extended codes have the kind in their higher bits. */
function codesOf(error: Error): readonly unknown[] {
  return [
    "errcode" in error ? Number(error.errcode) & 0xff : undefined,
    "code" in error ? error.code : undefined,
  ];
}

/** Address that may be shown: a file's path, or a server's address without secrets. */
export function withoutPassword(databaseUrl: string): string {
  if (databaseUrl.startsWith("sqlite:")) return databaseUrl.slice("sqlite:".length);
  const url = URL.parse(databaseUrl);
  if (url === null) return "PostgreSQL";
  url.password = "";
  // The query may hold a password as well.
  url.search = "";
  return url.href;
}
