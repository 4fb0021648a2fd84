import { useQueryClient } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { MOST_PARTS } from "../../../src/shared/limits.ts";
import {
  useCategories,
  useCategorySearch,
  useKnownCategories,
} from "../../categories/use-categories.ts";
import { Amount, signed } from "../../components/amount.tsx";
import { RefusalNote } from "../../components/answer.tsx";
import { Button, IconButton } from "../../components/button.tsx";
import { Status } from "../../components/status.tsx";
import { firstOnPage } from "../../focus.ts";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { isSame } from "../../form/draft.ts";
import { looseField } from "../../form/field.ts";
import { MoneyField } from "../../form/money-field.tsx";
import { UnsavedGuard } from "../../form/unsaved-guard.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useWrite } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { blankPart, draftOf, type DraftPart, obstacleIn, restOf } from "./split-draft.ts";
import { type Transaction, TRANSACTION_CHANGES } from "./transaction.ts";
import { ROWS } from "./use-categorize.ts";

type SplitEditorProps = { readonly transaction: Transaction; readonly onClose: () => void };

/** Parts of a transaction, with the rest of its amount. They can be saved when nothing remains. */
export function SplitEditor({ transaction, onClose }: SplitEditorProps) {
  const { id, amount_minor: whole, currency, is_split, updated_at } = transaction;
  const team = useTeam().id;
  const queries = useQueryClient();
  const { parts, isChanged, change, remove, add } = useDraftParts(transaction);
  const write = useWrite("PUT /api/teams/:team/transactions/:id/parts", {
    changes: TRANSACTION_CHANGES,
  });
  const box = useRef<HTMLDivElement>(null);
  // A split one is opened for the part that lacks a category.
  const [open] = useState(() =>
    is_split ? parts.find(({ category_slug }) => category_slug === null) : undefined,
  );
  useEffect(() => {
    const field = firstOnPage(open && `part-${open.key}-category`);
    (field ?? box.current?.querySelector("input"))?.focus();
  }, [open]);
  const obstacle = obstacleIn(whole, parts);
  const rest = restOf(whole, parts);
  const save = async (given: readonly DraftPart[]) => {
    await write.mutateAsync({ team, id, parts: given.map(sentPart), seen: updated_at });
    onClose();
    await reloadRows(queries, ROWS);
  };
  // A refusal is told below.
  const press = (given: readonly DraftPart[]) => void save(given).catch(() => undefined);
  return (
    <div className="grid gap-4" ref={box}>
      <UnsavedGuard isSaving={write.isPending} isUnsaved={!write.isPending && isChanged} />
      <p className="text-ink2">
        Amounts are written without a sign{whole < 0 ? ", as money out" : ", as money in"}. Write a
        part that goes the other way, such as a refund, with a minus.
      </p>
      <ol className="grid gap-4">
        {parts.map((part, index) => (
          <PartFields
            currency={currency}
            key={part.key}
            number={index + 1}
            onChange={(changed) => change(part.key, changed)}
            onRemove={parts.length > 2 ? () => remove(index) : null}
            part={part}
            rest={rest}
            sign={whole < 0 ? -1 : 1}
          />
        ))}
      </ol>
      <AddPart isFull={parts.length >= MOST_PARTS} onAdd={add} />
      <Rest hasZero={obstacle === "zero"} rest={rest} transaction={transaction} />
      <RefusalNote error={write.error} />
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button onClick={onClose}>Cancel</Button>
        {is_split ? <Button onClick={() => press([])}>Join the parts</Button> : null}
        <Button
          aria-disabled={obstacle !== null || undefined}
          isBusy={write.isPending}
          kind="primary"
          onClick={() => (obstacle === null ? press(parts) : undefined)}
        >
          Save the parts
        </Button>
      </div>
    </div>
  );
}

function sentPart({ key: _key, amount_minor = 0, ...part }: DraftPart) {
  return { ...part, amount_minor };
}

function useDraftParts(transaction: Transaction) {
  const [before] = useState(() => draftOf(transaction));
  const [parts, setParts] = useState(before);
  const change = (key: number, part: Partial<DraftPart>) =>
    setParts(parts.map((other) => (other.key === key ? { ...other, ...part } : other)));
  const remove = (at: number) => {
    setParts(parts.toSpliced(at, 1));
    // The button goes, and the focus with it.
    const next = parts[at + 1] ?? parts[at - 1];
    firstOnPage(next && `part-${next.key}-amount`)?.focus();
  };
  const add = () => setParts([...parts, blankPart(Math.max(...parts.map(({ key }) => key)) + 1)]);
  return { parts, isChanged: !isSame(parts, before), change, remove, add } as const;
}

