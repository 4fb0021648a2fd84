import { Combobox } from "@base-ui/react/combobox";
import { X } from "lucide-react";
import type { Choosable, Chooser } from "./choosable.ts";
import type { Field } from "./field.ts";
import { marksOf, type Words } from "./labelled.tsx";
import { OptionList } from "./option-list.tsx";

type TagsProps = Omit<Words, "isLabelHidden"> & {
  readonly field: Field<readonly string[] | undefined, string[]>;
  readonly nothing: string;
  readonly placeholder: string | undefined;
  readonly choosing: Chooser;
  readonly chosen: readonly Choosable[];
};

export function TagsBox(props: TagsProps) {
  const { field, label, hint, choosing, chosen } = props;
  return (
    <Combobox.Root<Choosable, true>
      autoHighlight
      filter={null}
      inputValue={choosing.text}
      isItemEqualToValue={(one, other) => one.value === other.value}
      itemToStringLabel={(option) => option.label}
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
          className={`min-h-11 flex-1 bg-transparent py-0.5 outline-none sm:min-h-6 ${chosen.length === 0 ? "min-w-24" : "min-w-8"}`}
          placeholder={chosen.length === 0 ? props.placeholder : undefined}
          {...marksOf(field, { hint })}
          // While the list is open, all else is hidden from screen readers, the label included.
          aria-label={label}
          onKeyDown={(event) => {
            // Otherwise it would empty the field, instead of closing the dialog around it.
            if (event.key === "Escape" && !choosing.isOpen) event.preventBaseUIHandler();
          }}
          aria-busy={choosing.isMaking || undefined}
        />
      </Combobox.Chips>
      <OptionList choosing={choosing} nothing={props.nothing} />
    </Combobox.Root>
  );
}
