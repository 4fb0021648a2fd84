import { counted } from "../../../../src/shared/words.ts";
import { say } from "../../../components/toast.tsx";
import { ComboboxField } from "../../../form/combobox-field.tsx";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { useTeam } from "../../../team.tsx";
import { TIME, tellOtherTabs, useUndoing } from "../../../timer/own-timer.ts";
import { projectsOf } from "../projects.ts";
import { movedWords } from "./moved-words.ts";

type MoveDialogProps = {
  readonly ids: readonly string[];
  readonly onClose: () => void;
  /** Runs after the move. */
  readonly onMoved: () => void;
};

/** Moves entries to another project, with one undo for all. */
export function MoveDialog({ ids, onClose, onMoved }: MoveDialogProps) {
  const { id: team } = useTeam();
  const undo = useUndoing();
  const all = counted(ids.length, "entry", "entries");
  return (
    <FormDialog
      onClose={onClose}
      title={`Move ${all} to a project`}
      changes={TIME}
      given={{ team, ids: [...ids] }}
      onDone={({ event, ...answer }) => {
        onMoved();
        tellOtherTabs();
        const words = movedWords(ids.length, answer);
        if (event === null) say(words);
        else say(words, { action: { label: "Undo", onPress: () => void undo(event) } });
      }}
      route="POST /api/teams/:team/entries/move"
      submit={`Move ${all}`}
    >
      {({ field }) => (
        <ComboboxField
          {...projectsOf(team)}
          field={field("project")}
          label="Project"
          placeholder="Find or create"
        />
      )}
    </FormDialog>
  );
}
