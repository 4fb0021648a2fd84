import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { startSession } from "../../src/accounts/sessions.ts";
import type { Database } from "../../src/db/connect.ts";
import { baseContextOf } from "../../src/db/context.ts";
import { transaction } from "../../src/db/transaction.ts";
import { type Ask, SEEN } from "./grown-cases.ts";

/** Waits for the next minute of a person who has asked too often; false for any other answer. */
async function hasWaited({ status, headers }: Response): Promise<boolean> {
  if (status !== 429) return false;
  await sleep(Number(headers.get("Retry-After")) * 1000);
  return true;
}

const Me = z.object({ csrf: z.string() });

const Versioned = z.object({ version: z.string().optional(), updated_at: z.string().optional() });

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
    const given = Object.fromEntries(rest);
    const query = new URLSearchParams(
      Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const asked = `${address}?${query.toString()}`;
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
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}\n\n${text}`);
    return taken;
  }

  /** Version of the record at the address. */
  async #seen(address: string): Promise<string | undefined> {
    const read = Versioned.parse(await (await this.#send("GET", address)).json());
    return read.version ?? read.updated_at;
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
