import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, createServer, request, type Server as HttpServer } from "node:http";
import { test, type TestContext } from "node:test";
import { createDatabase } from "../database.ts";
import { extent } from "../extent.ts";
import { processes, type Server } from "../server.ts";
import { busily, call, customer, soon } from "./load.ts";

const RESTARTS = extent(1, 10);
const CALLERS = 6;
const LIMIT_MS = 120_000 * (1 + RESTARTS);
const LOOK_MS = 100;

const { serve } = processes();

test(
  "while servers restart one after the other, no call fails behind a load balancer",
  { timeout: LIMIT_MS },
  async (t) => {
    const { url: databaseUrl, drop } = await createDatabase("sqlite");
    t.after(drop);
    const environment = {
      DATABASE_URL: databaseUrl,
      MCP_RATE_LIMIT: "1000000",
      DRAIN_SECONDS: "5",
    };
    const first = await serve(environment, "--demo");
    const key = /^ {2}(svc_\w+)$/m.exec(first.process.stdout)?.[1] ?? "";
    let servers = [first, await serve(environment)];
    const balancer = await Balancer.start(t);
    balancer.behind = servers;
    await soon(() => balancer.ready.length === 2);

    const failed: unknown[] = [];
    let done = 0;
    let isOver = false;
    const calling = busily(
      CALLERS,
      () => isOver,
      async () => {
        const outcome =
          done % 3 === 0
            ? await call(balancer.url, key, "customers_create", customer())
            : await call(balancer.url, key, "customers_list", { limit: 5 });
        done += 1;
        if (outcome.code !== null) failed.push(outcome);
      },
    );
    for (let restart = 1; restart <= RESTARTS; restart += 1) {
      const [oldest, other] = servers;
      assert.ok(oldest !== undefined && other !== undefined);
      oldest.process.kill("SIGTERM");
      assert.equal(await oldest.process.ended(), 0);
      servers = [other, await serve(environment)];
      balancer.behind = servers;
      await soon(() => balancer.ready.length === 2);
    }
    isOver = true;
    await calling;
    assert.ok(done > 0);
    assert.deepEqual(failed, []);
  },
);

/** A load balancer that asks each server whether it is ready, and repeats nothing. */
class Balancer {
  behind: readonly Server[] = [];
  ready: readonly Server[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: HttpServer;
  #turn = 0;
  #isLooking = false;

  private constructor() {
    this.#server = createServer((incoming, outgoing) => {
      this.#turn += 1;
      const server = this.ready[this.#turn % this.ready.length];
      if (server === undefined) {
        outgoing.writeHead(502).end();
        return;
      }
      const { method, url: path, headers } = incoming;
      const options = { port: server.port, method, path, headers, agent: this.#agent };
      const onward = request(options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, { "Content-Type": "application/json" });
        answer.pipe(outgoing);
      });
      onward.on("error", () => outgoing.destroy());
      incoming.pipe(onward);
    });
  }

  static async start(t: TestContext): Promise<Balancer> {
    const balancer = new Balancer();
    balancer.#server.listen(0, "127.0.0.1");
    await once(balancer.#server, "listening");
    const timer = setInterval(() => void balancer.#look(), LOOK_MS);
    t.after(() => {
      clearInterval(timer);
      balancer.#server.close();
      balancer.#server.closeAllConnections();
      balancer.#agent.destroy();
    });
    return balancer;
  }

  get url(): string {
    const address = this.#server.address();
    assert.ok(typeof address === "object" && address !== null);
    return `http://127.0.0.1:${address.port}`;
  }

  /** One look at a time: the answers of an older one would be taken for those of now. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const asked = this.behind;
    const answers = await Promise.all(
      asked.map(async ({ url }) => (await fetch(`${url}/readyz`).catch(() => null))?.status),
    );
    this.ready = asked.filter((_server, index) => answers[index] === 200);
    this.#isLooking = false;
  }
}
