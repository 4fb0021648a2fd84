import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Menu, MenuItem } from "../../components/menu.tsx";
import { Notice } from "../../components/status.tsx";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { InlineField } from "../../form/inline-field.tsx";
import { TextField } from "../../form/text-field.tsx";
import { clockTime } from "../../moments.ts";
import { useTeam } from "../../team.tsx";
import { Elapsed } from "../../timer/elapsed.tsx";
import { type RunningTimer, TIME, tellOtherTabs, useTimerActions } from "../../timer/own-timer.ts";
import { EntryDialog } from "./entries/entry-dialog.tsx";
import { currentOf } from "./entries/entry.ts";
import { choosable, projectsOf } from "./projects.ts";
import { ProposedStop } from "./proposed-stop.tsx";

type RunningBarProps = { readonly timer: RunningTimer; readonly ahead: number };

/** The running timer: description and project are edited in place, the start in a dialog. */
export function RunningBar({ timer, ahead }: RunningBarProps) {
  const team = useTeam();
  const { stop, discard, isBusy } = useTimerActions();
  const [isEdited, setIsEdited] = useState(false);
  const [isKept, setIsKept] = useState(false);
  const { id, start, project, description, version } = timer;
  const parts = {
    route: "PATCH /api/teams/:team/entries/:id",
    given: { team: team.id, id },
    changes: TIME,
    version: { seen: version, read: async () => currentOf(team.id, id) },
    onDone: tellOtherTabs,
  } as const;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-line bg-surface p-3">
        <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
          <InlineField {...parts} initial={{ description }} label="description" told={description}>
            {(field) => (
              <TextField
                field={field("description")}
                isLabelHidden
                isOptional
                label="Description"
                maxLength={2000}
              />
            )}
          </InlineField>
          <InlineField
            {...parts}
            initial={{ project: project.id }}
            label="project"
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
        <div className="grid justify-items-end">
          <span className="text-key-figure font-semibold tabular-nums">
            <Elapsed ahead={ahead} start={start} />
          </span>
          <button
            className="min-h-6 cursor-pointer text-ink2 underline"
            onClick={() => setIsEdited(true)}
            type="button"
          >
            since {clockTime(start, timer.timeZone)}
            <span className="sr-only">, change the start</span>
          </button>
        </div>
        <div className="flex gap-2">
          <Button isBusy={isBusy} kind="primary" onClick={() => void stop(id)}>
            Stop
          </Button>
          <Menu trigger={<Button kind="quiet">More</Button>}>
            <MenuItem onPress={() => setIsEdited(true)}>Edit the timer…</MenuItem>
            <MenuItem onPress={() => void discard(id)} tone="bad">
              Discard the timer
            </MenuItem>
          </Menu>
        </div>
      </div>
      {timer.isDoubtful && !isKept ? (
        <Notice
          actions={
            <>
              <ProposedStop timer={timer} />
              <Button onClick={() => setIsEdited(true)}>Stop at…</Button>
              <Button onClick={() => setIsKept(true)}>Keep it running</Button>
              <Button kind="danger" onClick={() => void discard(id)}>
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
    </div>
  );
}
