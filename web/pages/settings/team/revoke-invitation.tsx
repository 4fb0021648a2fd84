import { useRef } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { say } from "../../../components/toast.tsx";
import { firstOnPage } from "../../../focus.ts";
import { useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { revokeId } from "./invitation-item.tsx";
import type { Invitation } from "./invitations.tsx";

type RevokeInvitationDialogProps = {
  readonly invitation: Invitation;
  readonly onClose: () => void;
};

export function RevokeInvitationDialog({ invitation, onClose }: RevokeInvitationDialogProps) {
  const team = useTeam();
  const revoke = useWrite("DELETE /api/teams/:team/invitations/:id");
  const cancel = useRef<HTMLButtonElement>(null);
  const { id, email } = invitation;
  return (
    <Dialog
      description="The link stops working. You can invite the same person again."
      finalFocus={() => firstOnPage(revokeId(id), "invitations")}
      initialFocus={cancel}
      isOpen
      onClose={onClose}
      title={`Revoke the invitation for ${email}?`}
    >
      <Form
        before={
          <Button onClick={onClose} ref={cancel}>
            Cancel
          </Button>
        }
        kind="danger"
        onSubmit={async () => {
          await revoke.mutateAsync({ team: team.id, id });
          onClose();
          say(`The invitation for ${email} is revoked.`);
        }}
        submit="Revoke the invitation"
      />
    </Dialog>
  );
}
