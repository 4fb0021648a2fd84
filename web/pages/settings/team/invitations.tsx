import { type RefObject, useEffect, useId, useRef, useState } from "react";
import type { Output } from "../../../api.ts";
import { Answer, RefusalNote } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/copy.tsx";
import { DeleteDialog } from "../../../components/delete-dialog.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Item, Items, Section } from "../../../components/page.tsx";
import { Notice, Status } from "../../../components/status.tsx";
import { When } from "../../../components/when.tsx";
import { exactTime } from "../../../dates.ts";
import { Choices } from "../../../form/choices.tsx";
import { Form } from "../../../form/form.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useOpen } from "../../../open.ts";
import { useMe, useOfTeam, useWrite } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { rolesUpTo, roleWords } from "./roles.ts";

type Invitation = Output<"GET /api/teams/:team/invitations">["invitations"][number];

export function InvitationsSection() {
  const isLeading = leads(useTeam());
  const { open, hide } = useOpen();
  return (
    <Section
      hint={
        isLeading
          ? "People who have not joined yet. A link is valid for 7 days."
          : "Only owners and admins can invite people."
      }
      id="invitations"
      title="Invitations"
    >
      {isLeading ? <OpenInvitations /> : null}
      {isLeading && open === "invite" ? <InviteDialog onClose={hide} /> : null}
    </Section>
  );
}

/** While a mail is under way. */
const POLL_MS = 2000;

function OpenInvitations() {
  const { open, about, show, hide } = useOpen();
  const query = useOfTeam(
    useTeam(),
    "GET /api/teams/:team/invitations",
    {},
    {
      everyMs: POLL_MS,
      isPolled: ({ invitations }) => invitations.some(({ mail }) => mail?.state === "queued"),
    },
  );
  const revoked = query.data?.invitations.find(({ id }) => id === about);
  return (
    <>
      <Answer query={query} what="the invitations">
        {({ invitations }) =>
          invitations.length === 0 ? (
            <p className="text-ink2">
              <span className="font-medium text-ink">No pending invitations.</span> Each stays here
              with its link until it is accepted.
            </p>
          ) : (
            <Items label="Open invitations">
              {invitations.map((invitation) => (
                <InvitationItem
                  invitation={invitation}
                  key={invitation.id}
                  onRevoke={() => show("revoke", invitation.id)}
                />
              ))}
            </Items>
          )
        }
      </Answer>
      {open === "revoke" && revoked !== undefined ? (
        <RevokeInvitation invitation={revoked} onClose={hide} />
      ) : null}
    </>
  );
}

type InvitationItemProps = { readonly invitation: Invitation; readonly onRevoke: () => void };

function InvitationItem({ invitation, onRevoke }: InvitationItemProps) {
  const team = useTeam();
  const renew = useWrite("POST /api/teams/:team/invitations/:id/renew");
  const [renewed, setRenewed] = useState<Made | null>(null);
  const copy = useRef<HTMLButtonElement>(null);
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
      <RefusalNote error={renew.error} />
      {renewed === null ? null : (
        <Dialog
          description="The previous link no longer works."
          initialFocus={copy}
          isOpen
          onClose={() => setRenewed(null)}
          title="Invitation renewed"
        >
          <InvitationLink copy={copy} made={renewed} onDone={() => setRenewed(null)} />
        </Dialog>
      )}
    </Item>
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
        {roleWords(role).label}
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
          `The link expires ${exactTime(expiresAt, user.timeZone)}`
        )}
      </p>
      {mail === null ? null : (
        <p className="text-small text-ink2">{mailWords(mail, user.timeZone)}</p>
      )}
      {link === null ? (
        <p className="text-small text-ink2">It makes an owner: only owners see the link.</p>
      ) : null}
    </>
  );
}

function revokeId(invitation: string): string {
  return `revoke-${invitation}`;
}

type Mail = NonNullable<Invitation["mail"]>;

/** True if no mail has left: it failed, waits after a failed attempt, or there is no mail server. */
function isUnsent({ state, nextAttemptAt, reason }: Mail): boolean {
  if (state === "queued") return nextAttemptAt !== null || reason !== null;
  return state !== "sent";
}

