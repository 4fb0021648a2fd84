import { Failure } from "../core/errors.ts";
import { type Mailer, type Message, mimeOf, withoutEncodedWords } from "../core/mail.ts";
import { visible, withoutHidden } from "../core/visible.ts";

export type Sender = { readonly name: string; readonly address: string };

const PATIENCE_MS = 10_000;
/** Mail servers look for viruses in attachments before they answer. */
const PATIENCE_OF_TEAMS_MS = 60_000;

/** @param url `smtp://user:password@host:587`, or `smtps://…` for TLS from the first byte */
export function createMailer(url: string, from: Sender, { patienceMs = 0 } = {}): Mailer {
  const server = serverOf(new URL(url));
  return {
    send: async (message) => {
      // Loaded on demand: most servers send little mail.
      const { createTransport } = await import("nodemailer");
      const transport = createTransport(server);
      let isHanding = false;
      transport.use("stream", (mail, then) => {
        // Called once the mail server has greeted, and has taken the log-in.
        mail.message.processFunc((stream) => {
          isHanding = true;
          return stream;
        });
        then();
      });
      const most = message.team === undefined ? PATIENCE_MS : PATIENCE_OF_TEAMS_MS;
      const sending = transport.sendMail({
        ...mimeOf(message),
        from: senderOf(message, from),
        signal: AbortSignal.timeout(patienceMs || most),
      });
      const { rejected } = await sending.catch((error: unknown) => {
        throw mailFailure(error, isHanding) ?? error;
      });
      return { refused: rejected.map(addressOf) };
    },
  };
}

/** A team's name stands before the server's address. An address in it would be taken for the sender's. */
function senderOf({ team }: Message, from: Sender): Sender {
  const name = withoutEncodedWords(withoutHidden((team?.name ?? "").replaceAll(/\s+/g, " ")))
    .replaceAll(/\S*[@\uff20\ufe6b]\S*|[<>"]/gu, "")
    .replaceAll(/ +/g, " ")
    .trim();
  return name === "" ? { ...from } : { ...from, name };
}

function addressOf(rejected: string | { readonly address?: string }): string {
  return typeof rejected === "string" ? rejected : (rejected.address ?? "");
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

/**
 * Null when the error is no failure of a mail server.
 * @param isHanding true once the message may be on its way
 */
function mailFailure(error: unknown, isHanding: boolean): Failure | null {
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
        mayBeDone: isHanding,
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
