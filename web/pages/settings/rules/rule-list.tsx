import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useCategories } from "../../../categories/use-categories.ts";
import { Empty } from "../../../components/answer.tsx";
import { IconButton } from "../../../components/button.tsx";
import { ActionsMenu, MenuItem, MenuRule } from "../../../components/menu.tsx";
import { Status } from "../../../components/status.tsx";
import { toastRefusal } from "../../../components/toast.tsx";
import { firstOnPage } from "../../../focus.ts";
import { looseField } from "../../../form/field.ts";
import { TextField } from "../../../form/text-field.tsx";
import { moved as movedBy, moveOf } from "../../../list/keys.ts";
import { counted } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { useRefetch, useWrite } from "../../../queries.ts";
import { useTags } from "../../../tags/use-tags.ts";
import { useTeam } from "../../../team.tsx";
import { sayWithUndo, sayWithWayBack } from "../../../undo.ts";
import { useAccounts } from "../../transactions/accounts.tsx";
import {
  actionWords,
  RULE_CHANGES,
  conditionWords,
  hasWords,
  movedRule,
  type Rule,
  type RuleMove,
} from "./rule.ts";

/** All rules in their order. The first that sets a field wins; later ones may fill others. */
export function RuleList({ rules }: { readonly rules: readonly Rule[] }) {
  const { move, toggle, drop } = useRuleWrites(rules);
  const names = useNames();
  const [typed, setTyped] = useState("");
  const [current, setCurrent] = useState<string | null>(null);
  if (rules.length === 0)
    return (
      <Empty title="No rules yet">
        A rule sets category, name, tags, tax or status of transactions as they come. The quickest
        way to one: categorize a transaction in Review, and take the rule that is offered.
      </Empty>
    );
  const found = rules.filter((rule) => hasWords(rule, typed, names));
  const reached = found.find(({ id }) => id === current) ?? found[0];
  return (
    <div className="grid gap-3">
      {rules.length < MANY ? null : (
        <div className="grid gap-1 sm:w-72">
          <TextField
            field={looseField<string | null>("find-rule", typed, (text) => setTyped(text ?? ""))}
            isLabelHidden
            isOptional
            label="Find a rule"
            placeholder="Find a rule"
            type="search"
          />
          <output className="text-ink2 empty:hidden">
            {typed.trim() === ""
              ? null
              : found.length === 0
                ? "No rule has these words."
                : `${found.length.toLocaleString("en-GB")} of ${counted(rules.length, "rule")}`}
          </output>
        </div>
      )}
      <ol aria-label="Rules" className="@container divide-y divide-line">
        {found.map((rule) => (
          <RuleItem
            isSearched={typed.trim() !== ""}
            key={rule.id}
            last={rules.length}
            onDelete={() => void drop(rule)}
            onFocus={() => setCurrent(rule.id)}
            onKeyDown={step}
            onMove={(by) => void move(rule, by)}
            onToggle={() => void toggle(rule)}
            place={rules.indexOf(rule) + 1}
            rule={rule}
            tabIndex={rule === reached ? 0 : -1}
          />
        ))}
      </ol>
    </div>
  );
}

/** Changes of the reader's own, each with Undo. */
function useRuleWrites(rules: readonly Rule[]) {
  const team = useTeam().id;
  const order = useWrite("PUT /api/teams/:team/rules", { changes: RULE_CHANGES });
  const update = useWrite("PATCH /api/teams/:team/rules/:id", { changes: RULE_CHANGES });
  const remove = useWrite("DELETE /api/teams/:team/rules/:id", { changes: RULE_CHANGES });
  const after = useRefetch(RULE_CHANGES);
  const move = async ({ id, name }: Rule, by: RuleMove) => {
    const before = rules.map((rule) => rule.id);
    const ids = [...movedRule(before, id, by)];
    const answer = await toastRefusal(async () => order.mutateAsync({ team, ids }));
    if (answer === null) return;
    const place = answer.items.findIndex((rule) => rule.id === id) + 1;
    sayWithWayBack(`${name} is number ${place} of ${answer.items.length}.`, {
      about: id,
      back: async () => order.mutateAsync({ team, ids: before }),
      undone: `${name} is back in its place.`,
    });
    // Its row moved, and with it the focused button.
    const pressed = { [-1]: "-up", 1: "-down", top: "" }[by];
    const button = document.getElementById(`${ruleMenuId(id)}${pressed}`);
    (button?.checkVisibility() === true
      ? button
      : document.getElementById(ruleMenuId(id))
    )?.focus();
  };
  const toggle = async (rule: Rule) => {
    const { id, name, is_on, updated_at } = rule;
    const turn = async (is_on: boolean, seen: string) =>
      update.mutateAsync({ team, id, is_on, seen });
    const answer = await toastRefusal(async () => turn(!is_on, updated_at));
    if (answer === null) return;
    sayWithWayBack(`${name} is ${is_on ? "off" : "on"}.`, {
      about: id,
      back: async () => turn(is_on, answer.updated_at),
      undone: `${name} is ${is_on ? "on" : "off"} again.`,
    });
  };
  const drop = async ({ id, name }: Rule) => {
    const answer = await toastRefusal(async () => remove.mutateAsync({ team, id }));
    if (answer === null) return;
    firstOnPage("rules")?.focus();
    sayWithUndo(`The rule ${name} is deleted. What it set stays.`, {
      team,
      event: answer.event,
      after,
    });
  };
  return { move, toggle, drop } as const;
}

/** Number of rules from which a field to find one is worth its place. */
const MANY = 8;

