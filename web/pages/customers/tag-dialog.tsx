import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { toastRefusal } from "../../components/toast.tsx";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { looseField } from "../../form/field.ts";
import type { Selected } from "../../list/selected.ts";
import { counted } from "../../numbers.ts";
import { useRefetch, useWrite } from "../../queries.ts";
import { useTagSearch } from "../../tags/use-tag-search.ts";
import { useTeam } from "../../team.tsx";
import { undo } from "../../undo.ts";
import { chosenOf } from "./chosen.ts";
import type { CustomerRow } from "./customer.ts";

type TagDialogProps = {
  readonly selected: Selected<CustomerRow>;
  readonly onClose: () => void;
};

/** Gives the selected customers a tag, or takes one from them. */
export function TagCustomersDialog({ selected, onClose }: TagDialogProps) {
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
    const takeBack =
      event === null
        ? null
        : async () => {
            await undo(team.id, event);
            await refetch();
          };
    await selected.settle({ did, done: changed, failed: [], undo: takeBack });
    await refetch();
  };
  return (
    <Dialog isOpen onClose={onClose} title={`Tag ${counted(selected.count, "customer")}`}>
      <ComboboxField
        create={create}
        field={looseField("tag", tag, setTag)}
        isOptional
        label="Tag"
        nothing="No tag of that name."
        search={search}
      />
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          aria-disabled={tag === null || undefined}
          isBusy={remove.isPending}
          onClick={() => void act(remove, "untagged")}
        >
          Take the tag away
        </Button>
        <Button
          aria-disabled={tag === null || undefined}
          isBusy={add.isPending}
          kind="primary"
          onClick={() => void act(add, "tagged")}
        >
          Add the tag
        </Button>
      </div>
    </Dialog>
  );
}
