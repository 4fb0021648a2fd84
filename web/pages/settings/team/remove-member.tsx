import { useRef } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { say } from "../../../components/toast.tsx";
import { firstOnPage } from "../../../focus.ts";
import { Form } from "../../../form/form.tsx";
import { useTeam } from "../../../team.tsx";
import { removeId } from "./member-item.tsx";
import type { Member } from "./members.tsx";
import { WhatEnds } from "./what-ends.tsx";

type RemoveMemberDialogProps = { readonly member: Member; readonly onClose: () => void };

export function RemoveMemberDialog({ member, onClose }: RemoveMemberDialogProps) {
  const team = useTeam();
  const cancel = useRef<HTMLButtonElement>(null);
  const { id, name } = member;
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
        given={{ team: team.id, id }}
        kind="danger"
        needsPassword={member.role === "owner"}
        onDone={() => {
          onClose();
          say(`${name} is removed from ${team.name}.`, { about: id });
        }}
        route="DELETE /api/teams/:team/members/:id"
        submit={`Remove ${name}`}
      />
    </Dialog>
  );
}
