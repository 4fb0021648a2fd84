import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createTransport } from "nodemailer";

/** A sender's side of an SMTP conversation, line by line. */
export class MailDialog {
  readonly #socket: Socket;
  #heard = "";
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<unknown>;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.closed = once(socket, "close");
    socket.setEncoding("utf8").on("data", (text: string) => (this.#heard += text));
    // A server that is killed resets the connection.
    socket.on("error", () => {});
  }

  /** Waits for the greeting. */
  static async open(port: number): Promise<MailDialog> {
    const dialog = new MailDialog(connect(port, "127.0.0.1"));
    assert.match(await dialog.reply(), /^(?:220|421) /);
    return dialog;
  }

  /** As above, and introduces itself, its sender and its recipient, whose reply is the answer. */
  static async to(port: number, recipient: string, from = "shop@muster.example") {
    const dialog = await MailDialog.open(port);
    await dialog.say("EHLO muster.example");
    assert.match(await dialog.say(`MAIL FROM:<${from}>`), /^250 /);
    return { dialog, reply: await dialog.say(`RCPT TO:<${recipient}>`) };
  }

  async say(line: string): Promise<string> {
    this.write(`${line}\r\n`);
    return this.reply();
  }

  /** Sends a whole mail after its recipient was taken. */
  async send(mail: string | Uint8Array): Promise<string> {
    assert.match(await this.say("DATA"), /^354 /);
    this.write(mail);
    return this.say("\r\n.");
  }

  write(bytes: string | Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** The next whole reply; empty when the connection was closed without one. */
  async reply(): Promise<string> {
    for (;;) {
      const [whole] = /^(?:\d{3}-[^\n]*\n)*\d{3} [^\n]*\r\n/.exec(this.#heard) ?? [];
      if (whole !== undefined) {
        this.#heard = this.#heard.slice(whole.length);
        return whole;
      }
      if (this.#socket.destroyed) return "";
      await Promise.race([once(this.#socket, "data"), this.closed]).catch(() => {});
    }
  }

  breakOff(): void {
    this.#socket.destroy();
  }
}

/** Sends a mail by nodemailer. @returns the reply to its data, or the refusal's */
export async function sendMail(
  port: number,
  { raw, from, to }: { raw: string | Buffer; from: string; to: string },
): Promise<string> {
  const transport = createTransport({ host: "127.0.0.1", port, secure: false });
  try {
    const { response } = await transport.sendMail({ envelope: { from, to: [to] }, raw });
    return response;
  } catch (error) {
    return error instanceof Error && "response" in error ? String(error.response) : String(error);
  } finally {
    transport.close();
  }
}
