import { statSync } from "node:fs";
import { Refusal } from "../core/errors.ts";
import { codeOf, extendedCodeOf, sqliteCodeOf } from "./failures.ts";

type Reason = readonly [codes: readonly unknown[], reason: string, next: string];

/** By codes of the system, of SQLite (numbers) and of PostgreSQL. */
const REASONS: readonly Reason[] = [
  [["ECONNREFUSED"], "nothing listens there", "start PostgreSQL, or correct the address"],
  [["ENOTFOUND", "EAI_AGAIN"], "its host is not known", "correct the name of the host"],
  [["ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"], "its host does not answer", "see the network"],
  [["28P01"], "the user or the password is not accepted", "correct them"],
  [
    ["28000"],
    "the server does not let this user in",
    "correct the user, or sslmode where the server asks for TLS",
  ],
  [["3D000"], "the server has no such database", "make it, or correct the name"],
  [
    ["EACCES", "EPERM", 8],
    "it cannot be written",
    "check who owns the file and its folder, and whether their disk is mounted read-only",
  ],
  [["EROFS"], "its disk is mounted read-only", "mount it for writing, or name another place"],
  [["ENOSPC", "EDQUOT", "53100", 13], "its disk is full", "make room there, or name another place"],
  // SQLITE_IOERR_SHMSIZE: the file with -shm cannot grow.
  [[4874], "its disk is full", "make room there, or name another place"],
  [[10], "its disk cannot be read or written", "see the system's log for the reason"],
  [["ENOTDIR", "EEXIST"], "part of the path is no folder", "correct the path"],
  [["EISDIR", 14], "it cannot be opened as a file", "correct the path"],
  [[26], "the file is not a database", "name another file, or restore a backup"],
  [[11], "the database is damaged", "restore a backup"],
];

const IN_SQLITE: readonly Reason[] = [
  [["ENOENT"], "no file can be made there", "name a folder on a disk"],
  ...REASONS,
];

/** For a file that is there, where those beside it may be at fault. */
const BESIDE: readonly Reason[] = [
  [
    [14],
    "the file, or those with -wal and -shm beside it, cannot be written",
    "check who owns them and their folder, and whether their disk is mounted read-only",
  ],
  ...IN_SQLITE,
];

const IN_POSTGRES: readonly Reason[] = [
  [
    ["ENOENT"],
    "a file that it names does not exist",
    "correct the path of sslrootcert, sslcert or sslkey",
  ],
  [
    [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    ],
    "the server's certificate is from an authority that this machine does not know",
    "name the authority's certificate with sslrootcert, or take any certificate with sslmode=no-verify",
  ],
  [["CERT_HAS_EXPIRED"], "the server's certificate has expired", "renew it there"],
  [
    ["ERR_TLS_CERT_ALTNAME_INVALID"],
    "the server's certificate is for another name",
    "name the host as the certificate does",
  ],
  [
    ["The server does not support SSL connections"],
    "the server does not speak TLS",
    "turn TLS on there, or leave sslmode out",
  ],
  [
    // Of PgBouncer, which tells it only once a connection with limits is opened.
    ["08P01"],
    "what listens there does not take the settings of a connection, as poolers do not by themselves",
    "have it ignore statement_timeout and idle_in_transaction_session_timeout (PgBouncer: ignore_startup_parameters), or name PostgreSQL itself",
  ],
  ...REASONS,
];

export function unusable(url: string, thrown: unknown): Refusal | null {
  const error = thrown instanceof Refusal && thrown.code === "unavailable" ? thrown.cause : thrown;
  if (!(error instanceof Error) || error instanceof Refusal) return null;
  const codes = codesOf(error);
  const found = reasonsOf(url).find(([known]) => known.some((code) => codes.includes(code)));
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

function reasonsOf(url: string): readonly Reason[] {
  if (!url.startsWith("sqlite:")) return IN_POSTGRES;
  const isThere = statSync(withoutPassword(url), { throwIfNoEntry: false })?.isFile() === true;
  return isThere ? BESIDE : IN_SQLITE;
}

/** The driver's error about TLS has a message alone. */
function codesOf(error: Error): readonly unknown[] {
  return [extendedCodeOf(error), sqliteCodeOf(error), codeOf(error), error.message];
}

export function withoutPassword(databaseUrl: string): string {
  if (databaseUrl.startsWith("sqlite:")) return databaseUrl.slice("sqlite:".length);
  const url = URL.parse(databaseUrl);
  if (url === null) return "PostgreSQL";
  url.password = "";
  // The query may hold a password as well.
  url.search = "";
  return url.href;
}
