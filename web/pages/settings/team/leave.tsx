import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { Answer } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Section } from "../../../components/page.tsx";
import { say } from "../../../components/toast.tsx";
import { Form } from "../../../form/form.tsx";
import { useOpen } from "../../../open.ts";
import { useTeam } from "../../../team.tsx";
import { type Member, useMembers } from "./members.tsx";
import { WhatEnds } from "./what-ends.tsx";

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
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog initialFocus={cancel} isOpen onClose={onClose} title={`Leave ${team.name}?`}>
      <WhatEnds member={member} />
      <Form
        before={
          <Button onClick={onClose} ref={cancel}>
            Cancel
          </Button>
        }
        given={{ team: team.id, id: member.id }}
        kind="danger"
        onDone={async () => {
          await navigate({ to: "/", replace: true });
          say(`You have left ${team.name}.`);
        }}
        route="DELETE /api/teams/:team/members/:id"
        submit={`Leave ${team.name}`}
      />
    </Dialog>
  );
}
