import type { Output } from "../../../api.ts";
import { Answer, Empty } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Items, Section } from "../../../components/page.tsx";
import { type Open, useOpen } from "../../../open.ts";
import { useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { InvitationItem } from "./invitation-item.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { RevokeInvitationDialog } from "./revoke-invitation.tsx";

export type Invitation = Output<"GET /api/teams/:team/invitations">["invitations"][number];

export function InvitationsSection() {
  const team = useTeam();
  const dialog = useOpen();
  if (!leads(team))
    return (
      <Section
        hint="You are a member: owners and admins invite people. Ask one of those above."
        id="invitations"
        title="Invitations"
      >
        {null}
      </Section>
    );
  return (
    <Section
      actions={
        <Button kind="primary" onClick={() => dialog.show("invite")}>
          Invite somebody
        </Button>
      }
      hint="Who was invited and has not joined yet. A link lasts 7 days."
      id="invitations"
      title="Invitations"
    >
      <OpenInvitations dialog={dialog} />
      {dialog.open === "invite" ? <InviteDialog onClose={dialog.hide} /> : null}
    </Section>
  );
}

function OpenInvitations({ dialog }: { readonly dialog: Open }) {
  const team = useTeam();
  const query = useOfTeam(team, "GET /api/teams/:team/invitations", {});
  return (
    <Answer query={query} what="the invitations">
      {({ invitations }) => (
        <>
          {invitations.length === 0 ? (
            <Empty title="Nobody is being waited for">
              Whoever is invited stands here until they come, with the link to send them.
            </Empty>
          ) : (
            <Items label="Open invitations">
              {invitations.map((invitation) => (
                <InvitationItem
                  invitation={invitation}
                  key={invitation.id}
                  onRevoke={() => dialog.show("revoke", invitation.id)}
                />
              ))}
            </Items>
          )}
          <RevokeDialog dialog={dialog} invitations={invitations} />
        </>
      )}
    </Answer>
  );
}

type RevokeDialogProps = { readonly dialog: Open; readonly invitations: readonly Invitation[] };

function RevokeDialog({ dialog: { open, about, hide }, invitations }: RevokeDialogProps) {
  const invitation = invitations.find(({ id }) => id === about);
  if (open !== "revoke" || invitation === undefined) return null;
  return <RevokeInvitationDialog invitation={invitation} onClose={hide} />;
}
