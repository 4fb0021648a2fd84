import { useEffect, useRef, useState } from "react";
import { counted, spoken } from "../../../../src/shared/words.ts";
import { Button } from "../../../components/button.tsx";
import { scrollClear } from "../../../components/clear-of-toasts.ts";
import { say } from "../../../components/toast.tsx";
import { ComboboxField } from "../../../form/combobox-field.tsx";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { useTeam } from "../../../team.tsx";
import { tellOtherTabs, TIME, useUndoing } from "../../../timer/own-timer.ts";
import { useIsNarrow } from "../../../window.ts";
import { projectsOf } from "../projects.ts";
import { useEntryActions } from "./entry-actions.ts";
import type { Entry } from "./entry.ts";
import { movedWords } from "./moved-words.ts";

type SelectionBarProps = {
  readonly selected: readonly Entry[];
  readonly onClear: () => void;
};

/** Hides what stands before the entries while their bar is in its place. */
export const BEFORE_SELECTED = "sm:has-[~*_[data-selected]]:invisible";

/**
 * Number, sum and actions of the selected entries, in view while they scroll. No row moves: from 640 px on
 * it stands in the place of the line above them, on phones below the last one.
 */
export function EntrySelectionBar({ selected, onClear }: SelectionBarProps) {
  const { remove, isBusy } = useEntryActions();
  const [isMoving, setIsMoving] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const isNarrow = useIsNarrow();
  useEffect(() => {
    if (!isNarrow) return undefined;
    let frame = 0;
    const clear = () => {
      cancelAnimationFrame(frame);
      // A row that gets the focus is scrolled into view first.
      frame = requestAnimationFrame(() => {
        const row = document.activeElement?.closest("[data-entry]");
        if (bar.current === null) return;
        scrollClear(row?.getBoundingClientRect(), bar.current.getBoundingClientRect());
      });
    };
    clear();
    document.addEventListener("focusin", clear);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("focusin", clear);
    };
  }, [isNarrow]);
  const ids = selected.map(({ id }) => id);
  const seconds = selected.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
  const all = counted(ids.length, "entry", "entries");
  return (
    <section
      aria-label="Selected entries"
      className="page-foot entry-selection"
      data-selected
      ref={bar}
    >
      <output className="max-sm:basis-full">
        {all} selected, {spoken(seconds)}
      </output>
      <Button onClick={() => setIsMoving(true)}>Move to project…</Button>
      <Button isBusy={isBusy} kind="danger" onClick={() => void remove(ids)}>
        Delete {all}
      </Button>
      <Button aria-keyshortcuts="Escape" kind="quiet" onClick={onClear}>
        Select none
      </Button>
      {isMoving ? (
        <MoveDialog ids={ids} onClose={() => setIsMoving(false)} onMoved={onClear} />
      ) : null}
    </section>
  );
}

type MoveDialogProps = {
  readonly ids: readonly string[];
  readonly onClose: () => void;
  /** Runs after the move. */
  readonly onMoved: () => void;
};

/** Moves entries to another project, with one undo for all. */
function MoveDialog({ ids, onClose, onMoved }: MoveDialogProps) {
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
