import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { useCategories } from "../../../categories/use-categories.ts";
import { Amount, signed } from "../../../components/amount.tsx";
import { IconButton } from "../../../components/button.tsx";
import { shortDay } from "../../../days.ts";
import { rowId } from "../../../list/row-id.ts";
import { SelectBox } from "../../../list/select-box.tsx";
import { reasonOf } from "../category-cell.tsx";
import { ItemFrame } from "./item-frame.tsx";
import type { OneItem } from "./item.ts";

type OpenItemProps = {
  readonly item: OneItem;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly onFocus: (key: string) => void;
  readonly onSelect: (key: string) => void;
  readonly onAccept: (item: OneItem) => void;
  readonly onPick: (item: OneItem) => void;
};

/** A transaction without a category, with the one that others of its party have. */
export function OpenItem(props: OpenItemProps) {
  const { item, isActive, isSelected, onFocus, onSelect, onAccept, onPick } = props;
  const { date, name, bank_name, amount_minor, currency, suggested, id } = item.row;
  const categories = useCategories();
  const suggestion = suggested === null ? null : (categories?.nameOf(suggested.slug) ?? "");
  const told = [
    name,
    signed(amount_minor, currency),
    shortDay(date),
    ...(suggested === null ? ["no suggestion"] : [`suggested ${suggestion}`, reasonOf(suggested)]),
    ...(isSelected ? ["selected"] : []),
  ];
  const tabIndex = isActive ? 0 : -1;
  return (
    <ItemFrame
      onAccept={() => onAccept(item)}
      isActive={isActive}
      itemKey={item.key}
      label={told.join(", ")}
      onFocus={onFocus}
    >
      <div className="grid grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 sm:grid-cols-[2rem_6.5rem_minmax(0,1fr)_minmax(0,16rem)_8rem]">
        <SelectBox
          isActive={isActive}
          isSelected={isSelected}
          onFocus={onFocus}
          onSelect={onSelect}
          rowKey={item.key}
        />
        <span className="text-ink2 max-sm:hidden">{shortDay(date)}</span>
        <span className="min-w-0 max-sm:order-2">
          <span className="block truncate">
            <Link
              className="inline-block max-w-full truncate align-bottom leading-6 text-ink"
              search={{ transaction: id }}
              tabIndex={tabIndex}
              to="/transactions"
            >
              <bdi>{name}</bdi>
            </Link>
            {bank_name === null || bank_name === name ? null : (
              <bdi className="ms-2 text-small text-ink2 max-sm:hidden">{bank_name}</bdi>
            )}
          </span>
        </span>
        <span className="flex min-w-0 items-center gap-1 max-sm:order-4 max-sm:col-span-2 max-sm:col-start-2">
          <span className="me-1 whitespace-nowrap text-ink2 sm:hidden">{shortDay(date)}</span>
          <button
            aria-haspopup="listbox"
            className={`flex min-h-11 min-w-0 cursor-pointer items-center gap-1.5 rounded-control px-2 hover:bg-sunken sm:min-h-8 ${suggested === null ? "text-ink2" : "border border-dashed border-edge"}`}
            id={`${rowId(item.key)}-category`}
            onClick={() => onPick(item)}
            tabIndex={tabIndex}
            type="button"
          >
            {suggested === null ? (
              "Choose…"
            ) : (
              <>
                <bdi className="truncate">{suggestion}?</bdi>
                <span className="text-caption whitespace-nowrap text-ink2">
                  {suggested.in} of {suggested.of}
                </span>
              </>
            )}
          </button>
          {suggested === null ? null : (
            <IconButton
              label={`Accept ${suggestion}`}
              onClick={() => onAccept(item)}
              tabIndex={tabIndex}
            >
              <Check aria-hidden size={16} strokeWidth={1.5} />
            </IconButton>
          )}
        </span>
        <span className="text-end tabular-nums max-sm:order-3">
          <Amount currency={currency} minor={amount_minor} />
        </span>
      </div>
    </ItemFrame>
  );
}
