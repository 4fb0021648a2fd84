import type { Problem } from "../src/api/problem.ts";
import type { Api } from "../src/api/routes.ts";

export type Path = keyof Api;
export type ReadPath = Extract<Path, `GET ${string}`>;
export type WritePath = Exclude<Path, ReadPath>;
export type Input<P extends Path> = Api[P]["input"];
export type Output<P extends Path> = Api[P]["output"];

export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.title);
    this.name = "Refused";
    this.problem = problem;
  }

  /** Error and next step in one line, with the reference of a bug. */
  get why(): string {
    const { title, detail, reference } = this.problem;
    return `${title} ${detail}${reference === undefined ? "" : ` Reference: ${reference}`}`;
  }
}

/** True once the person signs out: a refetch that is refused meanwhile leads nowhere else. */
const leaving = { isSignedOut: false };

export async function endSession(): Promise<void> {
  leaving.isSignedOut = true;
  try {
    await api("DELETE /api/me/session", {});
  } catch (error) {
    const hasEnded = error instanceof Refused && error.problem.code === "signed_out";
    leaving.isSignedOut = hasEnded;
    if (!hasEnded) throw error;
  }
  window.location.assign("/signin");
}

/** The CSRF token comes with the answer of `GET /api/me`. */
const session = { csrf: "" };

/**
 * Sends a request. A 401 leads to the sign-in page and back.
 * @throws Refused
 */
export async function api<P extends Path>(path: P, input: Input<P>): Promise<Output<P>> {
  return answered<P>(await send(path, input));
}

/** Sends JSON, or a file with the input in the query. */
export async function send(
  path: string,
  input: object,
  file?: Blob,
  signal: AbortSignal | null = null,
): Promise<unknown> {
  const body = await bodyOf(await responseTo(path, input, file, signal));
  if (path === "GET /api/me") keepCsrfToken(body);
  if (!path.startsWith("GET ")) writes.lastAt = Date.now();
  return body;
}

const writes: { lastAt: number | null } = { lastAt: null };

/** Time of this tab's last answered write since the last call; null without one. */
export function takeLastWrite(): number | null {
  const { lastAt } = writes;
  writes.lastAt = null;
  return lastAt;
}

/**
 * Response of a route, its body unread: for streams.
 * @throws Refused
 */
export async function responseTo(
  path: string,
  input: object,
  file?: Blob,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const { url, init } = requestOf(path, input, file);
  const response = await fetched(url, { ...init, signal });
  if (!response.ok) throw refusalOf(response, await bodyOf(response));
  return response;
}

/** Answers with any status. @throws Refused when no answer comes */
async function fetched(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch(() => null);
  if (response === null) throw lost();
  return response;
}

/** Refusal of a request without an answer. */
export function lost(): Refused {
  return new Refused(navigator.onLine ? UNREACHABLE : OFFLINE);
}

/**
 * Loads a file of the app. An error of a reachable server stays the browser's error.
 * @throws Refused while the server cannot be reached
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    await reach();
    throw error;
  }
}

/** @throws Refused while the server cannot be reached */
export async function reach(): Promise<void> {
  await fetched(window.location.href, { method: "HEAD" });
}

/** Address, headers and body: with a file the input is in the query. */
export function requestOf(path: string, input: object, file?: Blob) {
  const [method = "GET", pattern = ""] = path.split(" ");
  const rest = new Map<string, unknown>(Object.entries(input));
  const address = pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const given = [...rest].filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(
    given.flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  );
  const asked = query.size === 0 ? address : `${address}?${query.toString()}`;
  if (method === "GET") return { url: asked, init: {} } as const;
  const csrf = { "X-CSRF-Token": session.csrf };
  if (file !== undefined) {
    // A file on a person's disk may have any type, or none: a table is told by what stands in it.
    const headers = { ...csrf, "Content-Type": file.type === "image/png" ? file.type : "text/csv" };
    return { url: asked, init: { method, headers, body: file } } as const;
  }
  const headers = { ...csrf, "Content-Type": "application/json" };
  const body = JSON.stringify(Object.fromEntries(given));
  return { url: address, init: { method, headers, body } } as const;
}

/** JSON, or null for a proxy's own error page. */
async function bodyOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  return body;
}

/** @param body JSON of an answer that is no success; null if it had none */
export function refusalOf({ status }: { readonly status: number }, body: unknown): Refused {
  if (!isProblem(body)) return new Refused({ ...UNREADABLE, status });
  if (body.code === "signed_out" && !leaving.isSignedOut) {
    const { pathname, search } = window.location;
    window.location.assign(`/signin?return=${encodeURIComponent(pathname + search)}`);
  }
  return new Refused(body);
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "code" in body && "errors" in body;
}

function keepCsrfToken(body: unknown): void {
  if (typeof body !== "object" || body === null || !("csrf" in body)) return;
  if (typeof body.csrf === "string") session.csrf = body.csrf;
}

/** Casts the body to its type: the server has checked it against the same schema. */
function answered<P extends Path>(body: unknown): Output<P> {
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return body as Output<P>;
}

const UNREACHABLE: Problem = {
  type: "about:blank",
  status: 0,
  code: "unreachable",
  title: "The server cannot be reached.",
  detail: "The request may not have arrived. Check the connection and try again.",
  errors: [],
};

const OFFLINE: Problem = {
  ...UNREACHABLE,
  code: "offline",
  title: "This device is offline.",
  detail: "Connect it to the network and try again.",
};

const UNREADABLE: Problem = {
  ...UNREACHABLE,
  code: "unreadable",
  title: "The answer could not be read.",
  detail: "A proxy between this browser and the server sent an error of its own. Try again.",
};
