import { Link, useSearch } from "@tanstack/react-router";
import { Check, ListChecks } from "lucide-react";
import { lazy, Suspense, useRef } from "react";
import { UNCATEGORIZED } from "../../../src/shared/limits.ts";
import { useCategories } from "../../categories/use-categories.ts";
import { usePicking } from "./picking.tsx";
import { type TransactionRow } from "./transaction.ts";
import { useCategorize } from "./use-categorize.ts";

const CategoryPicker = lazy(async () =>
  import("./category-picker.tsx").then(({ CategoryPicker }) => ({ default: CategoryPicker })),
);

const BUTTON =
  "group relative z-1 flex min-h-6 min-w-0 max-w-full cursor-pointer items-center max-sm:-my-2.5 max-sm:min-h-11";
const CHIP = "min-w-0 truncate rounded-control px-1.5 leading-6 group-hover:bg-sunken";

/** The row's category, which is chosen in its place. Split and exported rows only tell it. */
export function CategoryCell({ row }: { readonly row: TransactionRow }) {
  const { picked, pick } = usePicking();
  const categorize = useCategorize();
  const categories = useCategories();
  const button = useRef<HTMLButtonElement>(null);
  const filter = useSearch({ strict: false, select: ({ category }) => category });
  const nameOf = (slug: string) => categories?.nameOf(slug) ?? slug;
  const { category_slug, suggested, is_split, is_transfer, status } = row;
  if (is_split) return <span className="px-1.5 text-ink2">Split</span>;
  if (is_transfer && category_slug === null)
    return <span className="px-1.5 text-ink2">Transfer</span>;
  if (status === "exported")
    return (
      <span className="px-1.5">{category_slug === null ? "None" : nameOf(category_slug)}</span>
    );
  return (
    <span className="-my-0.5 flex min-w-0 items-center gap-1 max-sm:-ms-1.5">
      <button
        aria-haspopup="listbox"
        className={BUTTON}
        onClick={() => pick(row.id)}
        ref={button}
        tabIndex={-1}
        title={suggested === null ? undefined : reasonOf(suggested)}
        type="button"
      >
        <span className="sr-only">Category: </span>
        {category_slug !== null ? (
          <bdi className={CHIP}>{nameOf(category_slug)}</bdi>
        ) : suggested === null ? (
          <span className={`${CHIP} text-ink2`}>Choose…</span>
        ) : (
          <span className={`${CHIP} -my-px border border-dashed border-edge text-ink2`}>
            <bdi>{nameOf(suggested.slug)}</bdi>? <span className="sr-only">Suggested, </span>
            <span className="text-caption">{`${suggested.in} of ${suggested.of}`}</span>
          </span>
        )}
      </button>
      {suggested === null || category_slug !== null ? null : (
        <button
          aria-label={`Accept ${nameOf(suggested.slug)}`}
          className="relative z-1 grid size-6 shrink-0 cursor-pointer place-items-center rounded-control text-ink2 hover:bg-sunken hover:text-ink max-sm:-my-2.5 max-sm:size-11 pointer-coarse:-my-2.5 pointer-coarse:size-11"
          onClick={() => void categorize(row, suggested.slug)}
          tabIndex={-1}
          title={`Accept (A). ${reasonOf(suggested)}`}
          type="button"
        >
          <Check aria-hidden size={16} strokeWidth={1.5} />
        </button>
      )}
      {category_slug !== null && filter === UNCATEGORIZED ? (
        <span className="text-caption text-ink2">not counted</span>
      ) : null}
      {row.category_by === "rule" && row.rule_id !== null ? (
        <Link
          aria-label="Set by a rule: open it"
          className="relative z-1 grid size-6 shrink-0 place-items-center rounded-control text-ink3 hover:bg-sunken hover:text-ink max-sm:hidden"
          search={{ open: "edit", id: row.rule_id }}
          tabIndex={-1}
          title="Set by a rule"
          to="/settings/rules"
        >
          <ListChecks aria-hidden size={14} strokeWidth={1.5} />
        </Link>
      ) : null}
      {picked === row.id ? (
        <Suspense>
          <CategoryPicker
            anchor={button}
            onChoose={(slug) => void categorize(row, slug)}
            onClose={() => pick(null)}
            row={row}
          />
        </Suspense>
      ) : null}
    </span>
  );
}

/** Why a category is suggested. */
export function reasonOf({ in: same, of }: NonNullable<TransactionRow["suggested"]>): string {
  return same === of
    ? `The last ${of} with this party have it.`
    : `${same} of the last ${of} with this party have it.`;
}