function AddPart({ isFull, onAdd }: { readonly isFull: boolean; readonly onAdd: () => void }) {
  return (
    <div>
      <Button
        aria-disabled={isFull || undefined}
        kind="quiet"
        onClick={() => (isFull ? undefined : onAdd())}
      >
        <Plus aria-hidden size={16} strokeWidth={1.5} />
        Add a part
      </Button>
    </div>
  );
}

type RestProps = {
  readonly transaction: Transaction;
  readonly rest: number;
  /** True when a part has no amount. */
  readonly hasZero: boolean;
};

function Rest({ transaction, rest, hasZero }: RestProps) {
  const { amount_minor: whole, currency } = transaction;
  return (
    <output className="flex items-center gap-2 font-medium">
      {rest === 0 ? (
        <Status tone="good">Nothing remains</Status>
      ) : (
        <Status tone="warn">{signed(rest, currency)} remain</Status>
      )}
      <span className="font-normal text-ink2">
        of <span className="whitespace-nowrap">{signed(whole, currency)}</span>
        {rest === 0 && hasZero ? ". Each part needs an amount." : ""}
      </span>
    </output>
  );
}

type PartFieldsProps = {
  readonly part: DraftPart;
  readonly number: number;
  readonly currency: string;
  readonly sign: 1 | -1;
  readonly rest: number;
  readonly onChange: (part: Partial<DraftPart>) => void;
  /** Null while there are only two. */
  readonly onRemove: (() => void) | null;
};

/** A typed text that is no amount. */
type Unread = {
  readonly why: string;
  readonly before: number | null;
  readonly isLeft: boolean;
};

function PartFields({ part, number, currency, sign, rest, onChange, onRemove }: PartFieldsProps) {
  const search = useCategorySearch();
  const known = useKnownCategories();
  const { key, amount_minor, category_slug } = part;
  const [unread, setUnread] = useState<Unread | null>(null);
  const shown = amount_minor === undefined ? null : amount_minor * sign;
  const give = (changed: Partial<DraftPart>) => {
    setUnread(null);
    onChange(changed);
  };
  return (
    <li
      aria-label={`Part ${number}`}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 border-t border-line pt-3"
    >
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
        <MoneyField
          currency={currency}
          field={{
            // Keeps the value from before, so that the typed text stays.
            ...looseField<number | null>(`part-${key}-amount`, unread?.before ?? shown, (minor) =>
              give({ amount_minor: minor === null ? undefined : minor * sign }),
            ),
            problem: unread?.isLeft === true ? unread.why : null,
            refuse: (why) => {
              setUnread({ isLeft: false, before: shown, ...unread, why });
              onChange({ amount_minor: undefined });
            },
            leave: () => setUnread(unread && { ...unread, isLeft: true }),
          }}
          isOptional
          label={`Amount of part ${number}`}
        />
        <ComboboxField
          field={looseField<string | null>(`part-${key}-category`, category_slug, (slug) =>
            onChange({ category_slug: slug, tax_rate_bp: null, tax_type: null }),
          )}
          isOptional
          known={known}
          label={`Category of part ${number}`}
          nothing="No category of that name."
          search={search}
        />
        {unread !== null || rest === 0 || (amount_minor ?? 0) + rest === 0 ? null : (
          <div className="sm:col-span-2">
            <Button kind="quiet" onClick={() => give({ amount_minor: (amount_minor ?? 0) + rest })}>
              Put the rest here: {signed((amount_minor ?? 0) + rest, currency)}
            </Button>
          </div>
        )}
      </div>
      {onRemove === null ? null : (
        <IconButton label={`Remove part ${number}`} onClick={onRemove}>
          <X aria-hidden size={16} strokeWidth={1.5} />
        </IconButton>
      )}
    </li>
  );
}

/** Parts of a split transaction, also in the team's currency. */
export function PartList({ transaction }: { readonly transaction: Transaction }) {
  const { parts, currency } = transaction;
  const categories = useCategories();
  const { baseCurrency } = useTeam();
  return (
    <ul aria-label="Parts" className="divide-y divide-line border-y border-line">
      {parts.map(({ amount_minor, base_minor, category_slug, name, note }, index) => (
        // Parts have no ids, and their order is their own.
        // oxlint-disable-next-line react/no-array-index-key
        <li className="flex justify-between gap-4 py-2" key={index}>
          <span className="grid min-w-0">
            <bdi>
              {category_slug === null
                ? "No category"
                : (categories?.nameOf(category_slug) ?? category_slug)}
            </bdi>
            {name === null ? null : <bdi className="text-ink2">{name}</bdi>}
            {note === null ? null : <bdi className="text-ink2">{note}</bdi>}
          </span>
          <span className="grid justify-items-end tabular-nums">
            <Amount currency={currency} minor={amount_minor} />
            {currency === baseCurrency || base_minor === null ? null : (
              <span className="whitespace-nowrap text-ink2">
                = {signed(base_minor, baseCurrency)}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
