import { invitationLink, type LinkParts, findInvitationToMail } from "../accounts/invitations.ts";
import { withArticle } from "../accounts/membership.ts";
import type { OfTeam } from "../db/outbox.ts";
import { invitationMail } from "../mail/invitation-mail.ts";
import type { Mailer } from "../mail/mailer.ts";
import { type Instant, millisecondsOf } from "../shared/time.ts";

export type InvitationMailParts = LinkParts & { readonly mailer: Mailer };

/**
 * Mails an invitation that is still open. At least once: when the process ends after the mail server
 * took the mail, it is sent again, under the same Message-ID by which receivers fold duplicates.
 */
export async function mailInvitation(
  context: OfTeam,
  id: string,
  parts: InvitationMailParts,
): Promise<void> {
  const invitation = await findInvitationToMail(context, id);
  if (invitation === null) return;
  const { email, role, expires_at, team_name, inviter_name } = invitation;
  const message = await invitationMail({
    messageId: messageId(invitation, parts.baseUrl),
    to: email,
    team: team_name,
    inviter: inviter_name,
    role: withArticle(role),
    link: invitationLink(invitation, parts, "mailed"),
    until: expires_at,
  });
  await parts.mailer.send(message);
}

type Lasting = { readonly id: string; readonly expires_at: Instant };

/** Names one sending by a person: sent again, an invitation has another expiry. */
function messageId({ id, expires_at }: Lasting, baseUrl: string): string {
  return `${id}.${millisecondsOf(expires_at)}@${new URL(baseUrl).hostname}`;
}
