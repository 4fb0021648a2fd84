import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { say } from "../../../components/toast.tsx";
import { Form } from "../../../form/form.tsx";
import { useTeam } from "../../../team.tsx";
import type { Member } from "./members.tsx";
import { type Role, wordsOf } from "./roles.ts";

type RoleDialogProps = {
  readonly member: Member;
  readonly role: Role;
  readonly onClose: () => void;
};

/** Confirms making or unmaking an owner, and giving up a role of one's own. */
export function RoleDialog({ member, role, onClose }: RoleDialogProps) {
  const team = useTeam();
  const isOfOwner = role === "owner" || member.role === "owner";
  const { one } = wordsOf(role);
  const who = member.isYou ? "yourself" : member.name;
  return (
    <Dialog
      description={<Consequence member={member} role={role} />}
      isOpen
      onClose={onClose}
      title={`Make ${who} ${one}?`}
    >
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        given={{ team: team.id, id: member.id, role }}
        needsPassword={isOfOwner}
        onDone={() => {
          onClose();
          const words = member.isYou ? `You are ${one} now.` : `${member.name} is ${one} now.`;
          say(words, { about: member.id });
        }}
        route="PATCH /api/teams/:team/members/:id"
        submit={`Make ${who} ${one}`}
      />
    </Dialog>
  );
}

function Consequence({ member, role }: Pick<RoleDialogProps, "member" | "role">) {
  const { name, isYou } = member;
  if (role === "owner")
    return (
      <p>
        <bdi>{name}</bdi> can then do everything you can, and also change your role or remove you
        from the team.
      </p>
    );
  const loss =
    role === "admin"
      ? "change who the owners are"
      : member.role === "owner"
        ? "invite or remove people, change the team’s settings, or decide who the owners are"
        : "invite or remove people, or change the team’s settings";
  if (!isYou)
    return (
      <p>
        <bdi>{name}</bdi> stays in the team, and can no longer {loss}.
      </p>
    );
  return (
    <p>
      You stay in the team, and can no longer {loss}. You cannot undo this yourself: only{" "}
      {member.role === "owner" ? "an owner" : "an owner or admin"} can.
    </p>
  );
}
