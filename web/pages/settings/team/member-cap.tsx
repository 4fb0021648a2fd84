import { Link } from "@tanstack/react-router";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Section } from "../../../components/page.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { Switch } from "../../../components/switch.tsx";
import { say } from "../../../components/toast.tsx";
import { Form } from "../../../form/form.tsx";
import { useOpen } from "../../../open.ts";
import { useWrite } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";

const SWITCH = "member-full-access";

/** Limit on the credentials of members. Raising it needs the password; lowering it does not. */
export function MemberCapSection() {
  const team = useTeam();
  const { open, show, hide } = useOpen();
  const change = useWrite("PUT /api/teams/:team/member-full-access");
  const turn = (isOn: boolean) => {
    if (isOn) show("full-access");
    else
      change.mutate(
        { team: team.id, isOn },
        {
          onSuccess: () =>
            say("Members’ assistants no longer have full access.", { about: SWITCH }),
        },
      );
  };
  return (
    <Section id="member-cap" title="Access of members’ assistants">
      <Switch
        hint={<Hint />}
        isOn={team.memberFullAccess}
        label="Members’ assistants may have full access"
        locked={leads(team) ? null : "Only owners and admins can turn this on and off."}
        onChange={turn}
      />
      <Refusal error={change.error} />
      {open === "full-access" && leads(team) && !team.memberFullAccess ? (
        <FullAccessDialog onClose={hide} />
      ) : null}
    </Section>
  );
}

function Hint() {
  return (
    <>
      Full access means All for keys and apps: they can also delete, while that is on under{" "}
      <Link className="underline" to="/settings/ai">
        AI
      </Link>
      . When this is off, members’ keys and apps read and change the books, and never delete. It
      does not apply to owners and admins.
    </>
  );
}

function FullAccessDialog({ onClose }: { readonly onClose: () => void }) {
  const team = useTeam();
  return (
    <Dialog
      description="Members can then give All to keys and apps. Those that already have All gain full access at once, and can delete while that is on."
      isOpen
      onClose={onClose}
      title="Let members’ assistants have full access?"
    >
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        given={{ team: team.id, isOn: true }}
        needsPassword
        onDone={() => {
          onClose();
          say("Members’ assistants may have full access now.", { about: SWITCH });
        }}
        route="PUT /api/teams/:team/member-full-access"
        submit="Allow full access"
      />
    </Dialog>
  );
}
