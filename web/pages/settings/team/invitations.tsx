import type { Output } from "../../../api.ts";
import { Answer } from "../../../components/answer.tsx";
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
        hint="Only owners and admins can invite people."
        id="invitations"
        title="Invitations"
      >
        {null}
      </Section>
    );
  return (
    <Section
      hint="People who have not joined yet. A link is valid for 7 days."
      id="invitations"
      title="Invitations"
    >
      <OpenInvitations dialog={dialog} />
      {dialog.open === "invite" ? <InviteDialog onClose={dialog.hide} /> : null}
    </Section>
  );
}

/** While a mail is under way. */
const POLL_MS = 2000;

function OpenInvitations({ dialog }: { readonly dialog: Open }) {
  const team = useTeam();
  const query = useOfTeam(
    team,
    "GET /api/teams/:team/invitations",
    {},
    {
      everyMs: POLL_MS,
      isPolled: ({ invitations }) => invitations.some(({ mail }) => mail?.state === "queued"),
    },
  );
  return (
    <Answer query={query} what="the invitations">
      {({ invitations }) => (
        <>
          {invitations.length === 0 ? (
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
