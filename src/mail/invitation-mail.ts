import { html } from "hono/html";
import type { Instant } from "../core/time.ts";
import { visible } from "../core/visible.ts";
import type { Message } from "./mailer.ts";

export type Invitation = {
  /** Whom it is for: an e-mail address. */
  readonly to: string;
  readonly team: string;
  /** The name of who invites. */
  readonly inviter: string;
  /** What the person will be there, as in `an admin`. */
  readonly role: string;
  readonly link: string;
  readonly until: Instant;
};

/** What a person is sent who is invited to a team. */
export async function invitationMail({
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
    to,
    subject: `${inviter} invites you to ${team} on Ledgerport`,
    text: [what, `Join with this link:\n${link}`, whose, UNEXPECTED].join("\n\n"),
    html: page.toString(),
  };
}

const UNEXPECTED = "If you did not expect this, leave the link alone: nothing happens then.";

/** What a person wrote: it cannot begin a line of its own, nor hide or turn around what stands beside it. */
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
