import { Combobox } from "@base-ui/react/combobox";
import { type RefObject, useState } from "react";
import { UNCATEGORIZED } from "../../../src/shared/limits.ts";
import { matchingGroups } from "../../categories/tree.ts";
import { useCategories } from "../../categories/use-categories.ts";
import type { Choosable } from "../../form/choosable.ts";
import { rowId } from "../../list/open-row.ts";
import type { TransactionRow } from "./transaction.ts";

type CategoryPickerProps = {
  readonly row: TransactionRow;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onChoose: (slug: string) => void;
  readonly onClose: () => void;
  /** Takes the focus afterwards; the row by default. */
  readonly finalFocus?: () => HTMLElement | null;
};

type Choices = { readonly value: string; readonly items: readonly Choosable[] };

export function CategoryPicker({
  row,
  anchor,
  onChoose,
  onClose,
  finalFocus,
}: CategoryPickerProps) {
  const [text, setText] = useState("");
  const choices = useChoices(row, text);
  const label = `Category of ${row.name}`;
  return (
    <Combobox.Root<Choosable>
      autoHighlight
      filter={null}
      inputValue={text}
      isItemEqualToValue={(one, other) => one.value === other.value}
      itemToStringLabel={(option) => option.label}
      items={choices}
      onInputValueChange={setText}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      onValueChange={(option) => {
        if (option !== null) onChoose(option.value);
      }}
      open
      value={null}
    >
      <Combobox.Portal>
        <Combobox.Positioner
          align="start"
          anchor={anchor}
          className="z-80 outline-none"
          sideOffset={4}
        >
          <Combobox.Popup
            aria-label={label}
            className="grid max-h-[min(24rem,var(--available-height))] w-72 max-w-[calc(100vw-2rem)] grid-rows-[auto_minmax(0,1fr)] rounded-panel border border-line bg-surface p-1 text-ink shadow-popover"
            finalFocus={finalFocus ?? (() => document.getElementById(rowId(row.id)))}
          >
            <Combobox.Input
              aria-label={label}
              className="line-control"
              placeholder="Search categories"
            />
            <div className="overflow-y-auto">
              <Combobox.Empty className="px-2 py-2 text-ink2 empty:hidden">
                {choices === undefined ? "Loading…" : "No category of that name."}
              </Combobox.Empty>
              <Combobox.List className="empty:hidden">
                {(group: Choices) => <ChoiceGroup group={group} key={group.value} />}
              </Combobox.List>
            </div>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function ChoiceGroup({ group }: { readonly group: Choices }) {
  return (
    <Combobox.Group aria-label={group.value} items={group.items}>
      {isHeaded(group) ? (
        <div className="pt-2" />
      ) : (
        <Combobox.GroupLabel className="px-2 pt-2 pb-1 text-caption text-ink2">
          {group.value}
        </Combobox.GroupLabel>
      )}
      <Combobox.Collection>
        {(option: Choosable) => (
          <Combobox.Item
            className="flex min-h-11 cursor-pointer items-center rounded-control px-2 outline-none select-none data-highlighted:bg-hover sm:min-h-8"
            key={option.value}
            value={option}
          >
            <bdi className="truncate">{option.label}</bdi>
          </Combobox.Item>
        )}
      </Combobox.Collection>
    </Combobox.Group>
  );
}

/** True when the first choice is the category that the group is named for: its name stands there once. */
function isHeaded({ value, items: [first] }: Choices): boolean {
  return first?.label === value;
}

/** While nothing is typed, the suggestion comes first, and the way back to no category last. */
function useChoices(row: TransactionRow, text: string): readonly Choices[] | undefined {
  const categories = useCategories();
  if (categories === undefined) return undefined;
  const { suggested, category_slug } = row;
  const isBlank = text.trim() === "";
  const first =
    suggested === null || !isBlank
      ? []
      : [{ value: suggested.slug, label: categories.nameOf(suggested.slug) }];
  const groups = matchingGroups(categories.groups, text).map(({ name, items }) => ({
    value: name,
    items: items
      .filter(({ slug }) => !first.some(({ value }) => value === slug))
      .map(({ slug, name }) => ({ value: slug, label: name })),
  }));
  return [
    ...(first.length === 0 ? [] : [{ value: "Suggested", items: first }]),
    ...groups.filter(({ items }) => items.length > 0),
    ...(category_slug === null || !isBlank
      ? []
      : [{ value: "None", items: [{ value: UNCATEGORIZED, label: "No category" }] }]),
  ];
}
