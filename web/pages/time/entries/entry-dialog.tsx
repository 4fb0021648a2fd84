import { spoken } from "../../../../src/shared/words.ts";
import { ComboboxField } from "../../../form/combobox-field.tsx";
import { DayField } from "../../../form/day-field.tsx";
import { DurationField } from "../../../form/duration-field.tsx";
import type { Field } from "../../../form/field.ts";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { TimeField } from "../../../form/time-field.tsx";
import { useTeam } from "../../../team.tsx";
import { TIME, tellOtherTabs } from "../../../timer/own-timer.ts";
import { choosable, projectsOf, type TrackedProject } from "../projects.ts";
import { useEntryForm, useSayDone } from "./entry-actions.ts";
import { type Entry, entryFields } from "./entry.ts";
import { LockedDialog, useWhyLocked } from "./locked.tsx";

type EntryDialogProps = { readonly entry: Entry; readonly onClose: () => void };

/** Changes an entry, or only shows it where it cannot be changed. */
export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const why = useWhyLocked()(entry);
  if (why !== null) return <LockedDialog entry={entry} onClose={onClose} why={why} />;
  return <ChangeDialog entry={entry} onClose={onClose} />;
}

function ChangeDialog({ entry, onClose }: EntryDialogProps) {
  const team = useTeam();
  const sayDone = useSayDone();
  const { start, stop, project, timeZone } = entry;
  const isRunning = start !== null && stop === null;
  return (
    <FormDialog
      description={`Times are those of ${timeZone}.`}
      onClose={onClose}
      title={isRunning ? "Edit the timer" : "Edit the entry"}
      {...useEntryForm(entry)}
      initial={entryFields(entry)}
      onDone={({ event }) => {
        tellOtherTabs();
        if (event !== null) sayDone("The entry is changed.", event);
      }}
      submit="Save the entry"
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

type AddDialogProps = {
  readonly times: {
    readonly day: string;
    /** Minutes after midnight, as the end. */
    readonly start?: number;
    readonly end?: number;
    readonly seconds?: number;
    readonly isRepeated?: boolean;
  };
  readonly project?: TrackedProject;
  /** Left out: the reader. */
  readonly person?: string | undefined;
  readonly onClose: () => void;
};

/** Adds an entry by hand: with a start and an end, or with a length alone. */
export function AddDialog({ times, project, person, onClose }: AddDialogProps) {
  const team = useTeam();
  const sayDone = useSayDone();
  const { isRepeated, ...initial } = times;
  return (
    <FormDialog
      onClose={onClose}
      title="Add time"
      changes={TIME}
      given={{ team: team.id, person, isRepeated }}
      initial={{ ...initial, ...(project === undefined ? {} : { project: project.id }) }}
      onDone={({ entry, event }) => {
        tellOtherTabs();
        sayDone(`Added ${spoken(entry.seconds ?? 0)} on ${entry.project.name}.`, event);
      }}
      route="POST /api/teams/:team/entries"
      submit="Add the entry"
    >
      {({ field }) => (
        <>
          <ComboboxField
            {...projectsOf(team.id)}
            field={field("project")}
            known={project === undefined ? [] : [choosable(project)]}
            label="Project"
            placeholder="Find or create"
          />
          <TextField field={field("description")} isOptional label="Description" maxLength={2000} />
          <DayField field={field("day")} label="Day" />
          <LengthFields end={field("end")} seconds={field("seconds")} start={field("start")} />
        </>
      )}
    </FormDialog>
  );
}

type NumberField = Field<number | null | undefined>;

type LengthFieldsProps = {
  readonly seconds: NumberField;
  /** Minutes after midnight. */
  readonly start: NumberField;
  readonly end: NumberField;
};

/** A length alone, or a start with an end or a length. A typed length replaces the end, an end the length. */
function LengthFields(fields: LengthFieldsProps) {
  const length = lengthBetween(fields.start.value ?? null, fields.end.value ?? null);
  const seconds: NumberField = {
    ...fields.seconds,
    value: length ?? fields.seconds.value,
    set: (value) => {
      fields.seconds.set(value);
      if (fields.end.value !== undefined) fields.end.set(null);
    },
  };
  const end: NumberField = {
    ...fields.end,
    set: (value) => {
      fields.end.set(value);
      const isReplaced = (fields.seconds.value ?? fields.start.value ?? null) !== null;
      if (value !== null && isReplaced) fields.seconds.set(null);
    },
  };
  return (
    <>
      <DurationField
        field={seconds}
        hint="Such as 1h30, 1:30 or 1.5. Times such as 9-10:30 fill in start and end."
        isOptional
        label="Time"
        onRange={({ start, end }) => {
          fields.start.set(start);
          fields.end.set(end);
          fields.seconds.set(undefined);
        }}
      />
      <div className="grid grid-cols-2 gap-3">
        <TimeField field={fields.start} isOptional label="Start" />
        <TimeField field={end} isOptional label="End" />
      </div>
    </>
  );
}

/** Seconds between two times of the clock. An end before the start is on the next day. */
function lengthBetween(start: number | null, end: number | null): number | null {
  if (start === null || end === null || start === end) return null;
  return (end > start ? end - start : end - start + 24 * 60) * 60;
}
