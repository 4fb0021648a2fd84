import { Amount } from "../../../components/amount.tsx";
import { shortDay } from "../../../dates.ts";
import { AccountName } from "../account-name.tsx";
import { type ItemAction, ItemActions } from "./actions.tsx";
import { ItemFrame } from "./item-frame.tsx";
import type { OneItem } from "./item.ts";
import { toldOf } from "./pair-item.tsx";
import { RowLink } from "./row-link.tsx";

type StaleItemProps = {
  readonly item: OneItem;
  readonly isActive: boolean;
  readonly onFocus: (key: string) => void;
  readonly onAccept: () => void;
  readonly onOpen: (id: string) => void;
  readonly actions: readonly ItemAction[];
};

/** A payment that was announced weeks ago, and never booked. */
export function StaleItem(props: StaleItemProps) {
  const { item, isActive, onFocus, onAccept, onOpen, actions } = props;
  const { date, amount_minor, currency, bank_account_id } = item.row;
  return (
    <ItemFrame
      onAccept={onAccept}
      isActive={isActive}
      itemKey={item.key}
      label={toldOf(item.row)}
      onFocus={onFocus}
    >
      <div className="grid items-center gap-x-6 gap-y-2 py-1 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid min-w-0 gap-0.5">
          <p className="flex items-baseline justify-between gap-4">
            <RowLink isActive={isActive} onOpen={onOpen} row={item.row} />
            <Amount currency={currency} minor={amount_minor} />
          </p>
          <p className="flex flex-wrap gap-x-3 text-ink2">
            Pending since {shortDay(date)} <AccountName id={bank_account_id} />
          </p>
        </div>
        <ItemActions actions={actions} isActive={isActive} />
      </div>
    </ItemFrame>
  );
}
