import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Button } from "../../components/button.tsx";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { useTeam } from "../../team.tsx";
import { useOwnTimer, useTimerActions } from "../../timer/own-timer.ts";
import { WORK_FIELD } from "../../timer/timer-keys.ts";
import { choosable, projectsOf, type TrackedProject, useChoice } from "./projects.ts";
import { RunningBar } from "./running-bar.tsx";
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
  useFocusOnArrival();
  const run = async (id: string, description: string | null) => {
    await start({ project: id, description });
    setText("");
    project.put(null);
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
        {...projectsOf(team.id)}
        field={project.field}
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

/** After the key N on another page. The title of the page gets the focus first. */
function useFocusOnArrival(): void {
  const search = useSearch({ from: "/time" });
  const navigate = useNavigate();
  const isNew = search["new"] === "timer";
  useEffect(() => {
    if (!isNew) return undefined;
    const frame = requestAnimationFrame(() => {
      document.getElementById(WORK_FIELD)?.focus();
      void navigate({ to: "/time", search: {}, replace: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isNew, navigate]);
}
