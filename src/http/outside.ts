import { Resolver } from "node:dns/promises";
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Agent, request, type RequestOptions } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** The world that tests stand in for: names and connections. */
export type Outside = {
  readonly resolve: (host: string, signal: AbortSignal) => Promise<readonly string[]>;
  readonly request: (options: RequestOptions) => ClientRequest;
};

export type Limits = {
  readonly outside?: Outside;
  /** Bytes of a body. */
  readonly largest: number;
  /** From the look-up of the name to the last byte. */
  readonly milliseconds: number;
};

export type Json = { readonly bytes: Buffer; readonly headers: IncomingHttpHeaders };
/** Why nothing came of it: a clause for an operator, without anything that the other side wrote. */
export type Problem = { readonly problem: string };

/**
 * Gets JSON from an address that a stranger chose (SSRF). Every address of the host has to be public,
 * and only those are connected to: what the name says a moment later, or a proxy, changes nothing.
 */
export async function getJson(url: URL, limits: Limits): Promise<Json | Problem> {
  const host = url.hostname.replace(/^\[(.+)\]$/, "$1");
  const deadline = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    deadline.abort();
    reject(deadline.signal.reason);
  }, limits.milliseconds);
  try {
    // The race too: neither a name server nor a connection has to heed the signal.
    return await Promise.race([attempt(url, host, limits, deadline.signal), late]);
  } catch (error) {
    const seconds = limits.milliseconds / 1000;
    return {
      problem: deadline.signal.aborted
        ? `${host} did not answer in full within ${seconds} seconds`
        : `${host} could not be reached (${codeOf(error)})`,
    };
  } finally {
    clearTimeout(timer);
  }
}

async function attempt(
  url: URL,
  host: string,
  { outside = INTERNET, largest }: Limits,
  signal: AbortSignal,
): Promise<Json | Problem> {
  const addresses = isIP(host) === 0 ? await outside.resolve(host, signal) : [host];
  signal.throwIfAborted();
  if (addresses.length === 0) return { problem: `${host} has no address` };
  if (!addresses.every(isPublicAddress))
    return { problem: `${host} is not on the public internet` };
  const sent = outside.request({
    hostname: host,
    path: url.pathname + url.search,
    headers: { accept: "application/json", "user-agent": "Ledgerport" },
    // An agent of its own: no connection is shared, and no proxy taken from the environment.
    agent: new Agent({ autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1000 }),
    lookup: only(addresses),
    rejectUnauthorized: true,
    signal,
  });
  try {
    const response = await responseTo(sent);
    const problem = problemOf(response);
    if (problem !== null) return { problem: `${host} ${problem}` };
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
  // All that is emitted when the answer is a switch to another protocol.
  sent.on("close", () => reject(new Error("no answer")));
  sent.end();
  return promise;
}

/** Answers every look-up with what was checked. An address that stands in the URL is not looked up. */
function only(addresses: readonly string[]): LookupFunction {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, _options, callback) => callback(null, checked);
}

function problemOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  if (statusCode >= 300 && statusCode < 400) {
    return `answered with a redirect (${statusCode}), and none is followed`;
  }
  if (statusCode !== 200) return `answered with status ${statusCode} instead of 200`;
  if (!JSON_TYPE.test(headers["content-type"] ?? "")) {
    return "answered with another type than application/json";
  }
  const encoding = headers["content-encoding"] ?? "identity";
  return encoding === "identity"
    ? null
    : "answered with a compressed body, which was not asked for";
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

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

const INTERNET: Outside = { resolve: resolveHost, request };

/** Asks name servers only. `dns.lookup` would take the threads that hash passwords, for as long as it waits. */
async function resolveHost(host: string, signal: AbortSignal): Promise<readonly string[]> {
  const resolver = new Resolver();
  signal.addEventListener("abort", () => resolver.cancel(), { once: true });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) =>
    answer.status === "fulfilled" ? answer.value : [],
  );
  const [first] = answers;
  if (addresses.length === 0 && first.status === "rejected") throw first.reason;
  return addresses;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "no answer";
}
