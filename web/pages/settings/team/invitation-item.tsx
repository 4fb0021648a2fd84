import { useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/copy.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Item } from "../../../components/page.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { Status } from "../../../components/status.tsx";
import { When } from "../../../components/when.tsx";
import { exactly } from "../../../moments.ts";
import { useMe, useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { InvitationLink, type Made } from "./invitation-link.tsx";
import { InvitationMail, isUnsent } from "./invitation-mail.tsx";
import type { Invitation } from "./invitations.tsx";
import { wordsOf } from "./roles.ts";

type InvitationItemProps = { readonly invitation: Invitation; readonly onRevoke: () => void };

export function InvitationItem({ invitation, onRevoke }: InvitationItemProps) {
  const team = useTeam();
  const renew = useWrite("POST /api/teams/:team/invitations/:id/renew");
  const [renewed, setRenewed] = useState<Made | null>(null);
  const { id, email, isExpired, link, mail } = invitation;
  const forWhom = <span className="sr-only"> for {email}</span>;
  return (
    <Item
      actions={
        <>
          {link === null || isExpired ? null : (
            <CopyButton label="Copy link" of={`for ${email}`} text={link} />
          )}
          {link === null ? null : (
            <Button
              isBusy={renew.isPending}
              onClick={() => renew.mutate({ team: team.id, id }, { onSuccess: setRenewed })}
            >
              {mail?.state === "failed" ? "Send again" : "Renew"}
              {forWhom}
            </Button>
          )}
          <Button id={revokeId(id)} onClick={onRevoke}>
            Revoke{forWhom}
          </Button>
        </>
      }
    >
      <About invitation={invitation} />
      <Refusal error={renew.error} />
      {renewed === null ? null : <RenewedDialog made={renewed} onClose={() => setRenewed(null)} />}
    </Item>
  );
}

type RenewedDialogProps = { readonly made: Made; readonly onClose: () => void };

function RenewedDialog({ made, onClose }: RenewedDialogProps) {
  const copy = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      description="The previous link no longer works."
      initialFocus={copy}
      isOpen
      onClose={onClose}
      title="Invitation renewed"
    >
      <InvitationLink copy={copy} made={made} onDone={onClose} />
    </Dialog>
  );
}

function About({ invitation }: { readonly invitation: Invitation }) {
  const { user } = useMe();
  const { email, role, invitedBy, isExpired, expiresAt, link, mail } = invitation;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="font-medium">{email}</bdi>
        {isExpired ? <Status tone="warn">Expired</Status> : null}
        {mail !== null && isUnsent(mail) ? <Status tone="warn">Not sent</Status> : null}
      </p>
      <p className="text-ink2">
        {wordsOf(role).label}
        {invitedBy === null ? null : (
          <>
            , invited by <bdi>{invitedBy.name}</bdi>
          </>
        )}
      </p>
      <p className="text-small text-ink2">
        {isExpired ? (
          <>
            The link expired <When at={expiresAt} />
          </>
        ) : (
          `The link expires ${exactly(expiresAt, user.timeZone)}`
        )}
      </p>
      {mail === null ? null : <InvitationMail mail={mail} />}
      {link === null ? (
        <p className="text-small text-ink2">It makes an owner: only owners see the link.</p>
      ) : null}
    </>
  );
}

export function revokeId(invitation: string): string {
  return `revoke-${invitation}`;
}
