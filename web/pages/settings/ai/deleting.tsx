import { type RefObject, useRef } from "react";
import { AFTER_DELETION } from "../../../../src/shared/limits.ts";
import { Answer } from "../../../components/answer.tsx";
import { Section } from "../../../components/page.tsx";
import { useDeleting } from "../../../components/reach.tsx";
import { Switch } from "../../../components/switch.tsx";
import { say, toastRefusal } from "../../../components/toast.tsx";
import { exactTime } from "../../../dates.ts";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { counted } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { useMe, useNow, useOfTeam, useWrite } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import type { Connection } from "../../connect/connection.ts";
import { Connections } from "../../connect/connections.tsx";
import { endingsAt } from "./endings.ts";
import { LimitField } from "./limit.tsx";

/** Switch for deleting by assistants. On needs a confirmation and the password; off is immediate. */
export function DeletingSwitch() {
  const team = useTeam();
  const { isOn } = useDeleting();
  const { open, show } = useOpen();
  const turn = useWrite("PUT /api/teams/:team/destructive");
  const button = useRef<HTMLElement>(null);
  const mayTurn = leads(team);
  const turnOff = async () => {
    const answer = await toastRefusal(async () => turn.mutateAsync({ team: team.id, isOn: false }));
    if (answer === null) return;
    say("Tools that delete are off. No assistant can delete.", { about: "deleting" });
  };
  return (
    <Section hint={AFTER_DELETION} id="deleting" title="Tools that delete">
      <Switch
        hint={<State />}
        isOn={isOn}
        label="Let assistants delete"
        locked={mayTurn ? null : "Only an owner or admin of the team can turn this on or off."}
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

function State() {
  const { isOn, until } = useDeleting();
  const { memberFullAccess } = useTeam();
  const { timeZone } = useMe().user;
  if (!isOn) return "Off: no assistant can delete anything.";
  const end =
    until === null
      ? "On until someone turns it off."
      : `On until ${exactTime(until, timeZone)}, then it turns itself off.`;
  return `${end} ${deleters("can delete", memberFullAccess)}`;
}

function deleters(can: string, memberFullAccess: boolean): string {
  const but = memberFullAccess ? "" : ", unless a member holds it";
  return `Every key or app with full access ${can}${but}.`;
}

/** Lists who gets the tools and which they are, and asks for the end and the password. */
function TurnOnDialog({ opener }: { readonly opener: RefObject<HTMLElement | null> }) {
  const { hide } = useOpen();
  const team = useTeam();
  const endings = endingsAt(useNow(), useMe().user.timeZone);
  return (
    <FormDialog
      description={
        <>
          <p>{deleters("can then delete", team.memberFullAccess)}</p>
          <p>{AFTER_DELETION}</p>
        </>
      }
      finalFocus={opener}
      foot={({ values }) => (
        <p aria-live="polite">
          They can then delete in <bdi className="font-medium">{team.name}</bdi>{" "}
          {endings.find(({ end }) => end === values.until)?.until}.
        </p>
      )}
      given={{ team: team.id, isOn: true }}
      initial={{ until: "hour", deletionsPerHour: team.deletionsPerHour }}
      kind="danger"
      needsPassword
      onClose={hide}
      onDone={() => say("Assistants can delete now.", { tone: "warn", about: "deleting" })}
      route="PUT /api/teams/:team/destructive"
      size="wide"
      submit="Let them delete"
      title="Let assistants delete?"
    >
      {({ field }) => (
        <>
          <Connections>
            {(all) => <Gaining gaining={all.filter(({ deletesWhenOn }) => deletesWhenOn)} />}
          </Connections>
          <SelectField
            field={field("until")}
            label="How long"
            options={endings.map(({ end, label }) => ({ value: end, label }))}
          />
          <LimitField field={field("deletionsPerHour")} />
          <DeletingTools />
        </>
      )}
    </FormDialog>
  );
}

const LINES = "divide-y divide-line border-y border-line";

function Gaining({ gaining }: { readonly gaining: readonly Connection[] }) {
  if (gaining.length === 0)
    return (
      <p>
        <span className="font-medium">No key or app gets them now.</span> One that gets All later
        can delete from then on.
      </p>
    );
  const keys = gaining.filter(({ kind }) => kind === "key").length;
  const counts = [
    ...(keys === 0 ? [] : [counted(keys, "key")]),
    ...(keys === gaining.length ? [] : [counted(gaining.length - keys, "app")]),
  ];
  return (
    <section className="grid gap-1">
      <h3 className="font-medium">{counts.join(" and ")} can then delete</h3>
      <ul aria-label="Keys and apps that can then delete" className={LINES}>
        {gaining.map(({ id, name, what, holder }) => (
          <li className="gap-x-4 py-1 sm:grid sm:grid-cols-[1fr_1fr_9rem]" key={id}>
            <p className="font-medium wrap-anywhere">
              <bdi>{name}</bdi>
            </p>
            <p className="text-ink2 wrap-anywhere">
              <bdi>{what}</bdi>
            </p>
            <p className="text-ink2 wrap-anywhere">
              Held by {holder.isYou ? "you" : <bdi>{holder.name}</bdi>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DeletingTools() {
  const answer = useOfTeam(useTeam(), "GET /api/teams/:team/tools", {});
  return (
    <Answer query={answer} what="the tools that delete">
      {({ tools: all }) => {
        const tools = all.filter(({ tier }) => tier === "destructive");
        return (
          <section className="grid gap-1">
            <h3 className="font-medium">Each gets these {counted(tools.length, "tool")}</h3>
            <ul aria-label="Tools that delete" className={LINES}>
              {tools.map(({ name, title, effect }) => (
                <li className="gap-x-4 py-1 sm:grid sm:grid-cols-[9rem_1fr]" key={name}>
                  <p className="font-medium">{title}</p>
                  <p className="text-ink2">{effect}</p>
                </li>
              ))}
            </ul>
          </section>
        );
      }}
    </Answer>
  );
}
