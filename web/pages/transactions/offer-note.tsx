import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { api } from "../../api.ts";
import { useCategories } from "../../categories/use-categories.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { counted } from "../../numbers.ts";
import { useTeam } from "../../team.tsx";
import { fixedWords } from "./left-words.ts";
import { namedRule } from "./make-rule.ts";
import type { Similar } from "./use-categorize.ts";

type OfferNoteProps = {
  readonly similar: Similar;
  readonly isBusy?: boolean;
  readonly onApply: () => void;
  readonly onRule: () => void;
  readonly onClose: () => void;
};

/** Offers the category that was just given to the others of that party, and a rule for those to come. */
export function OfferNote({ similar, isBusy = false, onApply, onRule, onClose }: OfferNoteProps) {
  const { name, ids, count, exported } = similar;
  const changed = ids.length - exported;
  const categories = useCategories();
  const rule = similar.rule && namedRule(similar.rule, (slug) => categories?.nameOf(slug) ?? slug);
  const changing = useChanging(similar.rule);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <output>
        {counted(count, "similar transaction")} of <bdi className="font-medium">{name}</bdi>{" "}
        {count === 1 ? "has" : "have"} no category. {fixedWords({ split: 0, exported })}
      </output>
      {changed === 0 ? null : (
        <Button aria-keyshortcuts="L" isBusy={isBusy} onClick={onApply}>
          Apply to {count > ids.length ? `the newest ${changed}` : changed}
          <Key letter="L" />
        </Button>
      )}
      {rule === null || changing === undefined ? null : (
        <Button aria-keyshortcuts="G" isBusy={isBusy} onClick={onRule}>
          <span className="truncate max-sm:max-w-52">
            Rule for {counted(changing, "row")}: <bdi>{rule.name}</bdi>
          </span>
          <Key letter="G" />
        </Button>
      )}
      <IconButton label="Dismiss" onClick={onClose}>
        <X aria-hidden size={16} strokeWidth={1.5} />
      </IconButton>
    </div>
  );
}

function Key({ letter }: { readonly letter: string }) {
  return (
    <kbd aria-hidden className="font-sans text-caption text-ink3 max-sm:hidden">
      {letter}
    </kbd>
  );
}

/** Number of transactions that the rule would change. */
function useChanging(rule: Similar["rule"]): number | undefined {
  const team = useTeam().id;
  const path = "POST /api/teams/:team/rules/preview";
  const { data } = useQuery({
    queryKey: [path, { team, rule }],
    queryFn: async () =>
      rule === null
        ? null
        : api(path, { team, conditions: rule.conditions, actions: rule.actions }),
  });
  return data?.changing;
}
