import assert from "node:assert/strict";
import type { Problem } from "../src/api/problem.ts";
import type { Api, Uploads } from "../src/api/routes.ts";
import type { Team, World } from "./app.ts";
import type { Browser, Site } from "./browser.ts";
import { assertNothingGranted, signedIn } from "./oauth.ts";

export type Reply = { readonly status: number; readonly body: any; readonly headers: Headers };

type Refused = Pick<Problem, "status" | "code" | "title"> & {
  /** JSON pointers of the fields at fault. */
  readonly at: readonly string[];
};

type Values = Readonly<Record<string, unknown>>;

/** The web app as the server sees it: a signed-in browser that calls the routes under `/api`. */
export class WebApp {
  readonly #world: World;
  readonly browser: Browser;

  constructor(world: World, browser: Browser) {
    this.#world = world;
    this.browser = browser;
  }

  /** Signs the team's person in. */
  static async of(team: Team, server?: { readonly app: Site }): Promise<WebApp> {
    return new WebApp(team.world, await signedIn(team, server));
  }

  async ask<Path extends keyof Api>(
    path: Path,
    input: Api[Path]["input"],
  ): Promise<Api[Path]["output"]> {
    const { status, body } = await this.attempt(path, input);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Sends a file to a route that takes one. */
  async upload<Path extends keyof Uploads>(
    path: Path,
    input: Uploads[Path]["input"],
    file: string | Uint8Array,
  ): Promise<Uploads[Path]["output"]> {
    const { status, body } = await this.attempt(path, { ...input, file });
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  }

  async attempt(
    path: string,
    input: Values,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    return (await this.ready(path, input, headers))();
  }

  /** Prepares a request, so that sending it needs no other request. */
  async ready(
    path: string,
    input: Values,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<() => Promise<Reply>> {
    const isRead = path.startsWith("GET ");
    const marked = isRead ? {} : { "X-CSRF-Token": await this.csrf(), Origin: this.browser.origin };
    return () => this.send(path, input, { ...marked, ...headers });
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.attempt("GET /api/me", {})).status === 200;
  }

  /**
   * Calls a route that must refuse, and asserts that nothing changed.
   * @returns the problem, and the pointers of the fields at fault
   */
  async refused(path: string, input: Values): Promise<Refused> {
    const { status, body } = await assertNothingGranted(this.#world, () =>
      this.attempt(path, input),
    );
    assert.ok(status >= 400 && status < 500, `${path}: ${status} ${JSON.stringify(body)}`);
    const { code, title, errors } = body as Problem;
    return { status, code, title, at: errors.map(({ pointer }) => pointer) };
  }

  /**
   * Sends a request with the cookies and only the given headers. `file` is the body of an upload, whose
   * other input stands in the query.
   */
  async send(
    path: string,
    input: Values,
    headers: Readonly<Record<string, string>>,
    read: (stream: Response) => Promise<unknown> = firstEvent,
  ): Promise<Reply> {
    const [method = "", pattern = ""] = path.split(" ");
    const rest = new Map(Object.entries(input));
    const url = pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
      const value = rest.get(name);
      rest.delete(name);
      return encodeURIComponent(String(value));
    });
    const file = rest.get("file");
    rest.delete("file");
    const given = [...rest].filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(
      given.flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, String(one)]),
      ),
    );
    const isRead = method === "GET";
    const isUpload = typeof file === "string" || file instanceof Uint8Array;
    const type = isUpload ? typeOfFile(path, file) : "application/json";
    const response = await this.browser.site.request(
      (isRead || isUpload) && given.length > 0 ? `${url}?${query.toString()}` : url,
      {
        method,
        headers: {
          Cookie: [...this.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(isRead ? {} : { "Content-Type": type }),
          // A browser tells it; a request within this process would not.
          ...(isUpload ? { "Content-Length": String(Buffer.byteLength(file)) } : {}),
          ...headers,
        },
        ...(isRead ? {} : { body: isUpload ? file : JSON.stringify(Object.fromEntries(given)) }),
      },
    );
    const body = isStream(response) ? await read(response) : await contentOf(response);
    return { status: response.status, body, headers: response.headers };
  }

  /** Uploads a file. @returns all events of a stream as the body */
  async sendFile(path: string, input: Values, file: string | Uint8Array): Promise<Reply> {
    const marked = { "X-CSRF-Token": await this.csrf(), Origin: this.browser.origin };
    return this.send(path, { ...input, file }, marked, allEvents);
  }

  /** CSRF token of the session's requests and forms. */
  async csrf(): Promise<string> {
    const { body } = await this.send("GET /api/me", {}, {});
    return body.csrf ?? "";
  }
}

/** A file of any kind goes as bytes, as browsers send it to that route. */
function typeOfFile(path: string, file: string | Uint8Array): string {
  if (path === "POST /api/teams/:team/files") return "application/octet-stream";
  return typeof file !== "string" && file[0] === 0x89 ? "image/png" : "text/csv";
}

/** JSON, the bytes of an archive, or the text of another file. */
async function contentOf(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (type === "application/zip") return Buffer.from(await response.arrayBuffer());
  const text = await response.text();
  return /json/.test(type) ? JSON.parse(text) : text;
}

function isStream({ headers }: Response): boolean {
  return headers.get("content-type") === "text/event-stream";
}

async function allEvents(response: Response): Promise<unknown> {
  const text = await response.text();
  return [...text.matchAll(/data: (.*)\n\n/g)].map(([, data = ""]) => JSON.parse(data));
}

/** Reads an event stream up to its first event, and leaves it. */
async function firstEvent({ body }: Response): Promise<unknown> {
  const reader = body?.getReader() ?? assert.fail("it has no body");
  const { value } = await reader.read();
  await reader.cancel();
  const [, data = ""] = /data: (.*)\n\n/.exec(new TextDecoder().decode(value)) ?? [];
  return JSON.parse(data);
}
