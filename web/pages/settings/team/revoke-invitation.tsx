import { useRef } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { say } from "../../../components/toast.tsx";
import { firstOnPage } from "../../../focus.ts";
import { Form } from "../../../form/form.tsx";
import { useTeam } from "../../../team.tsx";
import { revokeId } from "./invitation-item.tsx";
import type { Invitation } from "./invitations.tsx";

type RevokeInvitationDialogProps = {
  readonly invitation: Invitation;
  readonly onClose: () => void;
};

export function RevokeInvitationDialog({ invitation, onClose }: RevokeInvitationDialogProps) {
  const team = useTeam();
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
        given={{ team: team.id, id }}
        kind="danger"
        onDone={() => {
          onClose();
          say(`The invitation for ${email} is revoked.`);
        }}
        route="DELETE /api/teams/:team/invitations/:id"
        submit="Revoke the invitation"
      />
    </Dialog>
  );
}
