import { spoken } from "../../../../src/shared/words.ts";
import { say } from "../../../components/toast.tsx";
import { ComboboxField } from "../../../form/combobox-field.tsx";
import { DayField } from "../../../form/day-field.tsx";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useTeam } from "../../../team.tsx";
import { TIME, tellOtherTabs, useUndoing } from "../../../timer/own-timer.ts";
import { choosable, projectsOf, type TrackedProject } from "../projects.ts";
import { LengthFields } from "./length-fields.tsx";

type AddDialogProps = {
  readonly times: {
    readonly day: string;
    /** Minutes after midnight. */
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
  const undo = useUndoing();
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
        say(`Added ${spoken(entry.seconds ?? 0)} on ${entry.project.name}.`, {
          action: { label: "Undo", onPress: () => void undo(event) },
        });
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
