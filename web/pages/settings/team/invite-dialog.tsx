import { useEffect, useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Choices } from "../../../form/choices.tsx";
import { Form } from "../../../form/form.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useMe } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { InvitationLink, type Made } from "./invitation-link.tsx";
import { rolesUpTo } from "./roles.ts";

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
  return (
    <Form
      before={<Button onClick={onClose}>Cancel</Button>}
      given={{ team: team.id }}
      initial={{ role: "member" }}
      needsPassword={({ role }) => role === "owner"}
      onDone={onMade}
      route="POST /api/teams/:team/invitations"
      submit={server.sendsMail ? "Send the invitation" : "Make the invitation"}
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
  );
}
