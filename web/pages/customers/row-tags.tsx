import { Answer } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { TagsRow } from "./tags-row.tsx";

type RowTagsProps = { readonly id: string; readonly onClose: () => void };

/** Tags of a customer of the list, saved one by one. */
export function RowTags({ id, onClose }: RowTagsProps) {
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/customers/:id", { id });
  return (
    <Dialog isOpen onClose={onClose} title={`Tags of ${query.data?.name ?? "a customer"}`}>
      <Answer query={query} what="the tags">
        {(customer) => <TagsRow customer={customer} />}
      </Answer>
      <p className="text-ink2">Each is saved as you add it or take it away.</p>
      <div>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
