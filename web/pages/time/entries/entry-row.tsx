import { Play } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../../components/button.tsx";
import { Menu, MenuItem } from "../../../components/menu.tsx";
import { Status } from "../../../components/status.tsx";
import { InlineField } from "../../../form/inline-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { hours } from "../../../hours.ts";
import { useTeam } from "../../../team.tsx";
import { Elapsed } from "../../../timer/elapsed.tsx";
import { TIME, tellOtherTabs, useTimerActions } from "../../../timer/own-timer.ts";
import { useEntryActions } from "./entry-actions.ts";
import { EntryDialog } from "./entry-dialog.tsx";
import { currentOf, type Entry, isOverMidnight, timesOf } from "./entry.ts";

type EntryRowProps = {
  readonly entry: Entry;
  readonly ahead: number;
  readonly isOverlapping: boolean;
  /** Left out where entries cannot be selected. */
  readonly selection?: { readonly isSelected: boolean; readonly onSelect: () => void };
};

export function EntryRow({ entry, ahead, isOverlapping, selection }: EntryRowProps) {
  const [isEdited, setIsEdited] = useState(false);
  const times = timesOf(entry);
  return (
    <li
      className={`grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-1.5 sm:grid-cols-[auto_minmax(0,1fr)_8rem_5rem_5.5rem] ${selection?.isSelected === true ? "bg-accent-soft" : ""}`}
    >
      {selection === undefined ? (
        <span />
      ) : (
        <label className="grid size-11 cursor-pointer place-items-center sm:size-8">
          <span className="sr-only">Select {nameOf(entry)}</span>
          <input
            checked={selection.isSelected}
            className="size-4 accent-accent"
            onChange={selection.onSelect}
            type="checkbox"
          />
        </label>
      )}
      <div className="flex min-w-0 flex-wrap items-center gap-x-3">
        <Description entry={entry} />
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-ink2">
          <bdi className="font-medium text-ink">{entry.project.name}</bdi>
          {entry.project.customer === null ? null : <bdi>{entry.project.customer}</bdi>}
          {isOverlapping ? <Status tone="warn">Overlaps</Status> : null}
        </span>
      </div>
      <span className="text-ink2 tabular-nums max-sm:col-start-2 max-sm:row-start-2 sm:text-end">
        {times}
      </span>
      <span className="text-end font-medium tabular-nums max-sm:col-start-3 max-sm:row-start-2">
        {entry.seconds === null && entry.start !== null ? (
          <Elapsed ahead={ahead} start={entry.start} />
        ) : (
          hours(entry.seconds ?? 0)
        )}
      </span>
      <Actions entry={entry} onEdit={() => setIsEdited(true)} />
      {isEdited ? <EntryDialog entry={entry} onClose={() => setIsEdited(false)} /> : null}
    </li>
  );
}

function Description({ entry }: { readonly entry: Entry }) {
  const team = useTeam();
  const { id, description, version } = entry;
  return (
    <InlineField
      changes={TIME}
      given={{ team: team.id, id }}
      initial={{ description }}
      label="description"
      onDone={tellOtherTabs}
      route="PATCH /api/teams/:team/entries/:id"
      told={description}
      version={{ seen: version, read: async () => currentOf(team.id, id) }}
    >
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
  );
}

type ActionsProps = { readonly entry: Entry; readonly onEdit: () => void };

function Actions({ entry, onEdit }: ActionsProps) {
  const { resume } = useTimerActions();
  const { split, duplicate, remove } = useEntryActions();
  const isRunning = entry.stop === null && entry.start !== null;
  return (
    <span className="flex justify-end max-sm:col-start-3 max-sm:row-start-1">
      {isRunning ? null : (
        <IconButton label={`Continue ${nameOf(entry)}`} onClick={() => void resume(entry.id)}>
          <Play aria-hidden size={16} strokeWidth={1.5} />
        </IconButton>
      )}
      <Menu
        trigger={
          <Button aria-label={`Actions on ${nameOf(entry)}`} kind="quiet">
            ⋯
          </Button>
        }
      >
        <MenuItem onPress={onEdit}>Edit or move to…</MenuItem>
        {isRunning ? null : <MenuItem onPress={() => void duplicate(entry)}>Duplicate</MenuItem>}
        {isOverMidnight(entry) ? (
          <MenuItem onPress={() => void split(entry)}>Split at midnight</MenuItem>
        ) : null}
        <MenuItem onPress={() => void remove([entry.id])} tone="bad">
          Delete
        </MenuItem>
      </Menu>
    </span>
  );
}

function nameOf({ description, project }: Entry): string {
  return description === null ? project.name : `${description}, ${project.name}`;
}
