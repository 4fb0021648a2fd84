import { type KeyboardEvent, useState } from "react";
import { Empty } from "../../../components/answer.tsx";
import { say } from "../../../components/toast.tsx";
import { counted } from "../../../counted.ts";
import { firstOnPage } from "../../../focus.ts";
import { looseField } from "../../../form/field.ts";
import { TextField } from "../../../form/text-field.tsx";
import { moved as movedBy, moveOf } from "../../../list/moves.ts";
import { useRefetch, useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { told } from "../../../told.ts";
import { sayWithUndo } from "../../../undo.ts";
import { menuId, RuleItem } from "./rule-item.tsx";
import { CHANGED, hasWords, moved, type Rule, type RuleMove } from "./rule.ts";
import { useNames } from "./use-names.ts";

/** All rules in their order. The first that sets a field wins; later ones may fill others. */
export function RuleList({ rules }: { readonly rules: readonly Rule[] }) {
  const team = useTeam().id;
  const order = useWrite("PUT /api/teams/:team/rules", { changes: CHANGED });
  const update = useWrite("PATCH /api/teams/:team/rules/:id", { changes: CHANGED });
  const remove = useWrite("DELETE /api/teams/:team/rules/:id", { changes: CHANGED });
  const after = useRefetch(CHANGED);
  const names = useNames();
  const [typed, setTyped] = useState("");
  const [current, setCurrent] = useState<string | null>(null);
  const move = async ({ id, name }: Rule, by: RuleMove) => {
    const ids = moved(
      rules.map((rule) => rule.id),
      id,
      by,
    );
    const answer = await told(async () => order.mutateAsync({ team, ids: [...ids] }));
    if (answer === null) return;
    const place = answer.items.findIndex((rule) => rule.id === id) + 1;
    const before = rules.map((rule) => rule.id);
    const back = async () => {
      if ((await told(async () => order.mutateAsync({ team, ids: before }))) === null) return;
      say(`${name} is back in its place.`, { about: id });
    };
    say(`${name} is number ${place} of ${answer.items.length}.`, {
      about: id,
      action: { label: "Undo", onPress: () => void back() },
    });
    // Its row moved, and with it the focused button.
    const pressed = { [-1]: "-up", 1: "-down", top: "" }[by];
    const button = document.getElementById(`${menuId(id)}${pressed}`);
    (button?.checkVisibility() === true ? button : document.getElementById(menuId(id)))?.focus();
  };
  const turn = async ({ id, updated_at: seen }: Pick<Rule, "id" | "updated_at">, is_on: boolean) =>
    told(async () => update.mutateAsync({ team, id, is_on, seen }));
  const toggle = async (rule: Rule) => {
    const { id, name, is_on } = rule;
    const answer = await turn(rule, !is_on);
    if (answer === null) return;
    const back = async () => {
      if ((await turn(answer, is_on)) === null) return;
      say(`${name} is ${is_on ? "on" : "off"} again.`, { about: id });
    };
    say(`${name} is ${is_on ? "off" : "on"}.`, {
      about: id,
      action: { label: "Undo", onPress: () => void back() },
    });
  };
  const drop = async ({ id, name }: Rule) => {
    const answer = await told(async () => remove.mutateAsync({ team, id }));
    if (answer === null) return;
    firstOnPage("rules")?.focus();
    sayWithUndo(`The rule ${name} is deleted. What it set stays.`, {
      team,
      event: answer.event,
      after,
    });
  };
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
      <ol aria-label="Rules" className="divide-y divide-line">
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
