import { useEffect, useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { useConfirmation } from "../../../components/confirmation.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Choices, TextField } from "../../../components/fields.tsx";
import { Form } from "../../../components/form.tsx";
import { useMe, useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { InvitationLink, type Made } from "./invitation-link.tsx";
import { type Role, rolesUpTo } from "./roles.ts";

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null);
  const team = useTeam();
  const { server } = useMe();
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (made !== null) copy.current?.focus();
  }, [made]);
  return (
    <Dialog
      description={
        made === null
          ? `They get ${server.sendsMail ? "a mail with a link" : "a link from you"}, make an account or sign in, and join the team.`
          : undefined
      }
      isOpen
      onClose={onClose}
      title={made === null ? `Invite somebody to ${team.name}` : "Invitation created"}
    >
      {made === null ? (
        <InviteForm onClose={onClose} onMade={setMade} />
      ) : (
        <InvitationLink copy={copy} made={made} onDone={onClose} />
      )}
      <output className="sr-only">
        {made === null ? "" : `${made.invitation.email} is invited.`}
      </output>
    </Dialog>
  );
}

type InviteFormProps = {
  readonly onMade: (made: Made) => void;
  readonly onClose: () => void;
};

function InviteForm({ onMade, onClose }: InviteFormProps) {
  const team = useTeam();
  const { server } = useMe();
  const invite = useWrite("POST /api/teams/:team/invitations");
  const [role, setRole] = useState<Role>("member");
  const roles = rolesUpTo(team.role);
  const { field, confirmed } = useConfirmation();
  const needsPassword = role === "owner";
  return (
    <Form
      before={<Button onClick={onClose}>Cancel</Button>}
      onSubmit={async (values) => {
        const input = { team: team.id, email: values.get("email") ?? "", role };
        const act = async () => invite.mutateAsync(input);
        onMade(await (needsPassword ? confirmed(values, act) : act()));
      }}
      submit={server.sendsMail ? "Send the invitation" : "Make the invitation"}
    >
      <TextField autoComplete="off" inputMode="email" label="E-mail" name="email" type="email" />
      <Choices
        choices={roles.map(({ role, label, means }) => ({ value: role, label, hint: means }))}
        label="Role"
        name="role"
        onChange={(chosen) => setRole(roles.find(({ role }) => role === chosen)?.role ?? "member")}
        value={role}
      />
      {needsPassword ? field : null}
    </Form>
  );
}
