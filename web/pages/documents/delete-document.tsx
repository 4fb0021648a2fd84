import { useQueryClient } from "@tanstack/react-query";
import { Answer } from "../../components/answer.tsx";
import { DeleteDialog } from "../../components/delete-dialog.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { DOCUMENT_LIST } from "./document-list.tsx";
import { DOCUMENT_PATH } from "./document.ts";
import { LossWords } from "./loss-words.tsx";

type DeleteDocumentProps = {
  readonly id: string;
  readonly backTo: readonly string[];
  readonly onClose: () => void;
  /** Leads away from the page of the document. */
  readonly leave?: () => Promise<void>;
};

export function DeleteDocument({ id, backTo, onClose, leave }: DeleteDocumentProps) {
  const team = useTeam();
  const queries = useQueryClient();
  const query = useOfTeam(team, DOCUMENT_PATH, { id });
  const name = query.data?.shown_title ?? "the document";
  const reload = async () => reloadRows(queries, DOCUMENT_LIST);
  return (
    <DeleteDialog
      afterUndo={async () => {
        await queries.invalidateQueries();
        await reload();
      }}
      backTo={backTo}
      changes={[]}
      description={
        <Answer query={query} what="what goes with it">
          {(document) => <LossWords documents={[document]} />}
        </Answer>
      }
      given={{ team: team.id, id }}
      {...(leave === undefined ? {} : { leave })}
      onClose={onClose}
      onDone={async () => {
        await reload();
        await queries.invalidateQueries({ queryKey: ["GET /api/teams/:team/documents/counts"] });
      }}
      route="DELETE /api/teams/:team/documents/:id"
      said={`${name} is deleted.`}
      submit="Delete the document"
      title={`Delete ${name}?`}
    />
  );
}
