import { Fragment } from "react";
import { NewTeamDialog } from "../../components/new-team.tsx";
import { Page } from "../../components/page.tsx";
import { useOpen } from "../../open.ts";
import { leads, useTeam } from "../../team.tsx";
import { DetailsSection, MemberCapSection } from "./team/details.tsx";
import { InboxAddressSection } from "./team/inbox-address.tsx";
import { InvitationsSection } from "./team/invitations.tsx";
import { LeaveSection } from "./team/leave.tsx";
import { MembersSection } from "./team/members.tsx";

export function TeamSettings() {
  const team = useTeam();
  const { open, hide } = useOpen();
  return (
    <Page
      lead={
        <>
          Members of <bdi>{team.name}</bdi>, their roles, and the team’s settings.
          {leads(team)
            ? " The form is saved with its button; roles and the switch are saved at once."
            : null}
        </>
      }
      title="Team"
      width="settings"
    >
      {/* Resets the forms when the team changes. */}
      <Fragment key={team.id}>
        <MembersSection />
        <InvitationsSection />
        <DetailsSection />
        <MemberCapSection />
        <InboxAddressSection />
        <LeaveSection />
      </Fragment>
      {open === "new-team" ? <NewTeamDialog onClose={hide} /> : null}
    </Page>
  );
}
