import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { connect, type Database } from "../../src/db/connect.ts";
import { proveNumbers } from "../../src/domains/invoices/prove-numbers.ts";
import { createDatabase } from "../database.ts";
import { extent } from "../extent.ts";
import { POSTGRES } from "../postgres.ts";
import { processes } from "../server.ts";
import { busily, call, customer, soon } from "./load.ts";

const KILLS = extent(2, 20);
const WRITERS = 4;
const LIMIT_MS = 120_000 * (1 + KILLS);

const { serve } = processes();

for (const dialect of ["sqlite", "postgres"] as const) {
  const skip =
    dialect === "postgres" && POSTGRES === undefined ? "TEST_DATABASE_URL is not set" : false;
  describe(dialect, { skip }, () => {
    const rule =
      "a server that is killed while it sends loses no number, gives none twice, and has the mail of each";
    test(rule, { timeout: LIMIT_MS }, async (t) => {
      const { url: databaseUrl, drop } = await createDatabase(dialect);
      t.after(drop);
      const environment = { DATABASE_URL: databaseUrl, MCP_RATE_LIMIT: "1000000" };
      let server = await serve(environment, "--demo");
      const key = /^ {2}(svc_\w+)$/m.exec(server.process.stdout)?.[1] ?? "";
      const buyer = await call(server.url, key, "customers_create", customer());
      const draft = { customer_id: buyer.output.id, line_items: [LINE] };
      const numbers = new Map<string, string>();
      const unanswered: string[] = [];
      const refused: string[] = [];

      for (let kill = 1; kill <= KILLS; kill += 1) {
        const { process, url } = server;
        const enough = numbers.size + 5 + Math.floor(Math.random() * 20);
        let isKilled = false;
        const sending = busily(
          WRITERS,
          () => isKilled,
          async () => {
            const created = await call(url, key, "invoices_create_draft", draft);
            if (created.code === "no answer") return;
            if (created.code !== null) {
              refused.push(created.code);
              return;
            }
            const { id } = created.output;
            const sent = await send(url, key, id);
            if (sent.code === null) numbers.set(id, sent.output.number);
            else if (sent.code === "no answer") unanswered.push(id);
            else refused.push(sent.code);
          },
        );
        await soon(() => numbers.size >= enough || refused.length > 0);
        process.kill("SIGKILL");
        isKilled = true;
        await Promise.all([sending, process.ended()]);
        assert.deepEqual(refused, []);
        server = await serve(environment);
      }

      // A send without an answer may have been done: repeated under its key, it has one number.
      for (const id of unanswered) {
        const sent = await send(server.url, key, id);
        assert.equal(sent.code, null);
        numbers.set(id, sent.output.number);
      }
      server.process.kill("SIGTERM");
      assert.equal(await server.process.ended(), 0);
      const database = await connect(databaseUrl, { onIdleError: () => {}, state: "as it is" });
      try {
        await assertNumbered(database, numbers);
      } finally {
        await database.close();
      }
    });
  });
}

const LINE = { name: "Consulting", quantity: 2, price: 95 };

async function send(url: string, key: string, id: string) {
  return call(url, key, "invoices_send", { id }, { idempotencyKey: id });
}

/** Asserts that each invoice has the number of its answer, with its document, mail, job and one event. */
async function assertNumbered(
  { reader }: Database,
  numbers: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = [...numbers.keys()];
  const rows = await reader
    .selectFrom("invoices")
    .select(["id", "number", "team_id"])
    .where("id", "in", ids)
    .execute();
  assert.deepEqual(new Map(rows.map(({ id, number }) => [id, number])), numbers);
  assert.equal(new Set(numbers.values()).size, numbers.size);
  const [{ team_id } = assert.fail("nothing was sent")] = rows;
  const { problems } = await proveNumbers({ db: reader, team: { id: team_id } });
  assert.deepEqual(problems, []);
  const mails = await reader.selectFrom("invoice_mails").select("invoice_id as id").execute();
  const jobs = await reader
    .selectFrom("outbox")
    .select("subject_id as id")
    .where("job", "=", "invoice_pdf")
    .execute();
  const changes = await reader
    .selectFrom("activity_changes")
    .select(["subject_id as id", "after"])
    .where("subject_id", "in", ids)
    .execute();
  const gave = changes.filter(({ after }) => typeof numberIn(after) === "string");
  for (const found of [mails, jobs, gave]) {
    const once = found.map(({ id }) => id).filter((id) => numbers.has(id));
    assert.deepEqual(once.toSorted(), ids.toSorted());
  }
}

function numberIn(image: unknown): unknown {
  return typeof image === "object" && image !== null && "number" in image ? image.number : null;
}
