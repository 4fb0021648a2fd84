import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { useTeam } from "../../team.tsx";
import { useOwnTimer, useTimerActions } from "../../timer/own-timer.ts";
import { choosable, projectsOf, type TrackedProject, useChoice } from "./projects.ts";
import { RunningBar } from "./running-bar.tsx";
import { useArrival } from "./use-arrival.ts";
import { WorkField } from "./work-field.tsx";

/** The running timer with its fields, and the fields for the next one. */
export function TrackerBar() {
  const timer = useOwnTimer();
  const running = timer?.running ?? null;
  return (
    <section aria-label="Timer" className="grid gap-4 border-b border-line pb-5">
      {running === null || timer === undefined ? null : (
        <RunningBar ahead={timer.ahead} key={running.id} timer={running} />
      )}
      <NewTimer isSwitch={running !== null} />
    </section>
  );
}

function NewTimer({ isSwitch }: { readonly isSwitch: boolean }) {
  const team = useTeam();
  const { start, isBusy } = useTimerActions();
  const [text, setText] = useState("");
  const [known, setKnown] = useState<readonly TrackedProject[]>([]);
  const project = useChoice("tracker-project");
  const { customer, forget } = useArrival(project.field.id, (projects) => {
    setKnown(projects);
    const [only, ...others] = projects;
    if (only !== undefined && others.length === 0) project.put(only.id);
  });
  const run = async (id: string, description: string | null) => {
    await start({ project: id, description });
    setText("");
    project.put(null);
    forget();
  };
  const begin = () => {
    if (isBusy) return;
    if (project.value !== null) void run(project.value, text);
    else {
      project.complain("Choose a project first.");
      document.getElementById(project.field.id)?.focus();
    }
  };
  return (
    <div className="grid items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]">
      <WorkField
        onEnter={begin}
        onRecent={(work) => {
          setKnown([work.project]);
          void run(work.project.id, work.description);
        }}
        onText={setText}
        text={text}
      />
      <ComboboxField
        {...projectsOf(team.id, customer?.id)}
        field={project.field}
        hint={customer?.hint}
        known={known.map(choosable)}
        label="Project"
        placeholder="Find or create"
      />
      <div className="grid sm:pt-6">
        <Button isBusy={isBusy} kind={isSwitch ? "secondary" : "primary"} onClick={begin}>
          {isSwitch ? "Switch to this" : "Start"}
        </Button>
      </div>
    </div>
  );
}
