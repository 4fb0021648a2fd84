import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { pino } from "pino";
import { migratedDatabase } from "../test/database.ts";
import { FaultyNetwork } from "../test/faulty-network.ts";
import { POSTGRES } from "../test/postgres.ts";
import { folderForTests, freePort } from "../test/server.ts";
import { parseConfig } from "./config.ts";
import { connect } from "./db/connect.ts";
import { serve, type Stop } from "./serve.ts";

const skip = !POSTGRES && "TEST_DATABASE_URL is not set";
const folder = await folderForTests();

for (const fate of ["lost", "done"] as const)
  test(
    `a commit of the start whose answer is lost ends the start before anybody relies on it, and the next one works: ${fate}`,
    { skip },
    async (t) => {
      const { url, drop } = await migratedDatabase("postgres");
      t.after(drop);
      const network = await FaultyNetwork.start();
      t.after(() => network.close());
      let failed = 0;
      for (let before = 0, isMet = true; isMet; before += 1) {
        const error = await start(network.through(url), () => {
          [network.nextCommit, network.commitsBefore] = [fate, before];
        });
        isMet = isReset(network);
        if (error !== null) failed += 1;
        network.nextCommit = "works";
        assert.equal(await start(network.through(url)), null);
      }
      assert.ok(failed > 0);
    },
  );

/** True once the commit with a fate has come. */
function isReset({ nextCommit }: FaultyNetwork): boolean {
  return nextCommit === "works";
}

/** Starts a server, and asserts that it prints a link that works, or that nothing of it is left. */
async function start(databaseUrl: string, onConnected = () => {}): Promise<unknown> {
  const port = String(await freePort());
  const config = parseConfig({ DATABASE_URL: databaseUrl, PORT: port, DRAIN_SECONDS: "0" }, folder);
  const database = await connect(databaseUrl, { onIdleError: () => {} });
  onConnected();
  const printed: string[] = [];
  const up = Promise.withResolvers<Stop>();
  const error = await serve({
    config,
    log: pino({ level: "silent" }),
    print: (line) => void printed.push(line),
    isTerminal: true,
    demo: false,
    database,
    clock: Date.now,
    randomBytes,
    onceUp: up.resolve,
  }).then(
    () => null,
    (error: unknown) => error,
  );
  if (error !== null) {
    await database.close();
    assert.deepEqual(printed, []);
    await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`), "a server that ended answers");
    return error;
  }
  const [token] = /\/setup\?token=\w+/.exec(printed.join("\n")) ?? [];
  assert.ok(token !== undefined, printed.join("\n"));
  const page = await fetch(`http://127.0.0.1:${port}${token}`);
  assert.match(await page.text(), /name="password"/);
  assert.equal(page.status, 200);
  const stop = await up.promise;
  await stop("now");
  return null;
}
