import { useState } from "react";
import { BatchDialog } from "../../components/batch-dialog.tsx";
import { toastRefusal } from "../../components/toast.tsx";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { looseField } from "../../form/field.ts";
import type { Selected } from "../../list/selection.ts";
import { counted } from "../../numbers.ts";
import { useRefetch, useWrite } from "../../queries.ts";
import { useTagSearch } from "../../tags/use-tags.ts";
import { useTeam } from "../../team.tsx";
import { undo } from "../../undo.ts";
import { chosenOf, type CustomerRow } from "./customer.ts";

type TagCustomersProps = {
  readonly selected: Selected<CustomerRow>;
  readonly onClose: () => void;
};

export function TagCustomersDialog({ selected, onClose }: TagCustomersProps) {
  const team = useTeam();
  const [tag, setTag] = useState<string | null>(null);
  const { search, create } = useTagSearch();
  const add = useWrite("POST /api/teams/:team/customers/tag", { changes: [] });
  const remove = useWrite("POST /api/teams/:team/customers/untag", { changes: [] });
  const refetch = useRefetch(["GET /api/teams/:team/tags"]);
  const act = async (write: typeof add, did: string) => {
    if (tag === null) return;
    const input = { team: team.id, chosen: chosenOf(selected), tag };
    const answer = await toastRefusal(async () => write.mutateAsync(input));
    onClose();
    if (answer === null) return;
    const { changed, event } = answer;
    const takeBack = event === null ? null : async () => undo(team.id, event).then(refetch);
    await selected.settle({ did, done: changed, failed: [], undo: takeBack });
    await refetch();
  };
  const isReady = tag !== null;
  return (
    <BatchDialog
      actions={[
        {
          label: "Take the tag away",
          kind: "secondary",
          isReady,
          act: async () => act(remove, "untagged"),
        },
        { label: "Add the tag", isReady, act: async () => act(add, "tagged") },
      ]}
      onClose={onClose}
      title={`Tag ${counted(selected.count, "customer")}`}
    >
      <ComboboxField
        create={create}
        field={looseField("tag", tag, setTag)}
        isOptional
        label="Tag"
        nothing="No tag of that name."
        search={search}
      />
    </BatchDialog>
  );
}