/** Goes to the name of another rule. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  const move = moveOf(key, { isInList: true, areLettersOn: false });
  const row = currentTarget.closest("[data-rule]");
  if (move === null || row === null || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const rows = [...(row.parentElement?.children ?? [])];
  rows[movedBy(rows.indexOf(row), move, rows.length)]?.querySelector("button")?.focus();
}

/** Names of what rules refer to; an ellipsis until they are loaded. */
export function useNames() {
  const categories = useCategories();
  const tags = useTags();
  const accounts = useAccounts();
  return {
    category: (slug: string) => categories?.nameOf(slug) ?? slug,
    tag: (id: string) => tags?.find((tag) => tag.id === id)?.name ?? "…",
    account: (id: string) => accounts?.find((account) => account.id === id)?.name ?? "…",
  };
}

type RuleItemProps = {
  readonly rule: Rule;
  /** Place in the order, from 1, and that of the last rule. */
  readonly place: number;
  readonly last: number;
  /** True while other rules are left out by a search: the places between are unseen. */
  readonly isSearched: boolean;
  readonly tabIndex: number;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onMove: (by: RuleMove) => void;
  readonly onToggle: () => void;
  readonly onDelete: () => void;
};

function RuleItem(props: RuleItemProps) {
  const { rule, place, last, onMove, onToggle, onDelete, isSearched, tabIndex } = props;
  const { id, name, is_on } = rule;
  const [isFirst, isLast] = [place === 1, place === last];
  const [canRise, canSink] = [!isFirst && !isSearched, !isLast && !isSearched];
  const { show } = useOpen();
  return (
    <li
      className="group flex items-start gap-x-4 py-2 sm:py-0.5 sm:pointer-coarse:py-2"
      data-rule={id}
      value={place}
    >
      <span aria-hidden className="min-w-5 text-end text-ink2 tabular-nums">
        {place}
      </span>
      <RuleFacts {...props} />
      <div className="-my-1 flex shrink-0 max-sm:-me-2 sm:my-0">
        {/* On narrow screens the menu alone has them. */}
        {isSearched ? null : (
          <span className="flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100 max-sm:hidden">
            <MoveButton by={-1} isAtEnd={isFirst} {...props} />
            <MoveButton by={1} isAtEnd={isLast} {...props} />
          </span>
        )}
        <ActionsMenu id={ruleMenuId(id)} label={`Actions for ${name}`} tabIndex={tabIndex}>
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
        </ActionsMenu>
      </div>
    </li>
  );
}

/** The rule in words, how often it set a category, and how often that was corrected. */
function RuleFacts({ rule, tabIndex, onFocus, onKeyDown }: RuleItemProps) {
  const { id, name, is_on, conditions, actions, corrected, category_count } = rule;
  const { show } = useOpen();
  const names = useNames();
  return (
    <div
      className={`grid min-w-0 flex-1 gap-x-4 @min-[42rem]:grid-cols-[minmax(0,1fr)_16rem] ${is_on ? "" : "text-ink2"}`}
    >
      <span className="flex flex-wrap items-center gap-x-2">
        <button
          className="cursor-pointer text-start font-medium wrap-anywhere hover:underline max-sm:-my-3 max-sm:min-h-11"
          id={nameId(id)}
          onClick={() => show("edit", id)}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          tabIndex={tabIndex}
          type="button"
        >
          <bdi>{name}</bdi>
        </button>
        {is_on ? null : <Status tone="quiet">Off</Status>}
      </span>
      <span className="wrap-anywhere @max-[42rem]:order-1">
        <span className="text-ink2">Set</span> <bdi>{actionWords(actions, names)}</bdi>
      </span>
      <span className="text-small text-ink2 wrap-anywhere @max-[42rem]:order-2">
        When <bdi>{conditionWords(conditions, names)}</bdi>
      </span>
      {actions.category_slug ? (
        <UseCount count={category_count} rule={id} tabIndex={tabIndex} />
      ) : null}
      {corrected === null ? null : <Corrected corrected={corrected} tabIndex={tabIndex} />}
    </div>
  );
}

type UseCountProps = {
  readonly count: number;
  readonly rule: string;
  readonly tabIndex: number;
};

function UseCount({ count, rule, tabIndex }: UseCountProps) {
  return (
    <span className="text-small text-ink2 tabular-nums @max-[42rem]:order-3">
      {count === 0 ? (
        "No transaction so far"
      ) : (
        <Link className="underline" search={{ rule }} tabIndex={tabIndex} to="/transactions">
          {counted(count, "transaction")} so far
        </Link>
      )}
    </span>
  );
}

function Corrected({
  corrected: { count, category_slug },
  tabIndex,
}: {
  readonly corrected: NonNullable<Rule["corrected"]>;
  readonly tabIndex: number;
}) {
  const names = useNames();
  return (
    <span className="order-4 flex flex-wrap items-center gap-x-2 pt-1 text-small @min-[42rem]:col-span-2">
      <Status tone="warn">Corrected</Status>
      <span>
        {counted(count, "time", "times")} to{" "}
        <Link
          className="underline"
          search={{ category: category_slug }}
          tabIndex={tabIndex}
          to="/transactions"
        >
          {names.category(category_slug)}
        </Link>
        : the rule may be wrong.
      </span>
    </span>
  );
}

type MoveButtonProps = RuleItemProps & { readonly by: -1 | 1; readonly isAtEnd: boolean };

function MoveButton({ rule, onMove, tabIndex, by, isAtEnd }: MoveButtonProps) {
  const [Arrow, way] = by === 1 ? [ArrowDown, "down"] : [ArrowUp, "up"];
  return (
    <IconButton
      aria-disabled={isAtEnd || undefined}
      id={`${ruleMenuId(rule.id)}-${way}`}
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
  return `${ruleMenuId(id)}-name`;
}

/** Element id of the menu of a rule, for returning the focus. */
export function ruleMenuId(id: string): string {
  return `rule-${id}`;
}
