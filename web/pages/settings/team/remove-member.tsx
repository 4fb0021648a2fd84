import { useRef } from "react";
import { Button } from "../../../components/button.tsx";
import { useConfirmation } from "../../../components/confirmation.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { say } from "../../../components/toast.tsx";
import { firstOnPage } from "../../../focus.ts";
import { useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { removeId } from "./member-item.tsx";
import type { Member } from "./members.tsx";
import { WhatEnds } from "./what-ends.tsx";

type RemoveMemberDialogProps = { readonly member: Member; readonly onClose: () => void };

export function RemoveMemberDialog({ member, onClose }: RemoveMemberDialogProps) {
  const team = useTeam();
  const remove = useWrite("DELETE /api/teams/:team/members/:id");
  const cancel = useRef<HTMLButtonElement>(null);
  const { field, confirmed } = useConfirmation();
  const { id, name } = member;
  const needsPassword = member.role === "owner";
  const act = async () => remove.mutateAsync({ team: team.id, id });
  return (
    <Dialog
      finalFocus={() => firstOnPage(removeId(id), "members")}
      initialFocus={cancel}
      isOpen
      onClose={onClose}
      title={`Remove ${name} from ${team.name}?`}
    >
      <WhatEnds member={member} />
      <Form
        before={
          <Button onClick={onClose} ref={cancel}>
            Cancel
          </Button>
        }
        kind="danger"
        onSubmit={async (values) => {
          await (needsPassword ? confirmed(values, act) : act());
          onClose();
          say(`${name} is removed from ${team.name}.`);
        }}
        submit={`Remove ${name}`}
      >
        {needsPassword ? field : null}
      </Form>
    </Dialog>
  );
}
