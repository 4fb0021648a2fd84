import { once } from "node:events";
import { connect } from "node:net";
import type { Check, Finding, Visit } from "./visit.ts";

export const MAIL_IN: Check = {
  name: "mail-in",
  title: "mails for receipts are taken at MAIL_IN_URL, for MAIL_IN_DOMAIN",
  after: ["health"],
  run: mailIn,
};

const LONGEST_MS = 10_000;

/** Left out where no mail is taken, and for a server elsewhere. */
async function mailIn({ desk, isOwn }: Visit): Promise<Finding | "left out" | null> {
  const { mailIn } = desk.settings();
  if (mailIn === null || !isOwn) return "left out";
  const { port, domain } = mailIn;
  const host = EVERYWHERE[mailIn.host] ?? mailIn.host;
  const greeting = await greetingAt(port, host);
  if (greeting === null)
    return {
      problem: `Nothing takes mails at port ${port} of ${host}, where MAIL_IN_URL says that the server does.`,
      fix: "Start the server again with these settings, or unset MAIL_IN_URL and MAIL_IN_DOMAIN.",
    };
  if (greeting.startsWith(`220 ${domain} `)) return null;
  return {
    problem: `What answers at port ${port} of ${host} does not take mails for ${domain}: it says ${JSON.stringify(greeting.slice(0, 100))}.`,
    fix: "Start the server again with these settings, or name a port in MAIL_IN_URL that nothing else has.",
  };
}

const EVERYWHERE: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** @returns the first line that a mail server says (RFC 5321 §4.2); null without an answer */
async function greetingAt(port: number, host: string): Promise<string | null> {
  const socket = connect({ port, host });
  try {
    const said = await once(socket, "data", { signal: AbortSignal.timeout(LONGEST_MS) });
    return String(said[0]).replace(/\r?\n[^]*$/, "");
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  } finally {
    socket.destroy();
  }
}
