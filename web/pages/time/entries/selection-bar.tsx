import { useEffect, useRef, useState } from "react";
import { counted, spoken } from "../../../../src/shared/words.ts";
import { Button } from "../../../components/button.tsx";
import { scrollClear } from "../../../components/clear-of-toasts.ts";
import { ComboboxField } from "../../../form/combobox-field.tsx";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { useTeam } from "../../../team.tsx";
import { tellOtherTabs, TIME } from "../../../timer/own-timer.ts";
import { useIsNarrow } from "../../../window.ts";
import { projectsOf } from "../projects.ts";
import { useEntryActions, useSayDone } from "./entry-actions.ts";
import { type Entry, movedWords } from "./entry.ts";

type SelectionBarProps = {
  readonly selected: readonly Entry[];
  readonly onClear: () => void;
};

/** Hides an element before the entries while the bar takes its place. */
export const BEFORE_SELECTED = "sm:has-[~*_[data-selected]]:invisible";

/**
 * Bar of the selected entries, in view while they scroll. No row moves: from 640 px on it takes the place of the line
 * above them, on phones it comes below the last one.
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
  const seconds = selected.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
  const ids = selected.filter(({ invoice }) => invoice === null).map(({ id }) => id);
  const held = selected.length - ids.length;
  const all = counted(ids.length, "entry", "entries");
  return (
    <section
      aria-label="Selected entries"
      className="page-foot entry-selection"
      data-selected
      ref={bar}
    >
      <output className="max-sm:basis-full">
        {counted(selected.length, "entry", "entries")} selected, {spoken(seconds)}
        {held === 0 ? null : (
          <span className="text-ink2">
            {" "}
            · {held === selected.length ? "all" : held.toLocaleString("en-GB")} on an invoice, and
            locked
          </span>
        )}
      </output>
      {ids.length === 0 ? null : (
        <>
          <Button onClick={() => setIsMoving(true)}>
            {held === 0 ? "Move to project…" : `Move ${all}…`}
          </Button>
          <Button isBusy={isBusy} kind="danger" onClick={() => void remove(ids)}>
            Delete {all}
          </Button>
        </>
      )}
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
  readonly onMoved: () => void;
};

function MoveDialog({ ids, onClose, onMoved }: MoveDialogProps) {
  const { id: team } = useTeam();
  const sayDone = useSayDone();
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
        sayDone(movedWords(ids.length, answer), event);
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
