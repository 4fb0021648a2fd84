import { Failure } from "../core/errors.ts";
import { visible } from "../core/visible.ts";

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
        subject: withoutEncodedWords(subject),
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

/** Receivers decode what looks like an encoded word (RFC 2047 §2), also in the middle of a name. */
function withoutEncodedWords(subject: string): string {
  return subject.replaceAll("=?", "= ?");
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

const LONGEST = 200;
const LONGEST_LOGGED = 1000;

/** Null when the error is no failure of a mail server. */
function mailFailure(error: unknown): Failure | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  const detail = anonymous(error.message);
  switch (error.code) {
    case "EENVELOPE":
    case "EMESSAGE":
      return refused(error, detail);
    // An operator can mend the password: repeating may help, whatever the status.
    case "EAUTH":
      return new Failure({ reason: "The mail server refused the log-in.", isFinal: false, detail });
    case "EABORT":
    case "ECONNECTION":
    case "EDNS":
    case "EPROTOCOL":
    case "ESOCKET":
    case "ETIMEDOUT":
    case "ETLS":
      return new Failure({
        reason: "The connection to the mail server failed.",
        isFinal: false,
        detail,
      });
    default:
      return null;
  }
}

/** RFC 5321 §4.2.1: replies of 5yz are permanent, those of 4yz may differ later. */
function refused(error: Error, detail: string): Failure {
  const status = "responseCode" in error ? Number(error.responseCode) : null;
  const answer = "response" in error ? String(error.response) : error.message;
  const isFinal = status === null || status >= 500;
  const did = isFinal ? "refused the mail" : "did not take the mail yet";
  return new Failure({ reason: `The mail server ${did}: ${line(answer)}`, isFinal, detail });
}

function line(answer: string): string {
  return visible(anonymous(answer).replaceAll(/\s+/g, " ")).slice(0, LONGEST);
}

/**
 * Mail servers repeat whom they refuse, and links that they dislike; a person's address and an
 * invitation's secret have no place in the log. Cut first: without spaces, 20,000 characters took 4 s.
 */
function anonymous(text: string): string {
  return text
    .slice(0, LONGEST_LOGGED)
    .replaceAll(/[^\s<>"']+@[^\s<>"']+/g, "(the address)")
    .replaceAll(/svc_\w+/g, "(a secret)");
}
