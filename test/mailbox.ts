import assert from "node:assert/strict";
import { Failure } from "../src/core/errors.ts";
import type { Mailer, Message } from "../src/core/mail.ts";

/** Mail server that keeps messages, or refuses them. */
export class Mailbox implements Mailer {
  /** A mail server that takes nothing. */
  static failing(parts: ConstructorParameters<typeof Failure>[0]): Mailbox {
    const mailbox = new Mailbox();
    mailbox.failure = new Failure(parts);
    return mailbox;
  }

  readonly messages: Message[] = [];
  /** Error of each delivery, while set. */
  failure: Error | null = null;

  readonly send = async (message: Message) => {
    if (this.failure !== null) throw this.failure;
    this.messages.push(message);
    return { refused: [] };
  };

  to(address: string): Message {
    return (
      this.messages.findLast(({ to }) => to.includes(address)) ??
      assert.fail(`no mail to ${address}`)
    );
  }
}
