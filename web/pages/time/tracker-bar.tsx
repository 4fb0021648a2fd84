import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { later } from "../../components/later.tsx";
import { toastRefusal } from "../../components/toast.tsx";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { useTeam } from "../../team.tsx";
import { useOwnTimer, useTimerActions } from "../../timer/own-timer.ts";
import { stopButtonId, WORK_FIELD } from "../../timer/timer-keys.ts";
import {
  choosable,
  inProgress,
  projectNamed,
  projectsOf,
  type TrackedProject,
  useChoice,
} from "./projects.ts";
import { RunningBar } from "./running-bar.tsx";
import type { WorkProps } from "./work-box.tsx";

export function TrackerBar() {
  const timer = useOwnTimer();
  const running = timer?.running ?? null;
  const [isOpened, setOpened] = useState(false);
  const isExpected = useSearch({ from: "/time" })["new"] === "timer";
  if (isExpected && !isOpened) setOpened(true);
  const open = () => {
    setOpened(true);
    requestAnimationFrame(() => document.getElementById(WORK_FIELD)?.focus());
  };
  return (
    <section
      aria-label="Timer"
      className="grid gap-3 border-b border-line pb-4 max-sm:border-0 max-sm:pb-0"
    >
      {running === null || timer === undefined ? null : (
        <RunningBar
          ahead={timer.ahead}
          isSwitching={isOpened}
          key={running.id}
          onSwitch={open}
          timer={running}
        />
      )}
      <NewTimer
        isFolded={running !== null && !isOpened}
        isSwitch={running !== null}
        onStarted={() => setOpened(false)}
      />
    </section>
  );
}

type NewTimerProps = {
  /** True while another timer runs. */
  readonly isSwitch: boolean;
  readonly isFolded: boolean;
  readonly onStarted: () => void;
};

function NewTimer({ isSwitch, isFolded, onStarted }: NewTimerProps) {
  const team = useTeam();
  const { start, isBusy } = useTimerActions();
  const [text, setText] = useState("");
  const [known, setKnown] = useState<readonly TrackedProject[]>([]);
  // True after Enter without a project: choosing it starts the timer.
  const isWaiting = useRef(false);
  const project = useChoice("tracker-project", (id) => {
    if (isWaiting.current) void run(id, text);
  });
  const { customer, forget } = useEntryArrival(project.field.id, (projects) => {
    setKnown(projects);
    const [only, ...others] = projects;
    if (only !== undefined && others.length === 0) project.put(only.id);
  });
  async function run(id: string, description: string | null) {
    isWaiting.current = false;
    const timer = await start({ project: id, description });
    if (timer === null) return;
    setText("");
    project.put(null);
    onStarted();
    forget();
    focusOnce(stopButtonId(timer));
  }
  const begin = () => {
    if (isBusy) return;
    if (project.value !== null) void run(project.value, text);
    else {
      isWaiting.current = true;
      project.complain("Choose the project: the timer starts then.");
      document.getElementById(project.field.id)?.focus();
    }
  };
  return (
    <div
      className={`${isFolded ? "hidden" : "grid"} grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 max-lg:*:first:col-span-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]`}
    >
      <WorkField
        onEnter={begin}
        onRecent={(work) => {
          setKnown([work.project]);
          void run(work.project.id, work.description);
        }}
        onText={(text) => {
          isWaiting.current = false;
          setText(text);
        }}
        text={text}
      />
      <ComboboxField
        {...projectsOf(team.id, customer?.id)}
        field={project.field}
        hint={customer?.hint}
        known={known.map(choosable)}
        label="Project"
        onEnter={begin}
        placeholder="Find or create"
      />
      <div className="grid pt-6">
        <Button isBusy={isBusy} kind={isSwitch ? "secondary" : "primary"} onClick={begin}>
          {isSwitch ? "Switch to this" : "Start"}
        </Button>
      </div>
    </div>
  );
}

const WorkBox = later(async () => import("./work-box.tsx").then(({ WorkBox }) => WorkBox));

/** Field for a description. It takes text before the list of the last work has been loaded. */
function WorkField(props: Omit<WorkProps, "hasFocus">) {
  const { text, onText, onEnter } = props;
  const hasFocus = useRef(false);
  const plain = (
    <input
      autoComplete="off"
      className="line-control"
      id={WORK_FIELD}
      maxLength={2000}
      onBlur={() => (hasFocus.current = false)}
      onChange={({ target }) => onText(target.value)}
      onFocus={() => (hasFocus.current = true)}
      onKeyDown={({ key }) => (key === "Enter" ? onEnter() : undefined)}
      placeholder="Description"
      value={text}
    />
  );
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label className="font-medium" htmlFor={WORK_FIELD}>
        What are you working on?
      </label>
      <Suspense fallback={plain}>
        <WorkBox {...props} hasFocus={hasFocus} />
      </Suspense>
    </div>
  );
}

type ForCustomer = { readonly id: string; readonly hint: string | undefined };

/**
 * Leads to the next field after the key N on another page, or "Start timer" of a customer or project.
 * @param onProjects gets the project, or the customer's projects in progress
 * @returns the customer of the new timer, until it is started
 */
function useEntryArrival(
  projectField: string,
  onProjects: (projects: readonly TrackedProject[]) => void,
): { readonly customer: ForCustomer | null; readonly forget: () => void } {
  const team = useTeam();
  const search = useSearch({ from: "/time" });
  const navigate = useNavigate();
  const isNew = search["new"] === "timer";
  const [customer, setCustomer] = useState<ForCustomer | null>(null);
  const arrive = useEffectEvent(async (isCancelled: () => boolean) => {
    const id = search["customer"];
    const project = search["project"];
    if (project !== undefined) {
      const one = await toastRefusal(async () => projectNamed({ team: team.id, id: project }));
      if (isCancelled()) return;
      if (one !== null) onProjects([one]);
    }
    const projects =
      id === undefined
        ? null
        : await toastRefusal(async () => inProgress({ team: team.id, q: "", customer_id: id }));
    if (isCancelled()) return;
    if (id !== undefined && projects !== null) {
      setCustomer({ id, hint: HINTS[Math.min(projects.length, 2)] });
      onProjects(projects);
    }
    const isOpen = projects !== null && projects.length !== 1;
    focusOnce(isOpen ? projectField : WORK_FIELD, {
      isCancelled,
      after: () => void navigate({ to: "/time", search: {}, replace: true }),
    });
  });
  useEffect(() => {
    if (!isNew) return undefined;
    let isGone = false;
    const frame = requestAnimationFrame(() => void arrive(() => isGone));
    return () => {
      isGone = true;
      cancelAnimationFrame(frame);
    };
  }, [isNew]);
  return { customer, forget: () => setCustomer(null) };
}

type Focusing = { readonly isCancelled?: () => boolean; readonly after?: () => void };

/** Focuses an element as soon as it is on the page. */
function focusOnce(id: string, focusing: Focusing = {}): void {
  if (focusing.isCancelled?.() === true) return;
  const element = document.getElementById(id);
  if (element === null) {
    requestAnimationFrame(() => focusOnce(id, focusing));
    return;
  }
  element.focus();
  focusing.after?.();
}

/** Hints by the number of the customer's projects. */
const HINTS = [
  "This customer has no project in progress. Write a name to create one for it.",
  undefined,
  "The customer’s projects come first.",
];
