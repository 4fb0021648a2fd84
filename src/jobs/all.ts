import type { Jobs } from "./job.ts";
import { type InvitationMailParts, mailInvitation } from "./mail-invitation.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** 72 hours in all: a mail server that is away over a weekend loses nothing. */
const MAIL_RETRIES_MS = [
  ...[1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS),
  ...[3, 6, 12, 12, 12, 12, 12].map((hours) => hours * HOUR_MS),
  99 * MINUTE_MS,
];

/** The background jobs of this server, by name. */
export function jobsOf(parts: InvitationMailParts): Jobs {
  return {
    invitation_mail: {
      name: "invitation_mail",
      retriesMs: MAIL_RETRIES_MS,
      run: (context, id) => mailInvitation(context, id, parts),
    },
  };
}
