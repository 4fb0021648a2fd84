import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { dayIn } from "../../../src/shared/time.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { Menu, MenuItem } from "../../components/menu.tsx";
import { Notice } from "../../components/status.tsx";
import { clockTime, shortDay } from "../../dates.ts";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { InlineField } from "../../form/inline-field.tsx";
import { useTeam } from "../../team.tsx";
import { Elapsed } from "../../timer/elapsed.tsx";
import {
  type RunningTimer,
  tellOtherTabs,
  useOwnTimer,
  useTimerActions,
} from "../../timer/own-timer.ts";
import { stopButtonId } from "../../timer/timer-keys.ts";
import { useIsNarrow } from "../../window.ts";
import { useEntryForm } from "./entries/entry-actions.ts";
import { EntryDialog } from "./entries/entry-dialog.tsx";
import { EntryDescription } from "./entries/entry-row.tsx";
import { choosable, projectsOf } from "./projects.ts";

type RunningBarProps = {
  readonly timer: RunningTimer;
  readonly ahead: number;
  /** Opens the fields for other work. */
  readonly onSwitch: () => void;
  readonly isSwitching: boolean;
};

/** The running timer. After ten hours it asks whether the work still goes on. */
export function RunningBar({ timer, ahead, onSwitch, isSwitching }: RunningBarProps) {
  const { discard } = useTimerActions();
  const isNarrow = useIsNarrow();
  const [isEdited, setIsEdited] = useState(false);
  const [isKept, setIsKept] = useState(false);
  const [open, setOpen] = useState<readonly string[]>([]);
  const parts = { timer, ahead, isSwitching, onSwitch, onEdit: () => setIsEdited(true) };
  return (
    <section aria-label="Running timer" className="grid gap-3">
      {/* A field that is open stays where the window gets narrow: its text is not saved yet. */}
      {isNarrow && open.length === 0 ? (
        <Line {...parts} />
      ) : (
        <Fields
          {...parts}
          onOpen={(name, isOpen) =>
            setOpen((open) => [...open.filter((one) => one !== name), ...(isOpen ? [name] : [])])
          }
        />
      )}
      {timer.isDoubtful && !isKept ? (
        <Notice
          actions={
            <>
              <ProposedStop timer={timer} />
              <Button onClick={() => setIsEdited(true)}>Stop at…</Button>
              <Button onClick={() => setIsKept(true)}>Keep it running</Button>
              <Button kind="danger" onClick={() => void discard(timer.id)}>
                Discard it
              </Button>
            </>
          }
          title="Still working?"
          tone="warn"
        >
          <p>This timer has run for more than 10 hours.</p>
        </Notice>
      ) : null}
      {isEdited ? <EntryDialog entry={timer} onClose={() => setIsEdited(false)} /> : null}
    </section>
  );
}

type TimerProps = RunningBarProps & { readonly onEdit: () => void };

/** One line on a phone. It opens the dialog with all fields. */
function Line({ timer, ahead, onEdit, onSwitch }: TimerProps) {
  const { stop, discard, isBusy } = useTimerActions();
  const { id, start, project, description } = timer;
  return (
    <div className="flex items-center gap-2 rounded-panel border border-line bg-surface py-1 ps-3 pe-1">
      <button
        className="grid min-h-11 min-w-0 flex-1 cursor-pointer content-center text-start"
        onClick={onEdit}
        type="button"
      >
        <span className="sr-only">Edit the timer, </span>
        <span className="text-section font-semibold tabular-nums">
          <Elapsed ahead={ahead} start={start} />
        </span>
        <span className="truncate text-small text-ink2">
          <bdi>{project.name}</bdi>
          {description === null ? null : (
            <>
              {" · "}
              <bdi>{description}</bdi>
            </>
          )}
        </span>
      </button>
      <Button isBusy={isBusy} id={stopButtonId(id)} kind="primary" onClick={() => void stop(id)}>
        Stop
      </Button>
      <Menu
        trigger={
          <IconButton label="More on the timer">
            <Ellipsis aria-hidden size={20} strokeWidth={1.5} />
          </IconButton>
        }
      >
        <MenuItem onPress={onSwitch}>Switch to other work…</MenuItem>
        <MenuItem onPress={onEdit}>Edit the timer…</MenuItem>
        <MenuItem onPress={() => void discard(id)} tone="bad">
          Discard the timer
        </MenuItem>
      </Menu>
    </div>
  );
}

