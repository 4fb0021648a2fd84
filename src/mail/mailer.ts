import { mailFailure } from "./mail-failure.ts";

export type Message = {
  /** Message-ID (RFC 5322 §3.6.4) without brackets; the same at each attempt, so that receivers fold duplicates. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/**
 * Resolves when a mail server has accepted the message.
 * @throws Failure when the server refuses it or cannot be reached
 */
export type Mailer = { readonly send: (message: Message) => Promise<void> };

export type Sender = { readonly name: string; readonly address: string };

const PATIENCE_MS = 10_000;

/** @param url `smtp://user:password@host:587`, or `smtps://…` for TLS from the first byte */
export function createMailer(url: string, from: Sender, { patienceMs = PATIENCE_MS } = {}): Mailer {
  const server = serverOf(new URL(url));
  return {
    send: async ({ id, to, subject, text, html }) => {
      // Loaded on demand: most servers send little mail.
      const { createTransport } = await import("nodemailer");
      const transport = createTransport(server);
      const message = {
        messageId: `<${id}>`,
        from: { ...from },
        // Passed as an object, which nodemailer does not parse: no address can turn into two.
        to: { name: "", address: to },
        subject,
        text,
        html,
        headers: { "Auto-Submitted": "auto-generated" },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.timeout(patienceMs),
      };
      await transport.sendMail(message).catch((error: unknown) => {
        throw mailFailure(error) ?? error;
      });
    },
  };
}

function serverOf(url: URL) {
  const { protocol, hostname, port, username, password } = url;
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const isHere = /^(localhost|127(\.\d+){3}|::1)$/.test(host);
  return {
    host,
    secure: protocol === "smtps:",
    ...(port === "" ? {} : { port: Number(port) }),
    ...(username === "" ? {} : { auth }),
    // A password needs TLS and a valid certificate. Mail servers on this machine often have
    // self-signed certificates, so for them neither is required.
    requireTLS: username !== "" && !isHere,
    tls: { rejectUnauthorized: !isHere },
  };
}
