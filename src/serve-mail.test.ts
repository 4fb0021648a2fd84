import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { INBOX_DOMAIN } from "../test/app.ts";
import { MailDialog } from "../test/mail-dialog.ts";
import { mailOf } from "../test/papers.ts";
import { folderForTests, freePort, processes } from "../test/server.ts";

const { run, serve } = processes();
const folder = await folderForTests();
const TOKEN = "abcdefghijkmnpqrstuvwxyz";

test("a server that is told to stop finishes the mail under way, and then takes no more", async () => {
  const { environment, port } = await mailTaking("stop");
  const { process } = await serve(environment, "--demo");
  const line = `Receipts      by mail at ${INBOX_DOMAIN}, port ${port} of 127.0.0.1\n`;
  assert.ok(process.stdout.includes(line), process.stdout);
  const database = new DatabaseSync(join(folder, "stop.db"), { timeout: 10_000 });
  database.prepare("update teams set inbox_token = ?").run(TOKEN);
  const { dialog, reply } = await MailDialog.to(port, `${TOKEN}@${INBOX_DOMAIN}`);
  assert.match(reply, /^250 /);
  await dialog.say("DATA");
  const mail = mailOf([{ type: "text/plain", body: "Thank you." }]);
  dialog.write(mail.subarray(0, 200));
  process.kill("SIGTERM");
  await process.says("leaving");
  dialog.write(mail.subarray(200));
  assert.match(await dialog.say("\r\n."), /^250 .*kept/);
  assert.equal(await process.ended(), 0);
  const kept = database.prepare("select name from documents where source = 'mail'").all();
  assert.deepEqual(
    kept.map((row) => ({ ...row })),
    [{ name: "Your receipt.eml" }],
  );
  database.close();
  await assert.rejects(MailDialog.open(port));
});

test("a port for mails that is taken is named in one line, and nobody is given a key", async () => {
  const { environment, port } = await mailTaking("first");
  await serve(environment);
  const { stderr, code } = await run(["serve", "--demo"], {
    ...environment,
    DATABASE_URL: url("second"),
    PORT: String(await freePort()),
  });
  assert.equal(code, 1);
  assert.match(
    stderr,
    new RegExp(
      `does not start: MAIL_IN_URL: ${port} is taken on 127\\.0\\.0\\.1; stop what listens there, or set another MAIL_IN_URL\\n`,
    ),
  );
  const database = new DatabaseSync(join(folder, "second.db"));
  assert.deepEqual(database.prepare("select id from api_keys").all(), []);
  database.close();
});

async function mailTaking(name: string) {
  const port = await freePort();
  const environment = {
    DATABASE_URL: url(name),
    MAIL_IN_URL: `smtp://127.0.0.1:${port}`,
    MAIL_IN_DOMAIN: INBOX_DOMAIN,
    DRAIN_SECONDS: "1",
  };
  return { port, environment };
}

function url(name: string): string {
  return `sqlite:${join(folder, `${name}.db`)}`;
}
