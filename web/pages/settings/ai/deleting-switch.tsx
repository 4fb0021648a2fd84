import { useRef } from "react";
import { AFTER_DELETION } from "../../../../src/shared/undo-days.ts";
import { Refused } from "../../../api.ts";
import { Section } from "../../../components/page.tsx";
import { Switch } from "../../../components/switch.tsx";
import { say, sayWhy } from "../../../components/toast.tsx";
import { useDeleting } from "../../../deleting.ts";
import { exactly } from "../../../moments.ts";
import { useOpen } from "../../../open.ts";
import { useMe, useWrite } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { TurnOnDialog } from "./turn-on.tsx";

/**
 * Switch for deleting by assistants. On needs a confirmation and the password; off is immediate.
 */
export function DeletingSwitch() {
  const team = useTeam();
  const { isOn } = useDeleting();
  const { open, show } = useOpen();
  const turnOff = useTurnOff();
  const button = useRef<HTMLElement>(null);
  const mayTurn = leads(team);
  return (
    <Section hint={AFTER_DELETION} id="deleting" title="Tools that delete">
      <Switch
        hint={<State />}
        isOn={isOn}
        label="Let assistants delete"
        locked={mayTurn ? null : LOCKED}
        onChange={(isOn) => {
          if (isOn) show("deleting");
          else void turnOff();
        }}
        ref={button}
      />
      {open === "deleting" && mayTurn ? <TurnOnDialog opener={button} /> : null}
    </Section>
  );
}

const LOCKED = "Only an owner or admin of the team can turn this on or off.";

function State() {
  const { isOn, until } = useDeleting();
  const { memberFullAccess } = useTeam();
  const { timeZone } = useMe().user;
  if (!isOn) return "Off: no assistant can delete anything.";
  const end =
    until === null
      ? "On until someone turns it off."
      : `On until ${exactly(until, timeZone)}, then it turns itself off.`;
  return `${end} Keys and apps with All can delete${memberFullAccess ? "" : ", except those of members"}.`;
}

function useTurnOff(): () => Promise<void> {
  const team = useTeam();
  const turn = useWrite("PUT /api/teams/:team/destructive");
  return async () => {
    try {
      await turn.mutateAsync({ team: team.id, isOn: false });
      say("Tools that delete are off. No assistant can delete.", { about: "deleting" });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      sayWhy(error, { tone: "bad" });
    }
  };
}
