import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { api } from "../../api.ts";
import { useCategories } from "../../categories/use-categories.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { counted } from "../../numbers.ts";
import { useTeam } from "../../team.tsx";
import { undo } from "../../undo.ts";
import { fixedWords, leftWords } from "./left-words.ts";
import type { Similar } from "./use-categorize.ts";

type OfferNoteProps = {
  readonly similar: Similar;
  readonly isBusy?: boolean;
  /** True where it takes no room of its own. */
  readonly isOverPage?: boolean;
  readonly onApply: () => void;
  readonly onRule: () => void;
  readonly onClose: () => void;
};

/** Offers the category that was just given to others of that party, and a rule for later ones. */
export function OfferNote(props: OfferNoteProps) {
  const { similar, isBusy = false, isOverPage = false, onApply, onRule, onClose } = props;
  const { name, ids, count, exported } = similar;
  const changed = ids.length - exported;
  const categories = useCategories();
  const rule = similar.rule && namedRule(similar.rule, (slug) => categories?.nameOf(slug) ?? slug);
  const changing = useChanging(similar.rule);
  return (
    <div
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 bg-canvas py-0.5 ${isOverPage ? "sm:absolute sm:inset-x-0 sm:top-0 sm:px-2" : ""}`}
    >
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

const PREVIEW = "POST /api/teams/:team/rules/preview";

function useChanging(rule: Similar["rule"]): number | undefined {
  const team = useTeam().id;
  const { data } = useQuery({
    queryKey: [PREVIEW, { team, rule }],
    queryFn: async () =>
      rule && api(PREVIEW, { team, conditions: rule.conditions, actions: rule.actions }),
  });
  return data?.changing;
}

type NameOf = (slug: string) => string;

type Done = { readonly words: string; readonly events: readonly (string | null)[] };

/** Gives the similar transactions the category, as one event. Exported ones stay. */
export async function applyCategory(
  team: string,
  { ids, category_slug }: Similar,
  nameOf: NameOf,
): Promise<Done> {
  const path = "POST /api/teams/:team/transactions/category";
  const chosen = { ids };
  const answer = await api(path, { team, chosen, category_slug, leaves_fixed: true });
  const said = `${counted(answer.changed, "transaction")} categorized as ${nameOf(category_slug)}`;
  return { words: `${said}${leftWords(answer.left)}.`, events: [answer.event] };
}

/**
 * Makes the offered rule and applies it to all transactions. When it cannot be applied, it is not made.
 * @returns null when no rule is offered
 */
export async function makeOffered(
  team: string,
  { rule: offered }: Similar,
  nameOf: NameOf,
): Promise<Done | null> {
  if (offered === null) return null;
  const rule = namedRule(offered, nameOf);
  const { conditions, actions } = rule;
  const { changing: count } = await api(PREVIEW, { team, conditions, actions });
  const { id, name, event } = await api("POST /api/teams/:team/rules", { team, ...rule });
  const made = (changed: number, events: Done["events"]) => ({
    words: `The rule ${name} is made: ${counted(changed, "row")} changed.`,
    events,
  });
  if (count === 0) return made(0, [event]);
  try {
    const applied = await api("POST /api/teams/:team/rules/:id/apply", { team, id, count });
    return made(applied.changed, [event, applied.event]);
  } catch (error) {
    if (event !== null) await undo(team, event);
    throw error;
  }
}

const MOST_NAME = 100;

/** The offered rule. Its name ends with the slug of the category: here with its name. */
function namedRule(rule: NonNullable<Similar["rule"]>, nameOf: NameOf) {
  const name = rule.name.replace(/(?<=→ )[\w-]+$/, (slug) => nameOf(slug));
  return { ...rule, name: name.slice(0, MOST_NAME) };
}
