import type { LinkParts } from "../accounts/invitations.ts";
import { settleLoaded } from "../domains/rates/settle.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Jobs } from "./job.ts";
import { mailInvitation } from "./mail-invitation.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** 72 hours in all: a mail server that is away over a weekend loses nothing. */
const MAIL_RETRIES_MS = [
  ...[1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS),
  ...[3, 6, 12, 12, 12, 12, 12].map((hours) => hours * HOUR_MS),
  99 * MINUTE_MS,
];

/** The work needs nothing but the database, so that only a bug fails it for long. */
const SETTLEMENT_RETRIES_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);

type JobParts = LinkParts & {
  /** Null when no mail server is set up. */
  readonly mailer: Mailer | null;
};

/**
 * The background jobs of this server, by name. Without a mail server, mails are left to a server that
 * has one and shares the database: an attempt here would only use up one of theirs.
 */
export function jobsOf({ mailer, ...parts }: JobParts): Jobs {
  return {
    invitation_mail:
      mailer === null
        ? null
        : {
            name: "invitation_mail",
            retriesMs: MAIL_RETRIES_MS,
            run: (context, id) => mailInvitation(context, id, { ...parts, mailer }),
          },
    settlement: {
      name: "settlement",
      retriesMs: SETTLEMENT_RETRIES_MS,
      run: (context, id) => settleLoaded(context, { id }),
    },
  };
}
