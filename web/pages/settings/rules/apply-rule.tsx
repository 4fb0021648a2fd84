import { useState } from "react";
import { BatchDialog } from "../../../components/batch-dialog.tsx";
import { Switch } from "../../../components/switch.tsx";
import { counted } from "../../../counted.ts";
import { firstOnPage } from "../../../focus.ts";
import { useRefetch, useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { told } from "../../../told.ts";
import { sayWithUndo } from "../../../undo.ts";
import { Preview, usePreview } from "./preview.tsx";
import { menuId } from "./rule-item.tsx";
import { CHANGED_BY_APPLYING, type Rule } from "./rule.ts";

type ApplyRuleProps = { readonly rule: Rule; readonly onClose: () => void };

/** Applies a rule to the transactions that there are, with their number first. */
export function ApplyRule({ rule: { id, name }, onClose }: ApplyRuleProps) {
  const team = useTeam().id;
  const [replace, setReplace] = useState(false);
  const query = usePreview({ id, replace }, true);
  const write = useWrite("POST /api/teams/:team/rules/:id/apply", { changes: CHANGED_BY_APPLYING });
  const after = useRefetch(CHANGED_BY_APPLYING);
  const count = query.isPlaceholderData ? undefined : query.data?.changing;
  const act = async () => {
    if (count === undefined || count === 0) return;
    const answer = await told(async () => write.mutateAsync({ team, id, count, replace }));
    if (answer === null) {
      await query.refetch();
      return;
    }
    onClose();
    const words = `${name} changed ${counted(answer.changed, "transaction")}.`;
    sayWithUndo(words, { team, event: answer.event, after });
  };
  return (
    <BatchDialog
      actions={[{ label: labelOf(count, query.error !== null), isReady: (count ?? 0) > 0, act }]}
      finalFocus={() => firstOnPage(menuId(id))}
      isCancelFirst
      onClose={onClose}
      title={`Apply ${name} to the past`}
    >
      <Switch
        hint="Off: what a person or an assistant set stays as it is."
        isOn={replace}
        label="Also replace what people set"
        onChange={setReplace}
      />
      <Preview query={query} />
    </BatchDialog>
  );
}

/** Words of the button: with the number as soon as it is known. */
function labelOf(count: number | undefined, hasFailed: boolean): string {
  if (hasFailed) return "Apply the rule";
  return count === undefined ? "Counting…" : `Change ${counted(count, "transaction")}`;
}
