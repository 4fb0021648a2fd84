import { Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import type { KeyboardEvent } from "react";
import type { Category } from "../../../categories/tree.ts";
import { IconButton } from "../../../components/button.tsx";
import { ActionsMenu, MenuItem, MenuRule } from "../../../components/menu.tsx";
import { Status } from "../../../components/status.tsx";
import { counted } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";

type Place = {
  readonly tabIndex: number;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

type CategoryItemProps = {
  readonly category: Category;
  readonly parent: Category | undefined;
  /** Id of the heading that the name is, for a category that heads others. */
  readonly heading?: string;
  /** Number of its transactions; undefined until they are counted. */
  readonly uses: number | undefined;
  readonly linked?: number | undefined;
  /** For one of a group in which arrow keys go from one to the next: -1 where Tab does not stop. */
  readonly place?: Place;
};

export function CategoryItem({
  category,
  parent,
  heading,
  uses,
  linked = 0,
  place,
}: CategoryItemProps) {
  const { id, name, slug, system, kind, description, excluded, is_hidden } = category;
  const { show } = useOpen();
  const isHead = heading !== undefined;
  const Name = isHead ? "h3" : "span";
  const told = [
    ...(isHead && kindName(kind) !== name ? [kindName(kind)] : []),
    ...(parent === undefined || system ? [] : [`below ${parent.name}`]),
    ...(system ? [] : [kindName(kind).toLowerCase()]),
    ...(description === null ? [] : [description]),
    ...taxOf(category),
    ...(excluded && !system ? ["left out of profit and loss"] : []),
  ];
  return (
    <div className="flex items-start gap-x-4 py-1.5 sm:py-0" data-category={id}>
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2">
        <span className="flex flex-wrap items-center gap-2">
          <Name id={heading}>
            <Link
              className={`${is_hidden ? "text-ink2" : "text-ink"} ${isHead ? "font-semibold" : ""}`}
              search={{ category: slug }}
              to="/transactions"
              {...place}
            >
              <bdi>{name}</bdi>
            </Link>
          </Name>
          {is_hidden ? <Status tone="quiet">Hidden</Status> : null}
        </span>
        {told.length === 0 ? null : <bdi className="text-small text-ink2">{told.join(" · ")}</bdi>}
      </div>
      <Counts linked={linked} name={name} place={place} slug={slug} uses={uses} />
      {system ? (
        <IconButton
          id={categoryMenuId(id)}
          label={`Change ${name}`}
          onClick={() => show("set", id)}
          {...place}
        >
          <Pencil aria-hidden size={16} strokeWidth={1.5} />
        </IconButton>
      ) : (
        <Menu id={id} name={name} />
      )}
    </div>
  );
}

type CountsProps = Pick<Category, "name" | "slug"> & {
  readonly uses: number | undefined;
  readonly linked: number;
  readonly place: Place | undefined;
};

function Counts({ name, slug, uses, linked, place }: CountsProps) {
  return (
    <>
      {linked === 0 ? null : (
        <Link
          aria-label={`${counted(linked, "linked transaction")}, of transfers`}
          className="shrink-0 py-2 tabular-nums"
          search={{ linked: "yes" }}
          to="/transactions"
          {...place}
        >
          {linked.toLocaleString("en-GB")} linked
        </Link>
      )}
      {uses === undefined || uses === 0 ? null : (
        // The name leads to the same list: Tab stops there alone.
        <Link
          aria-label={`${counted(uses, "transaction")} of ${name}`}
          className="shrink-0 py-2 tabular-nums"
          search={{ category: slug }}
          tabIndex={-1}
          to="/transactions"
        >
          {uses.toLocaleString("en-GB")}
        </Link>
      )}
    </>
  );
}

function Menu({ id, name }: Pick<Category, "id" | "name">) {
  const { show } = useOpen();
  return (
    <ActionsMenu id={categoryMenuId(id)} label={`Actions for ${name}`}>
      <MenuItem onPress={() => show("edit", id)}>Change…</MenuItem>
      <MenuRule />
      <MenuItem onPress={() => show("delete", id)} tone="bad">
        Delete…
      </MenuItem>
    </ActionsMenu>
  );
}

function taxOf({ tax_rate, tax_type, tax_reporting_code }: Category): readonly string[] {
  const tax = [tax_rate === null ? null : `${tax_rate} %`, tax_type].filter((one) => one !== null);
  return [
    ...(tax.length === 0 ? [] : [tax.join(" ")]),
    ...(tax_reporting_code === null ? [] : [`code ${tax_reporting_code}`]),
  ];
}

/** Answers that a change of a category changes. */
export const CATEGORY_CHANGES = [
  "GET /api/teams/:team/categories",
  "GET /api/teams/:team/categories/uses",
  "GET /api/teams/:team/transactions",
  "GET /api/teams/:team/activity",
] as const;

/** Element id of the button of a category, for returning the focus. */
export function categoryMenuId(id: string): string {
  return `category-${id}`;
}

export const CATEGORY_KINDS = [
  { value: "expense", label: "Expense" },
  { value: "income", label: "Income" },
  { value: "either", label: "Either, by its sign" },
] as const;

const OTHERS: Readonly<Record<string, string>> = { capital: "Capital", transfer: "Transfer" };

function kindName(kind: string): string {
  return CATEGORY_KINDS.find(({ value }) => value === kind)?.label ?? OTHERS[kind] ?? kind;
}
