import assert from "node:assert/strict";
import { once } from "node:events";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

type Taken = {
  readonly from: string;
  readonly to: readonly string[];
  /** True if it came over TLS. */
  readonly isSecure: boolean;
  /** User who logged in to send it. */
  readonly user: string | null;
  /** Unfolded headers, each as `Name: value`. */
  readonly headers: readonly string[];
  /** As it came, a character for each byte. */
  readonly raw: string;
  /** Decoded parts. */
  readonly body: string;
};

/** Real SMTP server on a free port of this machine. */
export type MailServer = {
  readonly port: number;
  readonly taken: readonly Taken[];
  /** Credentials of all log-in attempts. */
  readonly logins: readonly string[];
  readonly close: () => Promise<void>;
};

type Options = SMTPServerOptions & {
  /** Ends every connection once it has a whole message, and answers nothing. */
  readonly diesAfterData?: boolean;
};

export async function mailServer({
  diesAfterData = false,
  ...options
}: Options = {}): Promise<MailServer> {
  const taken: Taken[] = [];
  const logins: string[] = [];
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    hideSTARTTLS: options.key === undefined,
    onAuth: ({ username, password }, _session, callback) => {
      logins.push(`${username} ${password}`);
      callback(null, { user: username });
    },
    onData: (stream, { envelope: { mailFrom, rcptTo }, secure, user }, callback) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => void chunks.push(chunk));
      stream.on("end", () => {
        taken.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          isSecure: secure,
          user: user ?? null,
          ...partsOf(Buffer.concat(chunks).toString("latin1")),
        });
        if (diesAfterData) for (const { _socket } of server.connections) _socket.destroy();
        else callback();
      });
    },
    ...options,
  });
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  assert.ok(address !== null && typeof address !== "string");
  return {
    port: address.port,
    taken,
    logins,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}

function partsOf(raw: string): Pick<Taken, "headers" | "body" | "raw"> {
  const end = raw.indexOf("\r\n\r\n");
  return {
    raw,
    headers: raw
      .slice(0, end)
      .replaceAll(/\r\n[ \t]+/g, " ")
      .split("\r\n"),
    body: quotedPrintable(raw.slice(end)),
  };
}

/** Bytes of an attachment of a message, by the name that its header says. */
export function attachmentIn(raw: string, name: string): Buffer {
  const part = raw.split(/\r\n--/).find((part) => part.includes(`filename=${name}`));
  const [, base64] = /\r\n\r\n([^]*)/.exec(part ?? assert.fail(`no attachment ${name}`)) ?? [];
  return Buffer.from(base64 ?? "", "base64");
}

/** Decodes quoted-printable (RFC 2045 §6.7). */
export function quotedPrintable(body: string): string {
  const bytes = body
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
