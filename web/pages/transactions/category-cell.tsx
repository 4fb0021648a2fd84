import { Link } from "@tanstack/react-router";
import { Check, ListChecks } from "lucide-react";
import { lazy, Suspense, useRef } from "react";
import { useCategories } from "../../categories/use-categories.ts";
import { usePicking } from "./picking.tsx";
import type { TransactionRow } from "./transaction.ts";
import { useCategorize } from "./use-categorize.ts";

const CategoryPicker = lazy(async () =>
  import("./category-picker.tsx").then(({ CategoryPicker }) => ({ default: CategoryPicker })),
);

const BUTTON =
  "relative z-1 min-h-6 min-w-0 max-w-full cursor-pointer truncate rounded-control px-1.5 hover:bg-sunken";

/** The row's category, which is chosen in its place. Split and exported rows only tell it. */
export function CategoryCell({ row }: { readonly row: TransactionRow }) {
  const { picked, pick } = usePicking();
  const categorize = useCategorize();
  const categories = useCategories();
  const button = useRef<HTMLButtonElement>(null);
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
        className={`${BUTTON} ${suggested === null ? "" : "border border-dashed border-edge text-ink2"}`}
        onClick={() => pick(row.id)}
        ref={button}
        tabIndex={-1}
        title={suggested === null ? undefined : reasonOf(suggested)}
        type="button"
      >
        <span className="sr-only">Category: </span>
        {category_slug !== null ? (
          <bdi>{nameOf(category_slug)}</bdi>
        ) : suggested === null ? (
          <span className="text-ink2">Choose…</span>
        ) : (
          <>
            <bdi>{nameOf(suggested.slug)}</bdi>? <span className="sr-only">Suggested, </span>
            <span className="text-caption">{`${suggested.in} of ${suggested.of}`}</span>
          </>
        )}
      </button>
      {suggested === null || category_slug !== null ? null : (
        <button
          aria-label={`Accept ${nameOf(suggested.slug)}`}
          className="relative z-1 grid size-6 shrink-0 cursor-pointer place-items-center rounded-control text-ink2 hover:bg-sunken hover:text-ink pointer-coarse:-my-2.5 pointer-coarse:size-11"
          onClick={() => void categorize(row, suggested.slug)}
          tabIndex={-1}
          title={`Accept (A). ${reasonOf(suggested)}`}
          type="button"
        >
          <Check aria-hidden size={16} strokeWidth={1.5} />
        </button>
      )}
      {row.category_by === "rule" && row.rule_id !== null ? (
        <Link
          aria-label="Set by a rule: open it"
          className="relative z-1 grid size-6 shrink-0 place-items-center rounded-control text-ink3 hover:bg-sunken hover:text-ink"
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
