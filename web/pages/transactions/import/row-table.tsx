import { useState } from "react";
import { useCategories } from "../../../categories/use-categories.ts";
import { Amount, signed } from "../../../components/amount.tsx";
import { Button } from "../../../components/button.tsx";
import { Status } from "../../../components/status.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { shortDay } from "../../../dates.ts";
import { moreWords } from "../../../numbers.ts";
import { type Decisions, MOST_TICKS, type Tick, isTaken } from "./plan.ts";
import type { PlannedAccount, PlannedRow } from "./sent-file.ts";

type RowTableProps = {
  readonly account: PlannedAccount;
  readonly rows: readonly PlannedRow[];
  readonly decisions: Decisions;
  readonly onTick: (row: PlannedRow, tick: Tick) => void;
};

const FIRST = 25;
const FURTHER = 100;

export function RowTable(props: RowTableProps) {
  const { account, rows, decisions } = props;
  const [shown, setShown] = useState(FIRST);
  const columns = useColumns(props);
  const left = rows.length - shown;
  return (
    <>
      <Table
        caption={`Rows of ${account.name}`}
        columns={columns}
        isQuiet={(row) => !isTaken(row, decisions)}
        keyOf={({ at }) => String(at)}
        rows={rows.slice(0, shown)}
      />
      {left <= 0 ? null : (
        <div>
          <Button onClick={() => setShown(shown + FURTHER)}>{moreWords(left, FURTHER)}</Button>
        </div>
      )}
    </>
  );
}

/** Columns of the rows; without one of categories where none has any. */
function useColumns({ account, rows, decisions, onTick }: RowTableProps) {
  const categories = useCategories();
  const { currency } = account;
  const isFixed = rows.every(({ action }) => action === "duplicate");
  const hasCategories = rows.some(({ category }) => category !== null);
  const columns: readonly Column<PlannedRow>[] = [
    {
      title: "Row",
      isHeader: true,
      narrow: "first",
      cell: (row) => (
        <RowName
          currency={currency}
          decisions={decisions}
          isFixed={isFixed}
          onTick={onTick}
          row={row}
        />
      ),
    },
    {
      title: "Day",
      narrow: "plain",
      cell: ({ date }) => (
        <span className={`whitespace-nowrap text-ink2 ${isFixed ? "" : "max-sm:ms-7"}`}>
          {shortDay(date)}
        </span>
      ),
    },
    {
      title: "Category",
      narrow: "plain",
      cell: ({ category }) =>
        category === null ? null : (
          <>
            {categories?.nameOf(category.slug) ?? category.slug}
            <span className="block text-small text-ink2">
              by the rule <bdi>{category.rule}</bdi>
            </span>
          </>
        ),
    },
    {
      title: "Amount",
      align: "end",
      narrow: "beside",
      cell: ({ minor }) => <Amount currency={currency} minor={minor} />,
    },
  ];
  return columns.filter(({ title }) => title !== "Category" || hasCategories);
}

type RowNameProps = Pick<RowTableProps, "decisions" | "onTick"> & {
  readonly row: PlannedRow;
  readonly currency: string;
  readonly isFixed: boolean;
};

function RowName({ row, currency, isFixed, decisions, onTick }: RowNameProps) {
  const { ticks } = decisions;
  const { name, description, line, why, beside, is_pending } = row;
  const id = `row-${row.at}`;
  const isFull = ticks.size >= MOST_TICKS && !ticks.has(row.at);
  const text = (
    <span className="grid min-w-0 gap-0.5">
      <span className="font-medium wrap-anywhere">
        <bdi>{name}</bdi> {is_pending ? <Status tone="warn">Pending</Status> : null}
      </span>
      {description === null || description === name ? null : (
        <bdi className="line-clamp-2 text-small text-ink2 wrap-anywhere">{description}</bdi>
      )}
      {beside === null ? null : (
        <span className="text-small text-ink2 wrap-anywhere" id={`${id}-here`}>
          Here: <bdi>{beside.name}</bdi>, {shortDay(beside.date)},{" "}
          <span className="whitespace-nowrap">{signed(beside.minor, currency)}</span>
        </span>
      )}
      {why === "" ? null : (
        <span className="text-small text-ink2" id={`${id}-why`}>
          {why}
        </span>
      )}
    </span>
  );
  if (isFixed) return text;
  const told = [...(beside === null ? [] : [`${id}-here`]), ...(why === "" ? [] : [`${id}-why`])];
  return (
    <>
      <label className="tick-row" htmlFor={id}>
        <input
          aria-describedby={told.length === 0 ? undefined : told.join(" ")}
          aria-label={`Import line ${line}, ${name}`}
          checked={isTaken(row, decisions)}
          className="mt-0.5 size-4 shrink-0 accent-accent"
          disabled={isFull}
          id={id}
          onChange={({ target }) => onTick(row, target.checked)}
          type="checkbox"
        />
        {text}
      </label>
      {row.may_book ? (
        <label className="relative z-1 ml-7 flex min-h-6 cursor-pointer items-center gap-2 max-sm:min-h-11 text-small font-normal">
          <input
            checked={ticks.get(row.at) === "books"}
            className="size-4 shrink-0 accent-accent"
            disabled={isFull}
            onChange={({ target }) => onTick(row, target.checked ? "books" : true)}
            type="checkbox"
          />
          It is the pending one: book that with this amount
        </label>
      ) : null}
    </>
  );
}
