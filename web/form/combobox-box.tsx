import { Combobox } from "@base-ui/react/combobox";
import { ChevronDown, X } from "lucide-react";
import type { Choosable, Chooser } from "./choosable.ts";
import type { Field } from "./field.ts";
import { marksOf, type Words } from "./labelled.tsx";
import { OptionList } from "./option-list.tsx";

type ComboboxProps = Omit<Words, "isLabelHidden"> & {
  readonly field: Field<string | null | undefined, never>;
  readonly isOptional: boolean;
  readonly nothing: string;
  readonly placeholder: string | undefined;
  readonly choosing: Chooser;
  readonly chosen: Choosable | null;
  readonly onChoose: (option: Choosable | null) => void;
};

export function ComboboxBox(props: ComboboxProps) {
  const { field, label, hint, isOptional, choosing, chosen } = props;
  return (
    <Combobox.Root<Choosable>
      autoHighlight
      filter={null}
      isItemEqualToValue={(one, other) => one.value === other.value}
      itemToStringLabel={(option) => option.label}
      items={choosing.items}
      onInputValueChange={(text, { reason }) =>
        choosing.setText(reason === "input-change" ? text : "")
      }
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
          {...marksOf(field, { hint })}
          // While the list is open, all else is hidden from screen readers, the label included.
          aria-label={label}
          onKeyDown={(event) => {
            // Otherwise it would empty the field, instead of closing the dialog around it.
            if (event.key === "Escape" && !choosing.isOpen) event.preventBaseUIHandler();
          }}
          aria-busy={choosing.isMaking || undefined}
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
