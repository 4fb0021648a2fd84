import type { Database } from "../../db/connect.ts";
import type { Desk } from "../command.ts";

const LONGEST_MS = 10_000;

export type Check = {
  readonly name: string;
  readonly title: string;
  /** Checks that must have passed before. */
  readonly after: readonly string[];
  /** @returns null when the check passes, "left out" when it does not apply */
  readonly run: (visit: Visit) => Promise<Finding | "left out" | null>;
};

/** A warning leaves the server working. */
export type Finding = { readonly problem: string; readonly fix: string; readonly isWarning?: true };

export type Visit = {
  readonly desk: Desk;
  readonly url: string;
  /** The server has these settings, so that its database is at hand. */
  readonly isOwn: boolean;
  readonly ask: (path: string, init?: RequestInit) => Promise<Answer>;
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly type: string;
  readonly text: string;
  readonly json: unknown;
};

export function visitOf(desk: Desk, url: string, baseUrl: string): Visit {
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const address = new URL(path, url);
    try {
      const response = await desk.fetch(address.href, {
        ...init,
        redirect: "manual",
        signal: AbortSignal.timeout(LONGEST_MS),
      });
      const { status, headers } = response;
      const text = await response.text();
      return { status, headers, type: headers.get("content-type") ?? "", text, json: jsonOf(text) };
    } catch (error) {
      throw new Unreachable(address, error);
    }
  };
  return { desk, url, isOwn: url === baseUrl, ask };
}

/** Opens the database without migrating it, so the schema may be older than the code. */
export async function readDatabase<T>(
  { desk }: Visit,
  read: (db: Database["reader"]) => Promise<T>,
): Promise<T> {
  const database = await desk.open("as it is");
  try {
    return await read(database.reader);
  } finally {
    await database.close();
  }
}

export function form(fields: Readonly<Record<string, string>>): RequestInit {
  return { method: "POST", body: new URLSearchParams(fields) };
}

export function jsonRequest(
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(value),
  };
}

export function describeAnswer({ status, headers, type, json }: Answer): string {
  const location = headers.get("location");
  if (location !== null && status >= 300 && status < 400) return `${status}, on to ${location}`;
  return `${status}${json === undefined && type.includes("html") ? " with a web page" : ""}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export class Unreachable extends Error {
  readonly finding: Finding;

  constructor(url: URL, cause: unknown) {
    const finding = findingOf(url, cause);
    super(finding.problem, { cause });
    this.name = "Unreachable";
    this.finding = finding;
  }
}

const REASONS: readonly {
  readonly codes: RegExp;
  readonly problem: (url: URL, message: string) => string;
  readonly fix: string;
}[] = [
  {
    codes: /^ECONNREFUSED$/,
    problem: ({ host }) => `Nothing listens at ${host}.`,
    fix: "Start the server, or the proxy before it; or correct BASE_URL.",
  },
  {
    codes: /^(ENOTFOUND|EAI_AGAIN)$/,
    problem: ({ hostname }) => `DNS does not know the name ${hostname}.`,
    fix: "Correct BASE_URL, or add a record for the name.",
  },
  {
    codes: /CERT|SELF_SIGNED|UNABLE_TO/,
    problem: ({ hostname }, message) =>
      `The TLS certificate of ${hostname} is not accepted: ${message}.`,
    fix: "Renew it, name this host in it, and send the whole chain. For an authority of your own, set NODE_EXTRA_CA_CERTS.",
  },
  {
    codes: /^(EPROTO|ERR_SSL_.*)$/,
    problem: ({ host }) => `The server at ${host} does not speak TLS.`,
    fix: "Put a proxy with TLS before the server, or begin BASE_URL with http://.",
  },
  {
    codes: /TIMEOUT|^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|TimeoutError)$/,
    problem: ({ host, pathname }) => `${host} does not answer for ${pathname} within 10 seconds.`,
    fix: "See whether a firewall is in the way, and whether the proxy reaches the server.",
  },
  {
    codes: /./,
    problem: ({ host, pathname }, message) =>
      `${host} breaks the connection off instead of answering for ${pathname}: ${message}.`,
    fix: "See the log of the proxy and of the server.",
  },
];

function findingOf(url: URL, error: unknown): Finding {
  const { code, message } = reasonOf(error);
  const reason = REASONS.find(({ codes }) => codes.test(code));
  if (reason === undefined) throw new Error(`no reason for ${code}`);
  return { problem: reason.problem(url, message), fix: reason.fix };
}

/** `fetch` keeps the reason for a failure in the error's cause. */
function reasonOf(error: unknown): { readonly code: string; readonly message: string } {
  const { cause } = error instanceof Error ? error : {};
  const inner = cause instanceof Error ? cause : error;
  if (!(inner instanceof Error)) return { code: "unknown", message: String(inner) };
  const code = "code" in inner && typeof inner.code === "string" ? inner.code : inner.name;
  return { code, message: inner.message || code };
}
