import { say } from "../../../components/toast.tsx";
import { ComboboxField } from "../../../form/combobox-field.tsx";
import { DayField } from "../../../form/day-field.tsx";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { TimeField } from "../../../form/time-field.tsx";
import { useTeam } from "../../../team.tsx";
import { TIME, tellOtherTabs, useUndoing } from "../../../timer/own-timer.ts";
import { choosable, projectsOf } from "../projects.ts";
import { currentOf, type Entry, entryFields } from "./entry.ts";
import { LengthFields } from "./length-fields.tsx";

type EntryDialogProps = { readonly entry: Entry; readonly onClose: () => void };

/** Changes all of an entry, also its day: "Move to…". */
export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const team = useTeam();
  const undo = useUndoing();
  const { id, version, start, stop, project, timeZone } = entry;
  const isRunning = start !== null && stop === null;
  return (
    <FormDialog
      description={`Times are those of ${timeZone}.`}
      onClose={onClose}
      title={isRunning ? "Edit the timer" : "Edit the entry"}
      changes={TIME}
      given={{ team: team.id, id }}
      initial={entryFields(entry)}
      onDone={({ event }) => {
        tellOtherTabs();
        if (event === null) return;
        say("The entry is changed.", {
          action: { label: "Undo", onPress: () => void undo(event) },
        });
      }}
      route="PATCH /api/teams/:team/entries/:id"
      submit="Save the entry"
      version={{ seen: version, read: async () => currentOf(team.id, id) }}
    >
      {({ field }) => (
        <>
          <TextField field={field("description")} isOptional label="Description" maxLength={2000} />
          <ComboboxField
            {...projectsOf(team.id)}
            field={field("project")}
            known={[choosable(project)]}
            label="Project"
          />
          <DayField field={field("day")} label="Day" />
          {start === null ? (
            <LengthFields end={field("end")} seconds={field("seconds")} start={field("start")} />
          ) : (
            <div className="grid grid-cols-2 gap-3">
              <TimeField field={field("start")} label="Start" />
              <TimeField field={field("end")} isOptional label={isRunning ? "Stop at" : "End"} />
            </div>
          )}
          <p className="text-ink2">
            Another day keeps the length of the entry. An end before the start is on the next day.
          </p>
        </>
      )}
    </FormDialog>
  );
}
