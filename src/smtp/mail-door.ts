import { once } from "node:events";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerSession,
} from "smtp-server";
import { isPassing, Refusal, type RefusalCode } from "../core/errors.ts";
import { type BaseContext, baseContextOf, type Sources } from "../db/context.ts";
import { findAddressee, tokenOf } from "../domains/inbox/inbox-address.ts";
import { FROM_MAIL } from "../domains/inbox/journal.ts";
import {
  LARGEST_MAIL,
  type MailOutcome,
  noAddressee,
  receiveMail,
} from "../domains/inbox/receive-mail.ts";
import type { RateLimit } from "../http/rate-limit.ts";

type MailDoorParts = Sources & {
  /** Right side of the addresses, by which the server calls itself too. */
  readonly inboxDomain: string;
  /** Mails of a team. */
  readonly mails: RateLimit;
  readonly log: Logger;
  readonly times?: Partial<Times>;
  readonly mostConnections?: number;
};

/** In milliseconds. */
type Times = {
  /** A connection without a word is closed. */
  readonly idle: number;
  /** A connection is closed, however much is said on it. */
  readonly whole: number;
  /** Mails under way are finished within this time when the server stops. */
  readonly stop: number;
};

const TIMES: Times = { idle: 60_000, whole: 10 * 60_000, stop: 10_000 };
const MOST_CONNECTIONS = 20;

/** Mails that each team gets in an hour; more are refused for a while. */
export const MAILS_AN_HOUR = { limit: 100, seconds: 60 * 60 };

const REPLIES: Readonly<Record<MailOutcome, string>> = {
  kept: "OK: kept",
  known: "OK: kept before",
  dropped: "OK: an automatic reply, not kept",
};

/**
 * Takes receipts by mail (RFC 5321), without TLS and log-in: behind a mail server, or as the MX of its domain. A mail
 * has one recipient; a sender with more sends it again for each of them.
 */
export class MailDoor {
  readonly #parts: MailDoorParts;
  readonly #times: Times;
  readonly #server: SMTPServer;
  readonly #sockets = new Set<Socket>();
  readonly #underWay = new Set<Promise<unknown>>();
  #dropped = 0;

  constructor(parts: MailDoorParts) {
    this.#parts = parts;
    this.#times = { ...TIMES, ...parts.times };
    this.#server = new SMTPServer({
      name: parts.inboxDomain,
      size: LARGEST_MAIL,
      maxRecipients: 1,
      maxClients: parts.mostConnections ?? MOST_CONNECTIONS,
      socketTimeout: this.#times.idle,
      disabledCommands: ["AUTH", "STARTTLS"],
      authOptional: true,
      disableReverseLookup: true,
      logger: false,
      onRcptTo: (recipient, _session, answer) => {
        void this.#accept(recipient).then(() => answer(), this.#refuse(answer));
      },
      onData: (stream, session, answer) => {
        void this.#during(this.#take(stream, session)).then(
          (outcome) => answer(null, REPLIES[outcome]),
          this.#refuse(answer),
        );
      },
    });
    this.#server.server.on("connection", (socket) => this.#watch(socket));
    // A sender that breaks off sends its mail again.
    this.#server.on("error", (error) => parts.log.debug({ err: error }, "a sender broke off"));
  }

  /** @throws the error of the socket where it cannot listen */
  async listen(port: number, host: string): Promise<number> {
    const listening = this.#server.listen(port, host);
    await once(listening, "listening");
    const address = listening.address();
    return typeof address === "object" && address !== null ? address.port : port;
  }

  /** Takes no further mail; those under way get their answer. */
  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    const late = new AbortController();
    const limit = sleep(this.#times.stop, null, { signal: late.signal }).catch(() => {});
    await Promise.race([Promise.allSettled(this.#underWay), limit]);
    late.abort();
    for (const connection of this.#server.connections) connection.send(421, "Server shutting down");
    for (const socket of this.#sockets) socket.destroySoon();
    await closed;
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket);
    const end = setTimeout(() => socket.destroy(), this.#times.whole).unref();
    socket.once("close", () => {
      clearTimeout(end);
      this.#sockets.delete(socket);
    });
  }

  async #accept({ address }: SMTPServerAddress): Promise<void> {
    const { teamId } = await this.#addressee(address);
    const { remaining } = await this.#parts.mails(teamId, 0);
    if (remaining === 0) throw tooMany();
  }

  async #take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<MailOutcome> {
    const { mailFrom, rcptTo } = session.envelope;
    const { teamId, token, baseContext } = await this.#addressee(rcptTo[0]?.address ?? "");
    const { allowed } = await this.#parts.mails(teamId, 1);
    if (!allowed) throw tooMany();
    const context = {
      ...baseContext,
      team: { id: teamId },
      actor: null,
      credential: { kind: "mail", id: null },
      client: null,
      tool: FROM_MAIL,
    } as const;
    const returnPath = mailFrom === false ? "" : mailFrom.address;
    const outcome = await receiveMail(context, { token, returnPath, chunks: wholeOf(stream) });
    if (outcome === "dropped") {
      this.#dropped += 1;
      this.#parts.log.info({ dropped: this.#dropped }, "automatic replies by mail were dropped");
    }
    return outcome;
  }

  async #addressee(address: string) {
    const baseContext: BaseContext = baseContextOf(this.#parts);
    const token = tokenOf(baseContext, address);
    const teamId = token === null ? null : await findAddressee(baseContext, token);
    if (token === null || teamId === null) throw noAddressee();
    return { baseContext, token, teamId };
  }

  async #during<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(work);
    }
  }

  /** Answers an error with its code of SMTP (RFC 5321 §4.2.3): 4 has the sender try again, 5 does not. */
  #refuse(answer: (error: Error) => void): (error: unknown) => void {
    return (error) => {
      if (isPassing(error)) answer(reply(451, "The server is busy; try again"));
      else if (error instanceof Refusal) answer(reply(CODES[error.code] ?? 554, error.sentence));
      else {
        if (!isBrokenOff(error)) this.#parts.log.error({ err: error }, "a mail was not taken");
        answer(reply(451, "The server failed; try again"));
      }
    };
  }
}

const CODES: Partial<Record<RefusalCode, number>> = {
  not_found: 550,
  file_too_large: 552,
  disk_full: 452,
  quota_exceeded: 452,
  limit_reached: 452,
};

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** The sender's connection ended within a mail, which it sends again. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && "code" in error && BROKEN_OFF.has(error.code);
}

const BROKEN_OFF: ReadonlySet<unknown> = new Set(["ECONNECTION", "ERR_STREAM_PREMATURE_CLOSE"]);

function tooMany(): Refusal {
  return new Refusal({
    code: "limit_reached",
    message: `The team gets at most ${MAILS_AN_HOUR.limit} mails an hour`,
    next: "send it again later; nothing was kept",
  });
}

/** Chunks of a mail. What their reader leaves is read too: only then the sender hears an answer. */
async function* wholeOf(stream: Readable): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  let next = await chunks.next();
  try {
    for (; next.done !== true; next = await chunks.next()) yield next.value;
  } finally {
    while (next.done !== true) next = await chunks.next();
  }
}
