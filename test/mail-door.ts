import { pino } from "pino";
import { memoryRateLimit } from "../src/http/rate-limit.ts";
import { MailDoor } from "../src/smtp/mail-door.ts";
import { INBOX_DOMAIN, type World } from "./app.ts";
import { sourcesOf } from "./outbox.ts";

type Parts = Partial<Omit<ConstructorParameters<typeof MailDoor>[0], "database" | "log">>;

/** Listens for mails to the teams of a world, on a free port of this machine. */
export async function openMailDoor(world: World, parts: Parts = {}) {
  const log: unknown[] = [];
  const door = new MailDoor({
    ...sourcesOf(world),
    inboxDomain: INBOX_DOMAIN,
    mails: memoryRateLimit({ limit: 1000, seconds: 3600 }),
    ...parts,
    log: pino({ level: "info" }, { write: (line) => log.push(JSON.parse(line)) }),
  });
  const port = await door.listen(0, "127.0.0.1");
  return { port, log: log as readonly unknown[], stop: async () => door.stop() };
}
