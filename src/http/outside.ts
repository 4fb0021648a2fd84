import { lookup } from "node:dns/promises";
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Agent, request, type RequestOptions } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { isJsonType } from "./body.ts";

export type Outside = {
  readonly resolve: (host: string, signal: AbortSignal) => Promise<readonly string[]>;
  readonly request: (options: RequestOptions) => ClientRequest;
};

export type Limits = {
  readonly outside?: Outside;
  /** Bytes of the body. */
  readonly largest: number;
  /** From the DNS lookup to the last byte. */
  readonly milliseconds: number;
};

type FileType = {
  readonly accept: string;
  readonly isIt: (contentType: string) => boolean;
};

export type Fetched = { readonly bytes: Buffer; readonly headers: IncomingHttpHeaders };
export type Problem = {
  /** A clause for the operator. It quotes nothing from the other server. */
  readonly problem: string;
  /** Left out when the host gave a wrong answer. */
  readonly failure?: Failure;
};

export type Failure = "no_address" | "private" | "late" | "unreachable" | "certificate" | "denied";

export async function getJson(url: URL, limits: Limits): Promise<Fetched | Problem> {
  return getFile(url, { accept: "application/json", isIt: isJsonType }, limits);
}

/**
 * Fetches a file from a URL that a stranger may have chosen, safe from SSRF: every address of the host must
 * be public, and only these checked addresses are used. Later DNS answers and proxies have no effect.
 */
export async function getFile(
  url: URL,
  type: FileType,
  limits: Limits,
): Promise<Fetched | Problem> {
  const host = url.hostname.replace(/^\[(.+)\]$/, "$1");
  const deadline = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    deadline.abort();
    reject(deadline.signal.reason);
  }, limits.milliseconds);
  try {
    // Raced as well, since DNS lookups and connections may ignore the signal.
    return await Promise.race([attempt(url, host, type, limits, deadline.signal), late]);
  } catch (error) {
    const seconds = limits.milliseconds / 1000;
    return {
      problem: deadline.signal.aborted
        ? `${host} did not answer in full within ${seconds} seconds`
        : `${host} could not be reached (${codeOf(error)})`,
      failure: deadline.signal.aborted ? "late" : failureOf(error),
    };
  } finally {
    clearTimeout(timer);
  }
}

async function attempt(
  url: URL,
  host: string,
  type: FileType,
  { outside = INTERNET, largest }: Limits,
  signal: AbortSignal,
): Promise<Fetched | Problem> {
  const addresses = isIP(host) === 0 ? await outside.resolve(host, signal) : [host];
  signal.throwIfAborted();
  if (addresses.length === 0) return { problem: `${host} has no address`, failure: "no_address" };
  if (!addresses.every(isPublicAddress))
    return { problem: `${host} is not on the public internet`, failure: "private" };
  const sent = outside.request({
    hostname: host,
    path: url.pathname + url.search,
    headers: { accept: type.accept, "user-agent": "Ledgerport" },
    // A new agent: shares no connection, and reads no proxy from the environment.
    agent: new Agent({ autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1000 }),
    lookup: only(addresses),
    rejectUnauthorized: true,
    signal,
  });
  try {
    const response = await responseTo(sent);
    const problem = problemOf(response, type);
    if (problem !== null) {
      const isGone = GONE.has(response.statusCode ?? 0);
      return { problem: `${host} ${problem}`, ...(isGone ? {} : { failure: "denied" }) };
    }
    const bytes = await readBytes(response, largest);
    if (bytes === null) return { problem: `${host} answered with more than ${largest} bytes` };
    return { bytes, headers: response.headers };
  } finally {
    sent.destroy();
  }
}

function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.on("response", resolve).on("error", reject);
  // When the server switches protocols, only this event is emitted.
  sent.on("close", () => reject(new Error("no answer")));
  sent.end();
  return promise;
}

/** Resolves every name to the checked addresses. Node calls it only for names. */
function only(addresses: readonly string[]): LookupFunction {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, _options, callback) => callback(null, checked);
}

function problemOf({ statusCode = 0, headers }: IncomingMessage, type: FileType): string | null {
  if (statusCode >= 300 && statusCode < 400) {
    return `answered with a redirect (${statusCode}), which is not followed`;
  }
  if (statusCode !== 200) return `answered with status ${statusCode} instead of 200`;
  if (!type.isIt(headers["content-type"] ?? "")) {
    return `answered with a content type other than ${type.accept}`;
  }
  const encoding = headers["content-encoding"] ?? "identity";
  return encoding === "identity"
    ? null
    : "answered with a compressed body, which was not requested";
}

const GONE = new Set([404, 410]);

async function readBytes(response: IncomingMessage, largest: number): Promise<Buffer | null> {
  const body: AsyncIterable<Buffer> = response;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > largest) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const INTERNET: Outside = { resolve: createResolver(), request };

function failureOf(error: unknown): Failure {
  const syscall = error instanceof Error && "syscall" in error ? error.syscall : undefined;
  const code = codeOf(error);
  if (syscall === "getaddrinfo" || code === "ENOTFOUND") return "no_address";
  return /CERT|TLS|SSL|SIGNATURE/.test(code) ? "certificate" : "unreachable";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "no answer";
}

/**
 * Holds for addresses on the public internet: not local, not special-purpose (RFC 6890), and not
 * IPv6 with an embedded IPv4 address, which a gateway would forward to.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes("%")) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv4) return !CLOUD_SERVICES.has(address.toString());
  return address.match(GLOBAL_UNICAST);
}

/** In a public range, but internal to a cloud: Azure's agent and DNS. */
const CLOUD_SERVICES = new Set(["168.63.129.16"]);

/** All assigned IPv6 (RFC 4291 §2.4); the library calls unassigned addresses unicast too. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

type Lookup = (host: string) => Promise<readonly { readonly address: string }[]>;

/** Each lookup holds one of Node's four threads, which also hash passwords; two are left for them. */
const MOST_AT_ONCE = 2;

/**
 * Resolves names as the operating system does, with its hosts file. Waits while too many lookups run.
 * @throws the error of the lookup, or the reason of the signal
 */
export function createResolver(
  lookup: Lookup = lookUp,
): (host: string, signal: AbortSignal) => Promise<readonly string[]> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (host, signal) => {
    if (running >= MOST_AT_ONCE) {
      const turn = Promise.withResolvers<null>();
      waiting.push(() => turn.resolve(null));
      await turn.promise;
    } else running += 1;
    try {
      signal.throwIfAborted();
      const found = await lookup(host);
      return found.map(({ address }) => address);
    } finally {
      // A waiting lookup takes over the place of this one.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

async function lookUp(host: string) {
  return lookup(host, { all: true, order: "verbatim" });
}
