import { Combobox } from "@base-ui/react/combobox";
import { ChevronDown, Plus, X } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { type Choosable, type Chooser, NEW } from "./choosable.ts";
import type { Field } from "./field.ts";
import { marksOf, type Words } from "./labelled.tsx";

type ComboboxProps = Omit<Words, "isLabelHidden"> & {
  readonly field: Field<string | null | undefined, never>;
  readonly isOptional: boolean;
  readonly nothing: string;
  readonly placeholder: string | undefined;
  readonly choosing: Chooser;
  readonly chosen: Choosable | null;
  readonly onChoose: (option: Choosable | null) => void;
  readonly onEnter: (() => void) | undefined;
};

export function ComboboxBox(props: ComboboxProps) {
  const { field, label, isOptional, choosing, chosen } = props;
  const highlighted = useRef<Choosable>(undefined);
  return (
    <Combobox.Root<Choosable>
      {...LISTED}
      items={choosing.items}
      onInputValueChange={(text, { reason }) =>
        choosing.setText(reason === "input-change" ? text : "")
      }
      onItemHighlighted={(option) => (highlighted.current = option)}
      onOpenChange={choosing.setIsOpen}
      onValueChange={props.onChoose}
      value={chosen}
    >
      <div className="relative">
        <Combobox.Input
          className="line-control pe-16"
          onBlur={field.leave}
          placeholder={props.placeholder}
          required={!isOptional}
          {...inputOf(props)}
          onKeyDown={(event) => {
            inputOf(props).onKeyDown(event);
            if (event.key !== "Enter") return;
            if (!choosing.isOpen) props.onEnter?.();
            else if (choosing.asks(highlighted.current)) event.preventBaseUIHandler();
          }}
        />
        <span className="absolute inset-y-0 end-0 flex text-ink2">
          {isOptional && chosen !== null ? (
            <Combobox.Clear
              aria-label={`Clear ${label.toLowerCase()}`}
              className="grid w-8 cursor-pointer place-items-center hover:text-ink"
            >
              <X aria-hidden size={16} strokeWidth={1.5} />
            </Combobox.Clear>
          ) : null}
          <Combobox.Trigger
            aria-label={`Show ${label.toLowerCase()}`}
            className="grid w-9 cursor-pointer place-items-center hover:text-ink"
            tabIndex={-1}
          >
            <ChevronDown aria-hidden size={16} strokeWidth={1.5} />
          </Combobox.Trigger>
        </span>
      </div>
      <OptionList choosing={choosing} nothing={props.nothing} />
    </Combobox.Root>
  );
}

type TagsProps = Omit<Words, "isLabelHidden"> & {
  readonly field: Field<readonly string[] | undefined, string[]>;
  readonly nothing: string;
  readonly placeholder: string | undefined;
  readonly choosing: Chooser;
  readonly chosen: readonly Choosable[];
};

export function TagsBox(props: TagsProps) {
  const { field, choosing, chosen } = props;
  return (
    <Combobox.Root<Choosable, true>
      {...LISTED}
      inputValue={choosing.text}
      items={choosing.items}
      multiple
      onInputValueChange={choosing.setText}
      onOpenChange={choosing.setIsOpen}
      onValueChange={(options) => void choosing.choose(options, (ids) => field.set([...ids]))}
      value={chosen}
    >
      <Combobox.Chips className="control flex min-h-11 flex-wrap items-center gap-1 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus sm:min-h-9">
        {chosen.map((option) => (
          <Combobox.Chip
            aria-label={option.label}
            className="flex max-w-full items-center rounded-control bg-sunken ps-2 forced-colors:border data-highlighted:bg-hover"
            key={option.value}
          >
            <bdi className="truncate">{option.label}</bdi>
            <Combobox.ChipRemove
              aria-label={`Remove ${option.label}`}
              className="grid size-11 shrink-0 sm:size-6 cursor-pointer place-items-center text-ink2 hover:text-ink"
            >
              <X aria-hidden size={12} strokeWidth={1.5} />
            </Combobox.ChipRemove>
          </Combobox.Chip>
        ))}
        <Combobox.Input
          className={`min-h-11 w-0 flex-1 bg-transparent py-0.5 outline-none sm:min-h-6 ${chosen.length === 0 ? "min-w-24" : "min-w-8"}`}
          placeholder={chosen.length === 0 ? props.placeholder : undefined}
          {...inputOf(props)}
        />
      </Combobox.Chips>
      <OptionList choosing={choosing} nothing={props.nothing} />
    </Combobox.Root>
  );
}

const LISTED = {
  autoHighlight: true,
  filter: null,
  isItemEqualToValue: (one: Choosable, other: Choosable) => one.value === other.value,
  itemToStringLabel: (option: Choosable) => option.label,
} as const;

type InputParts = Omit<Words, "isLabelHidden"> & {
  readonly field: Field<unknown, never>;
  readonly choosing: Chooser;
};

/** Attributes of the text field of a combobox. */
function inputOf({ field, label, hint, choosing }: InputParts) {
  const onKeyDown: NonNullable<ComponentProps<typeof Combobox.Input>["onKeyDown"]> = (event) => {
    // Otherwise it would empty the field, instead of closing the dialog around it.
    if (event.key === "Escape" && !choosing.isOpen) event.preventBaseUIHandler();
  };
  return {
    ...marksOf(field, { hint }),
    // While the list is open, all else is hidden from screen readers, the label included.
    "aria-label": label,
    "aria-busy": choosing.isMaking || undefined,
    onKeyDown,
  } as const;
}

type OptionListProps = { readonly choosing: Chooser; readonly nothing: string };

function OptionList({ choosing, nothing }: OptionListProps) {
  const { isSearching, failure } = choosing;
  return (
    <Combobox.Portal>
      <Combobox.Positioner align="start" className="z-80 outline-none" sideOffset={4}>
        <Combobox.Popup className="popover max-h-[min(20rem,var(--available-height))] w-(--anchor-width) min-w-48 overflow-y-auto p-1">
          <Combobox.Status className="px-2 py-1 text-ink2 empty:hidden">
            {failure ??
              (isSearching ? "Searching…" : choosing.isAsked ? "Enter again creates it." : null)}
          </Combobox.Status>
          <Combobox.Empty className="px-2 py-1 text-ink2 empty:hidden">
            {isSearching || failure !== null ? null : nothing}
          </Combobox.Empty>
          <Combobox.List className="empty:hidden">
            {(option: Choosable) => <Item key={option.value} option={option} />}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

function Item({ option }: { readonly option: Choosable }) {
  const { value, label, hint } = option;
  return (
    <Combobox.Item className="list-option gap-2 py-1 select-none" value={option}>
      {value === NEW ? <Plus aria-hidden className="shrink-0" size={16} strokeWidth={1.5} /> : null}
      <span className="grid min-w-0 flex-1">
        <bdi className="truncate">{label}</bdi>
        {hint === undefined ? null : <bdi className="truncate text-small text-ink2">{hint}</bdi>}
      </span>
      <Combobox.ItemIndicator className="text-accent">✓</Combobox.ItemIndicator>
    </Combobox.Item>
  );
}
