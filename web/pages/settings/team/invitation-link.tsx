import { type RefObject, useId } from "react";
import type { Output } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/copy.tsx";
import type { Tone } from "../../../components/shapes.tsx";
import { Notice } from "../../../components/status.tsx";
import { wordsOf } from "./roles.ts";

export type Made = Output<"POST /api/teams/:team/invitations">;

type InvitationLinkProps = {
  readonly made: Made;
  readonly copy: RefObject<HTMLButtonElement | null>;
  readonly onDone: () => void;
};

/** Link of a new invitation, and the state of its mail. */
export function InvitationLink({ made, copy, onDone }: InvitationLinkProps) {
  const { email, role, link } = made.invitation;
  const { tone, title, next } = made.invitation.mail?.state === "queued" ? QUEUED : NOT_MAILED;
  const id = useId();
  return (
    <>
      <Notice title={title(email)} tone={tone}>
        <p>{next}</p>
      </Notice>
      <div className="grid gap-1">
        <label className="font-medium" htmlFor={id}>
          Link
        </label>
        <input
          className="min-h-11 w-full rounded-control border border-edge bg-sunken px-3 font-mono text-section text-ink sm:min-h-9 sm:text-small"
          id={id}
          onFocus={(event) => event.currentTarget.select()}
          readOnly
          value={link ?? ""}
        />
        <p className="text-ink2">
          With this link <bdi>{email}</bdi> joins the team as {wordsOf(role).one}. Give it to nobody
          else. It stays in the list of invitations.
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <CopyButton kind="primary" label="Copy link" ref={copy} text={link ?? ""} />
        <Button onClick={onDone}>Done</Button>
      </div>
    </>
  );
}

type MailWords = {
  readonly tone: Tone;
  readonly title: (email: string) => string;
  readonly next: string;
};

const QUEUED: MailWords = {
  tone: "good",
  title: (email) => `A mail with the link is on its way to ${email}`,
  next: "The list of invitations says when it was sent. You can send the link yourself too.",
};

const NOT_MAILED: MailWords = {
  tone: "quiet",
  title: () => "This server sends no mail",
  next: "Copy the link and send it yourself.",
};
