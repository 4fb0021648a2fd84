import { type LinkParts, invitationLink, findInvitationToMail } from "../accounts/invitations.ts";
import { withArticle } from "../accounts/membership.ts";
import type { Mailer } from "../core/mail.ts";
import type { OfTeam } from "../db/outbox.ts";
import { settleReadTax } from "../domains/inbox/attach-by-hand.ts";
import { matchJoined } from "../domains/inbox/group-items.ts";
import { matchNewPayments } from "../domains/inbox/suggest/new-payments.ts";
import { suggestFor } from "../domains/inbox/suggest/suggest-payments.ts";
import { deliverMail } from "../domains/invoices/deliver-mail.ts";
import { pdfOf } from "../domains/invoices/invoice-pdf.ts";
import { settleLoaded } from "../domains/rates/settle.ts";
import { invitationMail } from "../mail/invitation-mail.ts";
import type { PaperReader } from "../reading/reader-process.ts";
import { millisecondsOf } from "../shared/time.ts";
import { READING_RETRIES_MS, readDocument } from "./read-document.ts";
import type { Jobs } from "./worker.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** 72 hours in all: a mail server that is away over a weekend loses nothing. */
const MAIL_RETRIES_MS = [
  ...[1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS),
  ...[3, 6, 12, 12, 12, 12, 12].map((hours) => hours * HOUR_MS),
  99 * MINUTE_MS,
];

/** The work needs nothing but the database, so that only a bug fails it for long. */
const DATABASE_RETRIES_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);

/** A drawing that takes too long may take less when the machine is idle. */
const PDF_RETRIES_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);

type JobsParts = LinkParts & {
  readonly mailer: Mailer | null;
  /** Null where the process reads no files. */
  readonly reader?: Pick<PaperReader, "read"> | null;
};

/**
 * Without a mail server, mails are left to a server that has one and shares the database: an attempt
 * here would only use up one of theirs.
 */
export function jobsOf({ mailer, reader = null, ...parts }: JobsParts): Jobs {
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
      retriesMs: DATABASE_RETRIES_MS,
      run: (context, id) => settleLoaded(context, { id }),
    },
    invoice_pdf: {
      name: "invoice_pdf",
      retriesMs: PDF_RETRIES_MS,
      run: async (context, id) => {
        await pdfOf(context, id);
      },
    },
    invoice_mail:
      mailer === null
        ? null
        : {
            name: "invoice_mail",
            retriesMs: MAIL_RETRIES_MS,
            run: (context, id) =>
              deliverMail(context, id, {
                mailer,
                draw: pdfOf,
                mostAttempts: MAIL_RETRIES_MS.length + 1,
              }),
          },
    read_document:
      reader === null
        ? null
        : {
            name: "read_document",
            retriesMs: READING_RETRIES_MS,
            // A reader does one file at a time. Mails have the other places.
            atOnce: 1,
            isLeftAtStop: true,
            run: (context, id, attempt) => readDocument(context, id, { ...attempt, reader }),
          },
    match_item: {
      name: "match_item",
      retriesMs: DATABASE_RETRIES_MS,
      run: (context, id) => suggestFor(context, { id }),
    },
    match_joined: {
      name: "match_joined",
      retriesMs: DATABASE_RETRIES_MS,
      run: (context, id) => matchJoined(context, { id }),
    },
    settle_tax: {
      name: "settle_tax",
      retriesMs: DATABASE_RETRIES_MS,
      run: (context, id) => settleReadTax(context, { id }),
    },
    match_new: {
      name: "match_new",
      retriesMs: DATABASE_RETRIES_MS,
      run: matchNewPayments,
    },
  };
}

/**
 * Mails an invitation that is still open. At least once: when the process ends after the mail server
 * took the mail, it is sent again, under the same Message-ID by which receivers fold duplicates.
 */
async function mailInvitation(
  context: OfTeam,
  id: string,
  parts: LinkParts & { readonly mailer: Mailer },
): Promise<void> {
  const invitation = await findInvitationToMail(context, id);
  if (invitation === null) return;
  const { email, role, expires_at, team_name, inviter_name } = invitation;
  const message = await invitationMail({
    // Sent again by a person, an invitation has another expiry.
    messageId: `${invitation.id}.${millisecondsOf(expires_at)}@${new URL(parts.baseUrl).hostname}`,
    to: email,
    team: team_name,
    inviter: inviter_name,
    role: withArticle(role),
    link: invitationLink(invitation, parts, "mailed"),
    until: expires_at,
  });
  await parts.mailer.send(message);
}
