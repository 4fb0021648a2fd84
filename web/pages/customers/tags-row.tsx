import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toastRefusal } from "../../components/toast.tsx";
import { looseField } from "../../form/field.ts";
import { reloadRows } from "../../list/changes.ts";
import { useWrite } from "../../queries.ts";
import { TagChips } from "../../tags/tag-chips.tsx";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { CUSTOMERS } from "./customer-list.tsx";
import type { Customer } from "./customer.ts";

/** Tags of the customer. Each is saved when it is added or taken away; taking one away can be undone. */
export function TagsRow({ customer: { id, tags } }: { readonly customer: Customer }) {
  const team = useTeam();
  const queries = useQueryClient();
  const add = useWrite("POST /api/teams/:team/customers/tag");
  const remove = useWrite("POST /api/teams/:team/customers/untag");
  const saved = tags.map((tag) => tag.id);
  /** Shown until the server has answered. */
  const [pending, setPending] = useState<readonly string[] | null>(null);
  const save = async (next: readonly string[]) => {
    setPending(next);
    const change = (tag: string) => ({ team: team.id, chosen: { ids: [id] }, tag });
    const refresh = async () => {
      await queries.invalidateQueries();
      await reloadRows(queries, CUSTOMERS);
    };
    await toastRefusal(async () => {
      for (const tag of next.filter((tag) => !saved.includes(tag)))
        await add.mutateAsync(change(tag));
      for (const tag of tags.filter((tag) => !next.includes(tag.id))) {
        const { event } = await remove.mutateAsync(change(tag.id));
        sayWithUndo(`${tag.name} is removed.`, { team: team.id, event, after: refresh });
      }
    });
    setPending(null);
    await reloadRows(queries, CUSTOMERS);
  };
  return (
    <TagChips
      field={looseField<string[]>("tags", [...(pending ?? saved)], (next) => void save(next))}
      isLabelHidden
      known={tags}
      placeholder="Add a tag"
    />
  );
}
