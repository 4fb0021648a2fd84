import { Combobox } from "@base-ui/react/combobox";
import { Plus } from "lucide-react";
import { type Choosable, type Chooser, NEW } from "./choosable.ts";

type OptionListProps = { readonly choosing: Chooser; readonly nothing: string };

export function OptionList({ choosing, nothing }: OptionListProps) {
  const { isSearching, failure } = choosing;
  return (
    <Combobox.Portal>
      <Combobox.Positioner align="start" className="z-80 outline-none" sideOffset={4}>
        <Combobox.Popup className="popover max-h-[min(20rem,var(--available-height))] w-(--anchor-width) min-w-48 overflow-y-auto p-1">
          <Combobox.Status className="px-2 py-1 text-ink2 empty:hidden">
            {failure ?? (isSearching ? "Searching…" : null)}
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
