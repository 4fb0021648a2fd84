import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { looseField } from "../../form/field.ts";
import { TagsField } from "../../form/tags-field.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useWrite } from "../../queries.ts";
import { useTagSearch } from "../../tags/use-tag-search.ts";
import { useTeam } from "../../team.tsx";
import { told } from "../../told.ts";
import { CUSTOMERS } from "./customer-list.tsx";
import type { Customer } from "./customer.ts";

/** Tags of the customer. Each is saved when it is added or taken away. */
export function TagsRow({ customer: { id, tags } }: { readonly customer: Customer }) {
  const team = useTeam();
  const queries = useQueryClient();
  const { search, create } = useTagSearch();
  const add = useWrite("POST /api/teams/:team/customers/tag");
  const remove = useWrite("POST /api/teams/:team/customers/untag");
  const saved = tags.map((tag) => tag.id);
  /** Shown until the server has answered. */
  const [pending, setPending] = useState<readonly string[] | null>(null);
  const save = async (next: readonly string[]) => {
    setPending(next);
    const change = (tag: string) => ({ team: team.id, chosen: { ids: [id] }, tag });
    await told(async () => {
      for (const tag of next.filter((tag) => !saved.includes(tag)))
        await add.mutateAsync(change(tag));
      for (const tag of saved.filter((tag) => !next.includes(tag)))
        await remove.mutateAsync(change(tag));
    });
    setPending(null);
    await reloadRows(queries, CUSTOMERS);
  };
  return (
    <TagsField
      create={create}
      field={looseField<string[]>("tags", [...(pending ?? saved)], (next) => void save(next))}
      isLabelHidden
      known={tags.map((tag) => ({ value: tag.id, label: tag.name }))}
      label="Tags"
      nothing="No tag of that name."
      placeholder="Add a tag"
      search={search}
    />
  );
}
