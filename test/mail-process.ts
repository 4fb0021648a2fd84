import { randomBytes } from "node:crypto";
import { kill, pid } from "node:process";
import { pino } from "pino";
import { connect } from "../src/db/connect.ts";
import { FileStore } from "../src/files/file-store.ts";
import { memoryRateLimit } from "../src/http/rate-limit.ts";
import { MailDoor } from "../src/smtp/mail-door.ts";
import { INBOX_DOMAIN } from "./app.ts";

export type MailProcess = {
  readonly url: string;
  readonly folder: string;
  /** The bytes are on the disk, the transaction is under way, or it is committed. */
  readonly step: "named" | "within" | "committed";
};

/** Listens for a mail, prints its port, and kills itself at a step, as a machine does that loses its power. */
async function receive({ url, folder, step }: MailProcess): Promise<void> {
  let isNamed = false;
  const dieAt = (reached: MailProcess["step"]) => {
    if (reached === step) kill(pid, "SIGKILL");
  };
  const limits = { largest: 2 ** 20, teamLimit: 2 ** 30, reserve: 0 };
  const onStep = (reached: string) => {
    if (reached !== "named") return;
    isNamed = true;
    dieAt("named");
  };
  const parts = { folder, ...limits, clock: Date.now, draw: null, onStep };
  const door = new MailDoor({
    database: await connect(url, { onIdleError: () => {} }),
    clock: Date.now,
    // The ids of the rows are made within the transaction.
    randomBytes: (size) => {
      if (isNamed) dieAt("within");
      return randomBytes(size);
    },
    wake: () => dieAt("committed"),
    files: new FileStore({ ...parts, randomBytes }),
    inboxDomain: INBOX_DOMAIN,
    mails: memoryRateLimit({ limit: 100, seconds: 3600 }),
    log: pino({ level: "silent" }),
  });
  process.stdout.write(String(await door.listen(0, "127.0.0.1")));
}

await receive(JSON.parse(process.argv[2] ?? ""));
