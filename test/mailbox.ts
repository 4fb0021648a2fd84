import assert from "node:assert/strict";
import type { Mailer, Message } from "../src/mail/mailer.ts";

/** A mail server that keeps what it is given, or takes nothing. */
export class Mailbox implements Mailer {
  readonly messages: Message[] = [];
  /** What it refuses mail with, while it does. */
  failure: Error | null = null;

  readonly send = async (message: Message): Promise<void> => {
    if (this.failure !== null) throw this.failure;
    this.messages.push(message);
  };

  /** The newest message to an address. */
  to(address: string): Message {
    return (
      this.messages.findLast(({ to }) => to === address) ?? assert.fail(`no mail to ${address}`)
    );
  }
}