function mailWords({ state, reason, nextAttemptAt }: Mail, timeZone: string): string {
  if (state === "sent") return "The mail was sent.";
  if (state === "not_configured")
    return "Not mailed: no mail server was set up. Copy the link and send it yourself.";
  if (state === "failed")
    return `The mail was not sent. ${reason ?? ""} Copy the link, or send the mail again under a new link.`;
  if (nextAttemptAt === null)
    return reason === null ? "The mail is being sent." : `The mail waits. ${reason}`;
  return `The mail is not sent yet. ${reason ?? ""} Next attempt: ${exactTime(nextAttemptAt, timeZone)}.`;
}

function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null);
  const team = useTeam();
  const { sendsMail } = useMe().server;
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (made !== null) copy.current?.focus();
  }, [made]);
  return (
    <Dialog
      description={
        made === null
          ? `They get ${sendsMail ? "a mail with a link" : "a link from you"}, make an account or sign in, and join the team.`
          : undefined
      }
      isOpen
      onClose={onClose}
      title={made === null ? `Invite somebody to ${team.name}` : "Invitation created"}
    >
      {made === null ? (
        <Form
          before={<Button onClick={onClose}>Cancel</Button>}
          given={{ team: team.id }}
          initial={{ role: "member" }}
          needsPassword={({ role }) => role === "owner"}
          onDone={setMade}
          route="POST /api/teams/:team/invitations"
          submit={sendsMail ? "Send the invitation" : "Make the invitation"}
        >
          {({ field }) => (
            <>
              <TextField
                autoComplete="off"
                field={field("email")}
                inputMode="email"
                label="E-mail"
                type="email"
              />
              <Choices
                choices={rolesUpTo(team.role).map(({ role, label, means }) => ({
                  value: role,
                  label,
                  hint: means,
                }))}
                field={field("role")}
                label="Role"
              />
            </>
          )}
        </Form>
      ) : (
        <InvitationLink copy={copy} made={made} onDone={onClose} />
      )}
      <output className="sr-only">
        {made === null ? "" : `${made.invitation.email} is invited.`}
      </output>
    </Dialog>
  );
}

type Made = Output<"POST /api/teams/:team/invitations">;

type InvitationLinkProps = {
  readonly made: Made;
  readonly copy: RefObject<HTMLButtonElement | null>;
  readonly onDone: () => void;
};

function InvitationLink({ made, copy, onDone }: InvitationLinkProps) {
  const { email, role, link } = made.invitation;
  const isMailed = made.invitation.mail?.state === "queued";
  const id = useId();
  return (
    <>
      <Notice
        title={
          isMailed ? `A mail with the link is on its way to ${email}` : "This server sends no mail"
        }
        tone={isMailed ? "good" : "quiet"}
      >
        <p>
          {isMailed
            ? "The list of invitations says when it was sent. You can send the link yourself too."
            : "Copy the link and send it yourself."}
        </p>
      </Notice>
      <div className="grid gap-1">
        <label className="font-medium" htmlFor={id}>
          Link
        </label>
        <input
          className="text-box w-full bg-sunken font-mono text-ink sm:text-small"
          id={id}
          onFocus={(event) => event.currentTarget.select()}
          readOnly
          value={link ?? ""}
        />
        <p className="text-ink2">
          With this link <bdi>{email}</bdi> joins the team as {roleWords(role).one}. Give it to
          nobody else. It stays in the list of invitations.
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <CopyButton kind="primary" label="Copy link" ref={copy} text={link ?? ""} />
        <Button onClick={onDone}>Done</Button>
      </div>
    </>
  );
}

type RevokeInvitationProps = {
  readonly invitation: Invitation;
  readonly onClose: () => void;
};

function RevokeInvitation({ invitation: { id, email }, onClose }: RevokeInvitationProps) {
  return (
    <DeleteDialog
      backTo={[revokeId(id), "invitations"]}
      description="The link stops working. You can invite the same person again."
      given={{ team: useTeam().id, id }}
      onClose={onClose}
      route="DELETE /api/teams/:team/invitations/:id"
      said={`The invitation for ${email} is revoked.`}
      submit="Revoke the invitation"
      title={`Revoke the invitation for ${email}?`}
    />
  );
}
