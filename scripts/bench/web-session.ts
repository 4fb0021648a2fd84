import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { startSession } from "../../src/accounts/sessions.ts";
import type { Database } from "../../src/db/connect.ts";
import { baseContextOf } from "../../src/db/context.ts";
import { transaction } from "../../src/db/transaction.ts";
import { type Ask, PREVIEWED, SEEN } from "./grown-cases.ts";
import { NoResult } from "./requests.ts";

/** Requests of a person that the server answers within a minute (`API_REQUESTS` in src/app.ts). */
const MOST_REQUESTS = 600;
/** A minute, and what the server's clock may differ from that of the requests here. */
const WINDOW_MS = 61_000;
/** Requests of one session at most: for its token, for what the measured one needs, and that one. */
const OF_A_SESSION = 5;

/** When each person's last requests were sent. */
const sent = new Map<string, number[]>();

/** Waits before a session that would go beyond the budget, so that no measured request is refused. */
async function withinBudget(times: readonly number[]): Promise<void> {
  const oldest = times.at(OF_A_SESSION - MOST_REQUESTS) ?? -Infinity;
  const left = oldest + WINDOW_MS - performance.now();
  if (left > 0) await sleep(left);
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
  /** When the person's requests were sent. */
  readonly #sent: number[];
  #csrf = "";

  private constructor(port: number, secret: string, times: number[]) {
    this.#origin = `http://localhost:${port}`;
    this.#cookie = `session=${secret}`;
    this.#sent = times;
  }

  static async of(database: Database, port: number, userId: string): Promise<WebSession> {
    const context = baseContextOf({ database, clock: Date.now, randomBytes });
    const secret = await transaction(context, async (context) =>
      startSession(context, userId, "Benchmark"),
    );
    const times = sent.get(userId) ?? [];
    sent.set(userId, times);
    await withinBudget(times);
    return new WebSession(port, secret, times);
  }

  /** @returns milliseconds until the whole answer is there */
  async timed({ path, input, file }: Ask): Promise<number> {
    const [method = "", pattern = ""] = path.split(" ");
    // A read needs no token.
    if (method !== "GET")
      this.#csrf = Me.parse(await (await this.#send("GET", "/api/me")).json()).csrf;
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
    const start = performance.now();
    const answer = await ask();
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
    this.#sent.push(performance.now());
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
