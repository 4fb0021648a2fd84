import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, Ellipsis } from "lucide-react";
import { IconButton } from "../../../components/button.tsx";
import { Menu, MenuItem, MenuRule } from "../../../components/menu.tsx";
import { Status } from "../../../components/status.tsx";
import { counted } from "../../../counted.ts";
import { useOpen } from "../../../open.ts";
import { actionWords, conditionWords, type Rule } from "./rule.ts";
import { useNames } from "./use-names.ts";

type RuleItemProps = {
  readonly rule: Rule;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: -1 | 1) => void;
  readonly onToggle: () => void;
  readonly onDelete: () => void;
};

/** One rule in words, its place, and what can be done with it. */
export function RuleItem(props: RuleItemProps) {
  const { rule, isFirst, isLast, onMove, onToggle, onDelete } = props;
  const { id, name, is_on, conditions, actions, corrected, category_count } = rule;
  const { show } = useOpen();
  const names = useNames();
  return (
    <li className="flex items-start justify-between gap-4 py-2">
      <div className={`grid min-w-0 gap-0.5 py-1 ${is_on ? "" : "text-ink2"}`}>
        <span className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium wrap-anywhere">{name}</bdi>
          {is_on ? null : <Status tone="quiet">Off</Status>}
        </span>
        <span className="text-small wrap-anywhere">
          <span className="text-ink2">When</span> <bdi>{conditionWords(conditions, names)}</bdi>
        </span>
        <span className="text-small wrap-anywhere">
          <span className="text-ink2">set</span> <bdi>{actionWords(actions, names)}</bdi>
        </span>
        {actions.category_slug ? (
          <span className="text-small text-ink2">
            {category_count === 0
              ? "It set no category yet."
              : `It set the category of ${counted(category_count, "transaction")}.`}
          </span>
        ) : null}
        {corrected === null ? null : (
          <span className="flex flex-wrap items-center gap-x-2 pt-1 text-small">
            <Status tone="warn">Corrected</Status>
            <span>
              {counted(corrected.count, "time", "times")} to{" "}
              <Link
                className="underline"
                search={{ category: corrected.category_slug }}
                to="/transactions"
              >
                {names.category(corrected.category_slug)}
              </Link>
              : the rule may be wrong.
            </span>
          </span>
        )}
      </div>
      <div className="flex shrink-0 max-sm:flex-col">
        <IconButton
          aria-disabled={isFirst || undefined}
          id={`${menuId(id)}-up`}
          label={`Move ${name} up`}
          onClick={() => (isFirst ? undefined : onMove(-1))}
        >
          <ArrowUp
            aria-hidden
            className={isFirst ? "opacity-30" : ""}
            size={16}
            strokeWidth={1.5}
          />
        </IconButton>
        <IconButton
          aria-disabled={isLast || undefined}
          id={`${menuId(id)}-down`}
          label={`Move ${name} down`}
          onClick={() => (isLast ? undefined : onMove(1))}
        >
          <ArrowDown
            aria-hidden
            className={isLast ? "opacity-30" : ""}
            size={16}
            strokeWidth={1.5}
          />
        </IconButton>
        <Menu
          trigger={
            <IconButton id={menuId(id)} label={`Actions for ${name}`}>
              <Ellipsis aria-hidden size={16} strokeWidth={1.5} />
            </IconButton>
          }
        >
          <MenuItem onPress={() => show("edit", id)}>Change…</MenuItem>
          <MenuItem onPress={() => show("apply", id)}>Apply to the past…</MenuItem>
          <MenuItem onPress={onToggle}>{is_on ? "Turn off" : "Turn on"}</MenuItem>
          <MenuRule />
          <MenuItem onPress={onDelete} tone="bad">
            Delete
          </MenuItem>
        </Menu>
      </div>
    </li>
  );
}

/** Element id of the menu of a rule, for returning the focus. */
export function menuId(id: string): string {
  return `rule-${id}`;
}
