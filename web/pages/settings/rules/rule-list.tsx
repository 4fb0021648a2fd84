import { Empty } from "../../../components/answer.tsx";
import { say } from "../../../components/toast.tsx";
import { firstOnPage } from "../../../focus.ts";
import { useRefetch, useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { told } from "../../../told.ts";
import { sayWithUndo } from "../../../undo.ts";
import { menuId, RuleItem } from "./rule-item.tsx";
import { CHANGED, moved, type Rule } from "./rule.ts";

/** All rules in their order. The first that sets a field wins; later ones may fill others. */
export function RuleList({ rules }: { readonly rules: readonly Rule[] }) {
  const team = useTeam().id;
  const order = useWrite("PUT /api/teams/:team/rules", { changes: CHANGED });
  const update = useWrite("PATCH /api/teams/:team/rules/:id", { changes: CHANGED });
  const remove = useWrite("DELETE /api/teams/:team/rules/:id", { changes: CHANGED });
  const after = useRefetch(CHANGED);
  const move = async ({ id, name }: Rule, by: -1 | 1) => {
    const ids = moved(
      rules.map((rule) => rule.id),
      id,
      by,
    );
    const answer = await told(async () => order.mutateAsync({ team, ids: [...ids] }));
    if (answer === null) return;
    const place = answer.items.findIndex((rule) => rule.id === id) + 1;
    say(`${name} is number ${place} of ${answer.items.length}.`);
    // Its row moved, and with it the focused button.
    document.getElementById(`${menuId(id)}-${by < 0 ? "up" : "down"}`)?.focus();
  };
  const toggle = async ({ id, name, is_on, updated_at: seen }: Rule) => {
    const answer = await told(async () => update.mutateAsync({ team, id, is_on: !is_on, seen }));
    if (answer !== null) say(`${name} is ${is_on ? "off" : "on"}.`);
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
  return (
    <ul aria-label="Rules" className="divide-y divide-line">
      {rules.map((rule, at) => (
        <RuleItem
          isFirst={at === 0}
          isLast={at === rules.length - 1}
          key={rule.id}
          onDelete={() => void drop(rule)}
          onMove={(by) => void move(rule, by)}
          onToggle={() => void toggle(rule)}
          rule={rule}
        />
      ))}
    </ul>
  );
}
