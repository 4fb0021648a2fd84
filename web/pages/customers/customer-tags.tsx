import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Answer } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { toastRefusal } from "../../components/toast.tsx";
import { looseField } from "../../form/field.ts";
import { reloadRows } from "../../list/changes.ts";
import { useWrite, useOfTeam } from "../../queries.ts";
import { TagChips } from "../../tags/tag-chips.tsx";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { CUSTOMERS } from "./customer-list.tsx";
import type { Customer } from "./customer.ts";

/** Tags of the customer. Each is saved when it is added or taken away; taking one away can be undone. */
export function CustomerTags({ customer: { id, tags } }: { readonly customer: Customer }) {
  const team = useTeam();
  const queries = useQueryClient();
  const add = useWrite("POST /api/teams/:team/customers/tag");
  const remove = useWrite("POST /api/teams/:team/customers/untag");
  const saved = tags.map((tag) => tag.id);
  const [pending, setPending] = useState<readonly string[] | null>(null);
  const reload = async () => reloadRows(queries, CUSTOMERS);
  const refresh = async () => queries.invalidateQueries().then(reload);
  const save = async (next: readonly string[]) => {
    setPending(next);
    const change = (tag: string) => ({ team: team.id, chosen: { ids: [id] }, tag });
    await toastRefusal(async () => {
      for (const tag of next.filter((tag) => !saved.includes(tag)))
        await add.mutateAsync(change(tag));
      for (const tag of tags.filter((tag) => !next.includes(tag.id))) {
        const { event } = await remove.mutateAsync(change(tag.id));
        sayWithUndo(`${tag.name} is removed.`, { team: team.id, event, after: refresh });
      }
    });
    setPending(null);
    await reload();
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

type CustomerTagsDialogProps = { readonly id: string; readonly onClose: () => void };

export function CustomerTagsDialog({ id, onClose }: CustomerTagsDialogProps) {
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/customers/:id", { id });
  return (
    <Dialog isOpen onClose={onClose} title={`Tags of ${query.data?.name ?? "a customer"}`}>
      <Answer query={query} what="the tags">
        {(customer) => <CustomerTags customer={customer} />}
      </Answer>
      <p className="text-ink2">Each is saved as you add it or take it away.</p>
      <div>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
