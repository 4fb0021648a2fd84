import { Link, useSearch } from "@tanstack/react-router";
import { Check, ListChecks } from "lucide-react";
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useMemo,
  useRef,
  useState,
} from "react";
import { UNCATEGORIZED } from "../../../src/shared/limits.ts";
import { useCategories } from "../../categories/use-categories.ts";
import { reasonOf, type TransactionRow } from "./transaction.ts";
import { useCategorize } from "./use-categorize.ts";

const CategoryPicker = lazy(async () =>
  import("./category-picker.tsx").then(({ CategoryPicker }) => ({ default: CategoryPicker })),
);

const CHIP = "min-w-0 truncate rounded-control px-1.5 leading-6 group-hover:bg-sunken";

/** The row's category, chosen in its place. It is only told where it is fixed. */
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
    <span className="-my-0.5 flex min-w-0 items-center gap-1 lines:-ms-1.5">
      <button
        aria-haspopup="listbox"
        className="category-button group"
        onClick={() => pick(row.id)}
        ref={button}
        tabIndex={-1}
        title={suggested === null ? undefined : reasonOf(suggested)}
        type="button"
      >
        <span className="sr-only">Category: </span>
        <Chip nameOf={nameOf} row={row} />
      </button>
      {suggested === null || category_slug !== null ? null : (
        <button
          aria-label={`Accept ${nameOf(suggested.slug)}`}
          className="accept-button"
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
      {row.category_by === "rule" && row.rule_id !== null ? <RuleLink rule={row.rule_id} /> : null}
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

/** The chosen category, or the suggested one with how sure it is. */
function Chip({
  row: { category_slug, suggested },
  nameOf,
}: {
  readonly row: TransactionRow;
  readonly nameOf: (slug: string) => string;
}) {
  if (category_slug !== null) return <bdi className={CHIP}>{nameOf(category_slug)}</bdi>;
  if (suggested === null) return <span className={`${CHIP} text-ink2`}>Choose…</span>;
  return (
    <span className={`${CHIP} -my-px border border-dashed border-edge text-ink2`}>
      <bdi>{nameOf(suggested.slug)}</bdi>? <span className="sr-only">Suggested, </span>
      <span className="text-caption">{`${suggested.in} of ${suggested.of}`}</span>
    </span>
  );
}

function RuleLink({ rule }: { readonly rule: string }) {
  return (
    <Link
      aria-label="Set by a rule: open it"
      className="relative z-1 grid size-6 shrink-0 place-items-center rounded-control text-ink3 hover:bg-sunken hover:text-ink lines:hidden"
      search={{ open: "edit", id: rule }}
      tabIndex={-1}
      title="Set by a rule"
      to="/settings/rules"
    >
      <ListChecks aria-hidden size={14} strokeWidth={1.5} />
    </Link>
  );
}

type Picking = {
  /** Id of the row whose category is being chosen. */
  readonly picked: string | null;
  readonly pick: (id: string | null) => void;
};

const PickingContext = createContext<Picking | null>(null);

/** Keeps the row whose categories are open: a key of the list opens them too. */
export function PickingProvider({ children }: { readonly children: ReactNode }) {
  const [picked, pick] = useState<string | null>(null);
  const picking = useMemo(() => ({ picked, pick }), [picked]);
  return <PickingContext value={picking}>{children}</PickingContext>;
}

export function usePicking(): Picking {
  const picking = use(PickingContext);
  if (picking === null) throw new Error("no list of transactions is above this component");
  return picking;
}
