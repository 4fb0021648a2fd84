import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { startSession } from "../../src/accounts/sessions.ts";
import type { Database } from "../../src/db/connect.ts";
import { baseContextOf } from "../../src/db/context.ts";
import { transaction } from "../../src/db/transaction.ts";
import { type Ask, PREVIEWED, SEEN } from "./grown-cases.ts";
import { NoResult } from "./requests.ts";

/** Waits for the next minute of a person who has asked too often; false for any other answer. */
async function hasWaited({ status, headers }: Response): Promise<boolean> {
  if (status !== 429) return false;
  await sleep(Number(headers.get("Retry-After")) * 1000);
  return true;
}

const Me = z.object({ csrf: z.string() });

const Plan = z.object({ hash: z.string() });

/** Address of a record, of an address below it. */
const RECORD = /^.*\/[0-9a-f-]{36}/;

const Rules = z.object({ items: z.array(z.object({ id: z.string(), updated_at: z.string() })) });

type Given = Iterable<readonly [string, unknown]>;

function queryOf(given: Given): string {
  const values = [...given].map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(values).toString();
}

const Versioned = z.object({ version: z.string().optional(), updated_at: z.string().optional() });

/** A project stands in its page's data. */
const Read = Versioned.extend({ project: Versioned.optional().catch(undefined) });

/** A person who is signed in to the web app. A new one for each request, since some end the session. */
export class WebSession {
  readonly #origin: string;
  readonly #cookie: string;
  #csrf = "";

  private constructor(port: number, secret: string) {
    this.#origin = `http://localhost:${port}`;
    this.#cookie = `session=${secret}`;
  }

  static async of(database: Database, port: number, userId: string): Promise<WebSession> {
    const context = baseContextOf({ database, clock: Date.now, randomBytes });
    const secret = await transaction(context, async (context) =>
      startSession(context, userId, "Benchmark"),
    );
    const session = new WebSession(port, secret);
    let me = await session.#send("GET", "/api/me");
    if (await hasWaited(me)) me = await session.#send("GET", "/api/me");
    session.#csrf = Me.parse(await me.json()).csrf;
    return session;
  }

  /** @returns milliseconds until the whole answer is there */
  async timed({ path, input, file }: Ask): Promise<number> {
    const [method = "", pattern = ""] = path.split(" ");
    const rest = new Map(Object.entries(input));
    const address = pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
      const value = String(rest.get(name));
      rest.delete(name);
      return encodeURIComponent(value);
    });
    if (rest.get("seen") === SEEN) rest.set("seen", await this.#seen(address));
    if (rest.get("hash") === PREVIEWED)
      rest.set("hash", await this.#previewed(address, rest, file));
    const given = Object.fromEntries(rest);
    const asked = `${address}?${queryOf(rest)}`;
    const ask = async () => {
      if (method === "GET") return this.#send(method, asked);
      if (file !== undefined) return this.#send(method, asked, file, "text/csv");
      return this.#send(method, address, JSON.stringify(given));
    };
    let start = performance.now();
    let answer = await ask();
    if (await hasWaited(answer)) {
      start = performance.now();
      answer = await ask();
    }
    const text = await answer.text();
    const taken = performance.now() - start;
    if (!answer.ok) throw new NoResult(`${path} answered ${answer.status}: ${text}`);
    return taken;
  }

  /** Version of the record at the address; of a rule from the list, since it has no address to read it at. */
  async #seen(address: string): Promise<string | undefined> {
    const [, rules, id] = /^(.*\/rules)\/(.*)$/.exec(address) ?? [];
    const answer = await this.#send("GET", rules ?? RECORD.exec(address)?.[0] ?? address);
    const body: unknown = await answer.json();
    if (rules !== undefined)
      return Rules.parse(body).items.find((rule) => rule.id === id)?.updated_at;
    const { version, updated_at, project } = Read.parse(body);
    return version ?? updated_at ?? project?.updated_at;
  }

  /** Hash of the plan of an import. */
  async #previewed(address: string, given: Given, file = ""): Promise<string> {
    const asked = `${address}/preview?${queryOf([...given].filter(([name]) => name !== "hash"))}`;
    const answer = await this.#send("POST", asked, file, "text/csv");
    return Plan.parse(await answer.json()).hash;
  }

  async #send(
    method: string,
    address: string,
    body?: string,
    type = "application/json",
  ): Promise<Response> {
    return fetch(this.#origin + address, {
      method,
      headers: {
        Cookie: this.#cookie,
        "X-CSRF-Token": this.#csrf,
        ...(body === undefined ? {} : { "Content-Type": type }),
      },
      ...(body === undefined ? {} : { body }),
    });
  }
}
