import { Amount, signed } from "../../../components/amount.tsx";
import { shortDay } from "../../../dates.ts";
import { AccountName } from "../account-name.tsx";
import type { TransactionRow } from "../transaction.ts";
import { transferRate } from "../transfer-rate.ts";
import { type ItemAction, ItemActions } from "./actions.tsx";
import { ItemFrame } from "./item-frame.tsx";
import type { Pair, PairItem } from "./item.ts";
import { RowLink } from "./row-link.tsx";

type PairItemProps = {
  readonly item: PairItem;
  /** The two in the order in which they stand. */
  readonly pair: Pair;
  /** Word above each: `Stays`, `Goes`. */
  readonly words: readonly [string, string];
  readonly isActive: boolean;
  readonly onFocus: (key: string) => void;
  readonly onAccept: () => void;
  readonly onOpen: (id: string) => void;
  readonly actions: readonly ItemAction[];
};

/** Two transactions side by side, and what can be decided about them. */
export function PairOfRows(props: PairItemProps) {
  const { item, pair, words, isActive, onFocus, onAccept, onOpen, actions } = props;
  const [one, other] = pair;
  const rate = transferRate(one, other);
  const sides = [`${words[0]}: ${toldOf(one)}`, `${words[1]}: ${toldOf(other)}`];
  const label = [...sides, ...(rate === null ? [] : [rate])].join("; ");
  return (
    <ItemFrame
      onAccept={onAccept}
      isActive={isActive}
      itemKey={item.key}
      label={label}
      onFocus={onFocus}
    >
      <div className="grid gap-3 py-1">
        <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          <Side isActive={isActive} onOpen={onOpen} row={one} word={words[0]} />
          <Side isActive={isActive} onOpen={onOpen} row={other} word={words[1]} />
        </div>
        {rate === null ? null : <p className="text-ink2 tabular-nums">{rate}</p>}
        <ItemActions actions={actions} isActive={isActive} />
      </div>
    </ItemFrame>
  );
}

type SideProps = Pick<PairItemProps, "isActive" | "onOpen"> & {
  readonly row: TransactionRow;
  readonly word: string;
};

function Side({ row, word, isActive, onOpen }: SideProps) {
  const { name, bank_name, date, amount_minor, currency, bank_account_id, source } = row;
  return (
    <div className="grid min-w-0 content-start gap-0.5 border-s-2 border-line ps-3">
      <p className="text-caption text-ink2">{word}</p>
      <p className="flex items-baseline justify-between gap-4">
        <RowLink isActive={isActive} onOpen={onOpen} row={row} />
        <Amount currency={currency} minor={amount_minor} />
      </p>
      <p className="flex flex-wrap gap-x-3 text-ink2">
        {shortDay(date)} <AccountName id={bank_account_id} />
        <span>{source === "hand" ? "by hand" : "from the bank"}</span>
      </p>
      {bank_name === null || bank_name === name ? null : (
        <p className="truncate text-small text-ink2">
          <bdi>{bank_name}</bdi>
        </p>
      )}
    </div>
  );
}

export function toldOf({ name, date, amount_minor, currency }: TransactionRow): string {
  return `${name}, ${signed(amount_minor, currency)}, ${shortDay(date)}`;
}
