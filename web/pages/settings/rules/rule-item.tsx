import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, Ellipsis } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "../../../components/button.tsx";
import { Menu, MenuItem, MenuRule } from "../../../components/menu.tsx";
import { Status } from "../../../components/status.tsx";
import { counted } from "../../../counted.ts";
import { useOpen } from "../../../open.ts";
import { actionWords, conditionWords, type Rule, type RuleMove } from "./rule.ts";
import { useNames } from "./use-names.ts";

type RuleItemProps = {
  readonly rule: Rule;
  /** Place in the order, from 1, and that of the last rule. */
  readonly place: number;
  readonly last: number;
  /** True while other rules are left out by a search: the places between are unseen. */
  readonly isSearched: boolean;
  /** 0 for the rule that Tab leads to, -1 for the others. */
  readonly tabIndex: number;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onMove: (by: RuleMove) => void;
  readonly onToggle: () => void;
  readonly onDelete: () => void;
};

/** One rule in words, its place, and what can be done with it. */
export function RuleItem(props: RuleItemProps) {
  const { rule, place, last, onMove, onToggle, onDelete, isSearched, tabIndex } = props;
  const { id, name, is_on, conditions, actions, corrected, category_count } = rule;
  const [isFirst, isLast] = [place === 1, place === last];
  const [canRise, canSink] = [!isFirst && !isSearched, !isLast && !isSearched];
  const { show } = useOpen();
  const names = useNames();
  return (
    <li
      className="group flex items-start gap-x-4 py-2 sm:py-0.5 sm:pointer-coarse:py-2"
      data-rule={id}
      value={place}
    >
      <span aria-hidden className="min-w-5 text-end text-ink2 tabular-nums">
        {place}
      </span>
      <div
        className={`grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[minmax(0,1fr)_16rem] ${is_on ? "" : "text-ink2"}`}
      >
        <span className="flex flex-wrap items-center gap-x-2">
          <button
            className="cursor-pointer text-start font-medium wrap-anywhere hover:underline max-sm:-my-3 max-sm:min-h-11"
            id={nameId(id)}
            onClick={() => show("edit", id)}
            onFocus={props.onFocus}
            onKeyDown={props.onKeyDown}
            tabIndex={tabIndex}
            type="button"
          >
            <bdi>{name}</bdi>
          </button>
          {is_on ? null : <Status tone="quiet">Off</Status>}
        </span>
        <span className="wrap-anywhere max-sm:order-1">
          <span className="text-ink2">Set</span> <bdi>{actionWords(actions, names)}</bdi>
        </span>
        <span className="text-small text-ink2 wrap-anywhere max-sm:order-2">
          When <bdi>{conditionWords(conditions, names)}</bdi>
        </span>
        {actions.category_slug ? (
          <span className="text-small text-ink2 tabular-nums max-sm:order-3">
            {category_count === 0 ? (
              "No transaction so far"
            ) : (
              <Link
                className="underline"
                search={{ rule: id }}
                tabIndex={tabIndex}
                to="/transactions"
              >
                {counted(category_count, "transaction")} so far
              </Link>
            )}
          </span>
        ) : null}
        {corrected === null ? null : (
          <span className="order-4 flex flex-wrap items-center gap-x-2 pt-1 text-small sm:col-span-2">
            <Status tone="warn">Corrected</Status>
            <span>
              {counted(corrected.count, "time", "times")} to{" "}
              <Link
                className="underline"
                search={{ category: corrected.category_slug }}
                tabIndex={tabIndex}
                to="/transactions"
              >
                {names.category(corrected.category_slug)}
              </Link>
              : the rule may be wrong.
            </span>
          </span>
        )}
      </div>
      <div className="-my-1 flex shrink-0 max-sm:-me-2 sm:my-0">
        {/* On narrow screens the menu alone has them. */}
        {isSearched ? null : (
          <span className="flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100 max-sm:hidden">
            <MoveButton by={-1} isAtEnd={isFirst} {...props} />
            <MoveButton by={1} isAtEnd={isLast} {...props} />
          </span>
        )}
        <Menu
          trigger={
            <IconButton id={menuId(id)} label={`Actions for ${name}`} tabIndex={tabIndex}>
              <Ellipsis aria-hidden size={16} strokeWidth={1.5} />
            </IconButton>
          }
        >
          <MenuItem onPress={() => show("edit", id)}>Change…</MenuItem>
          <MenuItem onPress={() => show("apply", id)}>Apply to the past…</MenuItem>
          {isFirst ? null : <MenuItem onPress={() => onMove("top")}>Move to the top</MenuItem>}
          {canRise ? <MenuItem onPress={() => onMove(-1)}>Move up</MenuItem> : null}
          {canSink ? <MenuItem onPress={() => onMove(1)}>Move down</MenuItem> : null}
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

type MoveButtonProps = RuleItemProps & { readonly by: -1 | 1; readonly isAtEnd: boolean };

function MoveButton({ rule, onMove, tabIndex, by, isAtEnd }: MoveButtonProps) {
  const [Arrow, way] = by === 1 ? [ArrowDown, "down"] : [ArrowUp, "up"];
  return (
    <IconButton
      aria-disabled={isAtEnd || undefined}
      id={`${menuId(rule.id)}-${way}`}
      label={`Move ${rule.name} ${way}`}
      onClick={() => (isAtEnd ? undefined : onMove(by))}
      tabIndex={tabIndex}
    >
      <Arrow aria-hidden className={isAtEnd ? "opacity-30" : ""} size={16} strokeWidth={1.5} />
    </IconButton>
  );
}

/** Element id of the name of a rule, which opens it. */
export function nameId(id: string): string {
  return `${menuId(id)}-name`;
}

/** Element id of the menu of a rule, for returning the focus. */
export function menuId(id: string): string {
  return `rule-${id}`;
}
