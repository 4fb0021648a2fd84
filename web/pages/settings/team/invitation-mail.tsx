import { exactly } from "../../../moments.ts";
import { useMe } from "../../../queries.ts";
import type { Invitation } from "./invitations.tsx";

type Mail = NonNullable<Invitation["mail"]>;

/** True if no mail has left: it failed, waits after a failed attempt, or there is no mail server. */
export function isUnsent({ state, nextAttemptAt, reason }: Mail): boolean {
  if (state === "queued") return nextAttemptAt !== null || reason !== null;
  return state !== "sent";
}

/** The state of an invitation's mail, as a sentence or two. */
export function InvitationMail({ mail }: { readonly mail: Mail }) {
  const { user } = useMe();
  return <p className="text-small text-ink2">{wordsOf(mail, user.timeZone)}</p>;
}

function wordsOf({ state, reason, nextAttemptAt }: Mail, timeZone: string): string {
  if (state === "sent") return "The mail was sent.";
  if (state === "not_configured")
    return "Not mailed: no mail server was set up. Copy the link and send it yourself.";
  if (state === "failed")
    return `The mail was not sent. ${reason ?? ""} Copy the link, or send the mail again under a new link.`;
  if (nextAttemptAt === null)
    return reason === null ? "The mail is being sent." : `The mail waits. ${reason}`;
  return `The mail is not sent yet. ${reason ?? ""} Next attempt: ${exactly(nextAttemptAt, timeZone)}.`;
}
