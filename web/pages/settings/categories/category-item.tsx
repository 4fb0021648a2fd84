import { Link } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import type { Category } from "../../../categories/tree.ts";
import { Button, IconButton } from "../../../components/button.tsx";
import { Menu, MenuItem, MenuRule } from "../../../components/menu.tsx";
import { Status } from "../../../components/status.tsx";
import { useOpen } from "../../../open.ts";
import { kindName } from "./kinds.ts";

type CategoryItemProps = {
  readonly category: Category;
  readonly parent: Category | undefined;
};

/** One category with what is known of it, and what can be done with it. */
export function CategoryItem({ category, parent }: CategoryItemProps) {
  const { id, name, slug, system, kind, description, excluded, is_hidden } = category;
  const { show } = useOpen();
  const told = [
    ...(parent === undefined || system ? [] : [`below ${parent.name}`]),
    ...(system ? [] : [kindName(kind).toLowerCase()]),
    ...(description === null ? [] : [description]),
    ...taxOf(category),
    ...(excluded && !system ? ["left out of profit and loss"] : []),
  ];
  return (
    <li className="flex items-start justify-between gap-4 py-1.5 sm:py-0">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2">
        <span className="flex flex-wrap items-center gap-2">
          <Link
            className={is_hidden ? "text-ink2" : "text-ink"}
            search={{ category: slug }}
            to="/transactions"
          >
            <bdi>{name}</bdi>
          </Link>
          {is_hidden ? <Status tone="quiet">Hidden</Status> : null}
        </span>
        {told.length === 0 ? null : <bdi className="text-small text-ink2">{told.join(" · ")}</bdi>}
      </div>
      {system ? (
        <Button
          aria-label={`Change ${name}`}
          id={menuId(id)}
          kind="quiet"
          onClick={() => show("set", id)}
        >
          Change…
        </Button>
      ) : (
        <Menu
          trigger={
            <IconButton id={menuId(id)} label={`Actions for ${name}`}>
              <Ellipsis aria-hidden size={16} strokeWidth={1.5} />
            </IconButton>
          }
        >
          <MenuItem onPress={() => show("edit", id)}>Change…</MenuItem>
          <MenuRule />
          <MenuItem onPress={() => show("delete", id)} tone="bad">
            Delete…
          </MenuItem>
        </Menu>
      )}
    </li>
  );
}

function taxOf({ tax_rate, tax_type, tax_reporting_code }: Category): readonly string[] {
  const tax = [tax_rate === null ? null : `${tax_rate} %`, tax_type].filter((one) => one !== null);
  return [
    ...(tax.length === 0 ? [] : [tax.join(" ")]),
    ...(tax_reporting_code === null ? [] : [`code ${tax_reporting_code}`]),
  ];
}

/** Element id of the button of a category, for returning the focus. */
export function menuId(id: string): string {
  return `category-${id}`;
}