type FieldsProps = TimerProps & {
  readonly onOpen: (name: string, isOpen: boolean) => void;
};

/** Description and project are edited in place, the start in a dialog. */
function Fields({ timer, ahead, onEdit, onSwitch, isSwitching, onOpen }: FieldsProps) {
  const team = useTeam();
  const { stop, discard, isBusy } = useTimerActions();
  const { id, start, project } = timer;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-panel border border-line bg-surface px-3 py-2">
      <div className="grid min-w-0 flex-1 basis-60 lg:flex lg:flex-wrap lg:items-center lg:gap-x-6">
        <EntryDescription entry={timer} onOpen={(isOpen) => onOpen("description", isOpen)} />
        <InlineField
          {...useEntryForm(timer)}
          initial={{ project: project.id }}
          label="project"
          onDone={tellOtherTabs}
          onOpen={(isOpen) => onOpen("project", isOpen)}
          told={project.name}
        >
          {(field) => (
            <ComboboxField
              {...projectsOf(team.id)}
              field={field("project")}
              isLabelHidden
              known={[choosable(project)]}
              label="Project"
            />
          )}
        </InlineField>
      </div>
      <div className="grid justify-items-end lg:flex lg:flex-row-reverse lg:items-baseline lg:gap-x-3">
        <span className="text-key-figure font-semibold tabular-nums">
          <Elapsed ahead={ahead} start={start} />
        </span>
        <button
          className="-my-2.5 min-h-11 cursor-pointer sm:my-0 sm:min-h-6 text-ink2 underline"
          onClick={onEdit}
          type="button"
        >
          since {clockTime(start, timer.timeZone)}
          <span className="sr-only">, change the start</span>
        </button>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button isBusy={isBusy} id={stopButtonId(id)} kind="primary" onClick={() => void stop(id)}>
          Stop
        </Button>
        {isSwitching ? null : <Button onClick={onSwitch}>Switch to other work…</Button>}
        <Menu trigger={<Button kind="quiet">Edit or discard</Button>}>
          <MenuItem onPress={onEdit}>Edit the timer…</MenuItem>
          <MenuItem onPress={() => void discard(id)} tone="bad">
            Discard the timer
          </MenuItem>
        </Menu>
      </div>
    </div>
  );
}

/** Timers that run since an earlier day. */
export function ForgottenTimers() {
  const forgotten = useOwnTimer()?.forgotten ?? [];
  return forgotten.map((timer) => <ForgottenTimer key={timer.id} timer={timer} />);
}

function ForgottenTimer({ timer }: { readonly timer: RunningTimer }) {
  const [isEdited, setIsEdited] = useState(false);
  const { discard } = useTimerActions();
  const { start, timeZone, project } = timer;
  const since = `${shortDay(dayIn(timeZone, start))}, ${clockTime(start, timeZone)}`;
  return (
    <>
      <Notice
        actions={
          <>
            <ProposedStop timer={timer} />
            <Button onClick={() => setIsEdited(true)}>Stop at…</Button>
            <Button kind="danger" onClick={() => void discard(timer.id)}>
              Discard it
            </Button>
          </>
        }
        title={`A timer on ${project.name} runs since ${since}`}
        tone="warn"
      >
        <p>{proposalWords(timer)}</p>
      </Notice>
      {isEdited ? <EntryDialog entry={timer} onClose={() => setIsEdited(false)} /> : null}
    </>
  );
}

/** Stops a timer at the last known act of its person. */
function ProposedStop({ timer }: { readonly timer: RunningTimer }) {
  const { stop, isBusy } = useTimerActions();
  const { proposal, id, timeZone } = timer;
  if (proposal === null) return null;
  return (
    <Button isBusy={isBusy} kind="primary" onClick={() => void stop(id, proposal.stop)}>
      Stop at {clockTime(proposal.stop, timeZone)}
    </Button>
  );
}

function proposalWords({ proposal, timeZone }: RunningTimer): string {
  if (proposal === null) return "Nothing tells when you stopped working.";
  const at = clockTime(proposal.stop, timeZone);
  const words = {
    change: `Your last change of that day was at ${at}.`,
    assistant: `${proposal.client ?? "Your assistant"} last worked for you at ${at} that day.`,
    entry: `The last entry of that day ends at ${at}.`,
  };
  return words[proposal.because];
}
