import { Refusal } from "../core/errors.ts";

/** What the codes of Node, SQLite and PostgreSQL say to the person who chose the address. */
const REASONS: readonly (readonly [codes: readonly unknown[], reason: string, next: string])[] = [
  [["ECONNREFUSED"], "nothing listens there", "start PostgreSQL, or correct the address"],
  [["ENOTFOUND", "EAI_AGAIN"], "its host is not known", "correct the name of the host"],
  [["ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"], "its host does not answer", "see the network"],
  [["28P01", "28000"], "the user or the password is not accepted", "correct them"],
  [["3D000"], "the server has no such database", "make it, or correct the name"],
  [["EACCES", "EPERM", "EROFS", 8], "it cannot be written", "see who owns the file and its folder"],
  [["ENOTDIR", "EEXIST"], "part of the path is no folder", "correct the path"],
  [["EISDIR", 14], "it cannot be opened as a file", "correct the path"],
  [[26], "the file is not a database", "name another file, or restore a backup"],
  [[11], "the database is damaged", "restore a backup"],
];

/** The refusal of a database that cannot be opened; null when the reason is another one. */
export function unusable(url: string, error: unknown): Refusal | null {
  if (!(error instanceof Error) || error instanceof Refusal) return null;
  const codes = codesOf(error);
  const found = REASONS.find(([known]) => known.some((code) => codes.includes(code)));
  if (found === undefined) return null;
  const [, reason, next] = found;
  return new Refusal({
    code: "invalid_argument",
    path: "DATABASE_URL",
    message: `DATABASE_URL: ${withoutPassword(url)} is of no use: ${reason}`,
    next,
    cause: error,
  });
}

/** SQLite's codes tell more in their higher bits. */
function codesOf(error: Error): readonly unknown[] {
  return [
    "errcode" in error ? Number(error.errcode) & 0xff : undefined,
    "code" in error ? error.code : undefined,
  ];
}

/** An address that may be shown: a file's path, or a server's address without what is secret. */
export function withoutPassword(databaseUrl: string): string {
  if (databaseUrl.startsWith("sqlite:")) return databaseUrl.slice("sqlite:".length);
  const url = URL.parse(databaseUrl);
  if (url === null) return "PostgreSQL";
  url.password = "";
  // It may hold one as well.
  url.search = "";
  return url.href;
}
