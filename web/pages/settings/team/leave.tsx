import { useNavigate } from "@tanstack/react-router";
import { Answer } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { DeleteDialog } from "../../../components/delete-dialog.tsx";
import { Section } from "../../../components/page.tsx";
import { useOpen } from "../../../open.ts";
import { useTeam } from "../../../team.tsx";
import { type Member, MembershipEnds, useMembers } from "./members.tsx";

export function LeaveSection() {
  const team = useTeam();
  const query = useMembers(team);
  return (
    <Section
      hint={
        <>
          You lose access to the books of <bdi>{team.name}</bdi>, and your API keys and apps in this
          team stop at once. Your records stay. To come back you need a new invitation.
        </>
      }
      id="leave"
      title="Leave the team"
    >
      <Answer query={query} what="your membership">
        {({ members }) => <Leave member={members.find(({ isYou }) => isYou)} />}
      </Answer>
    </Section>
  );
}

function Leave({ member }: { readonly member: Member | undefined }) {
  const team = useTeam();
  const { open, show, hide } = useOpen();
  if (member === undefined) return null;
  if (member.isLastOwner)
    return (
      <p className="font-medium">
        You are the only owner, and a team always has one. Make another member an owner first; then
        you can leave.
      </p>
    );
  return (
    <div>
      <Button kind="danger" onClick={() => show("leave")}>
        Leave {team.name}
      </Button>
      {open === "leave" ? <LeaveDialog member={member} onClose={hide} /> : null}
    </div>
  );
}

type LeaveDialogProps = { readonly member: Member; readonly onClose: () => void };

function LeaveDialog({ member, onClose }: LeaveDialogProps) {
  const team = useTeam();
  const navigate = useNavigate();
  return (
    <DeleteDialog
      given={{ team: team.id, id: member.id }}
      leave={async () => navigate({ to: "/", replace: true })}
      onClose={onClose}
      route="DELETE /api/teams/:team/members/:id"
      said={`You have left ${team.name}.`}
      submit={`Leave ${team.name}`}
      title={`Leave ${team.name}?`}
    >
      <MembershipEnds member={member} />
    </DeleteDialog>
  );
}
