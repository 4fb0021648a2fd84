import { html } from "hono/html";
import type { Message } from "../core/mail.ts";
import { visible } from "../core/visible.ts";
import type { Instant } from "../shared/time.ts";

export type Invitation = {
  readonly messageId: string;
  readonly to: string;
  readonly team: string;
  readonly inviter: string;
  /** With its article: `an admin`. */
  readonly role: string;
  readonly link: string;
  readonly until: Instant;
};

export async function invitationMail({
  messageId: id,
  to,
  link,
  until,
  role,
  ...names
}: Invitation): Promise<Message> {
  const [team, inviter] = [oneLine(names.team), oneLine(names.inviter)];
  const what = `${inviter} invites you to the team ${team} on Ledgerport, as ${role}.`;
  const whose = `The link is for ${to} alone, works once, and until ${moment(until)}.`;
  const page = await html`<!doctype html>
    <html lang="en">
      <body>
        <p>${what}</p>
        <p><a href="${link}">Join ${team}</a></p>
        <p>${whose}</p>
        <p>${UNEXPECTED}</p>
        <p>If the link cannot be opened, copy this address into your browser:<br />${link}</p>
      </body>
    </html>`;
  return {
    id,
    to: [to],
    subject: `${inviter} invites you to ${team} on Ledgerport`,
    text: [what, `Join with this link:\n${link}`, whose, UNEXPECTED].join("\n\n"),
    html: page.toString(),
  };
}

const UNEXPECTED = "If you did not expect this, leave the link alone: nothing happens then.";

/** Makes a name safe within a sentence: no line breaks, no invisible or direction-changing characters. */
function oneLine(name: string): string {
  return visible(name.replaceAll(/\s+/g, " "));
}

function moment(instant: Instant): string {
  const words = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return `${words.format(new Date(instant))} UTC`;
}
