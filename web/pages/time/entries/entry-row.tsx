import { Ellipsis, Play } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../../components/button.tsx";
import { Menu, MenuItem } from "../../../components/menu.tsx";
import { Status } from "../../../components/status.tsx";
import { InlineField } from "../../../form/inline-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { Box } from "../../../list/select-box.tsx";
import { hours } from "../../../numbers.ts";
import { Elapsed } from "../../../timer/elapsed.tsx";
import { tellOtherTabs, useTimerActions } from "../../../timer/own-timer.ts";
import { useEntryForm, useEntryActions } from "./entry-actions.ts";
import { EntryDialog } from "./entry-dialog.tsx";
import { type Entry, isOverMidnight, entryTimes } from "./entry.ts";
import { InvoiceLock, useReach, useWhyLocked } from "./locked.tsx";

type EntryRowProps = {
  readonly entry: Entry;
  readonly ahead: number;
  readonly isOverlapping: boolean;
  /** Left out where entries cannot be selected. */
  readonly selection?:
    | { readonly isSelected: boolean; readonly onSelect: (isRange: boolean) => void }
    | undefined;
};

/** Element id of an entry's checkbox. */
export function boxId(entry: string | undefined): string {
  return `select-${entry ?? ""}`;
}

/** An entry of a list, in two lines where its `@container` is narrow. */
export function EntryRow({ entry, ahead, isOverlapping, selection }: EntryRowProps) {
  const [isEdited, setIsEdited] = useState(false);
  const times = entryTimes(entry);
  const isLocked = useWhyLocked()(entry) !== null;
  const isInReach = useReach()(entry);
  return (
    <li
      className={`entry-row ${selection?.isSelected === true ? "bg-accent-soft" : ""}`}
      data-entry={entry.id}
    >
      {selection === undefined ? (
        <span />
      ) : (
        <Box
          aria-label={`Select ${nameOf(entry)}`}
          id={boxId(entry.id)}
          onClick={({ shiftKey }) => selection.onSelect(shiftKey)}
          onKeyDown={({ key }) => {
            if (key === "Enter") setIsEdited(true);
          }}
          readOnly
          state={selection.isSelected ? "all" : "none"}
        />
      )}
      {/* Where it is narrow the field is as high as a finger, and the lines are not. */}
      <div className="min-w-0 @max-[36rem]:pe-2 @max-[36rem]:has-[>span]:-my-2.5 @max-[36rem]:[&_button>bdi]:truncate">
        {isLocked ? <ToldDescription entry={entry} /> : <EntryDescription entry={entry} />}
      </div>
      <span className="entry-project">
        <bdi className="font-medium text-ink @max-[36rem]:truncate">{entry.project.name}</bdi>
        {entry.project.customer === null ? null : (
          <bdi className="@max-[36rem]:sr-only">{entry.project.customer}</bdi>
        )}
        <span className="shrink-0 tabular-nums @min-[36rem]:hidden">{times}</span>
        {isOverlapping ? <Status tone="warn">Overlaps</Status> : null}
        {entry.invoice === null ? null : <InvoiceLock invoice={entry.invoice} isBrief />}
      </span>
      <span className="text-end text-ink2 tabular-nums @max-[36rem]:hidden">{times}</span>
      <span className="text-end font-medium tabular-nums @max-[36rem]:col-start-3 @max-[36rem]:row-start-1">
        {entry.seconds === null && entry.start !== null ? (
          <Elapsed ahead={ahead} start={entry.start} />
        ) : (
          hours(entry.seconds ?? 0)
        )}
      </span>
      {isInReach ? <Actions entry={entry} onEdit={() => setIsEdited(true)} /> : null}
      {isEdited ? <EntryDialog entry={entry} onClose={() => setIsEdited(false)} /> : null}
    </li>
  );
}

function ToldDescription({ entry: { description } }: Pick<EntryRowProps, "entry">) {
  return (
    <span className="flex min-h-8 items-center @max-[36rem]:min-h-6">
      {description === null ? (
        <span className="text-ink2">No description</span>
      ) : (
        <bdi className="min-w-0 wrap-anywhere">{description}</bdi>
      )}
    </span>
  );
}

type EntryDescriptionProps = {
  readonly entry: Pick<Entry, "id" | "version" | "description">;
  readonly onOpen?: (isOpen: boolean) => void;
};

export function EntryDescription({ entry, onOpen }: EntryDescriptionProps) {
  const { description } = entry;
  return (
    <InlineField
      {...useEntryForm(entry)}
      initial={{ description }}
      label="description"
      onDone={tellOtherTabs}
      {...(onOpen === undefined ? {} : { onOpen })}
      told={description}
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

function Actions({ entry, onEdit }: { readonly entry: Entry; readonly onEdit: () => void }) {
  const { resume } = useTimerActions();
  const { split, duplicate, remove } = useEntryActions();
  const isRunning = entry.stop === null && entry.start !== null;
  const isHeld = entry.invoice !== null;
  return (
    <span className="-me-2 flex justify-end @max-[36rem]:col-start-4 @max-[36rem]:row-span-2 @max-[36rem]:row-start-1 @max-[36rem]:-ms-2 max-sm:-me-3">
      {isRunning ? null : (
        <span className="contents @max-[36rem]:hidden">
          <IconButton label={`Continue ${nameOf(entry)}`} onClick={() => void resume(entry.id)}>
            <Play aria-hidden size={16} strokeWidth={1.5} />
          </IconButton>
        </span>
      )}
      <Menu
        trigger={
          <IconButton label={`Actions on ${nameOf(entry)}`}>
            <Ellipsis aria-hidden size={16} strokeWidth={1.5} />
          </IconButton>
        }
      >
        <MenuItem onPress={onEdit}>{isHeld ? "Show" : "Edit or move to…"}</MenuItem>
        {isRunning ? null : <MenuItem onPress={() => void resume(entry.id)}>Continue</MenuItem>}
        {isRunning ? null : <MenuItem onPress={() => void duplicate(entry)}>Duplicate</MenuItem>}
        {isOverMidnight(entry) && !isHeld ? (
          <MenuItem onPress={() => void split(entry)}>Split at midnight</MenuItem>
        ) : null}
        {isHeld ? null : (
          <MenuItem onPress={() => void remove([entry.id])} tone="bad">
            Delete
          </MenuItem>
        )}
      </Menu>
    </span>
  );
}

function nameOf({ description, project }: Entry): string {
  return description === null ? project.name : `${description}, ${project.name}`;
}
