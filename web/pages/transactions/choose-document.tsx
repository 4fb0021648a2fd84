import { api } from "../../api.ts";
import { shortDay } from "../../dates.ts";
import type { Search } from "../../form/choosable.ts";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { FormDialog } from "../../form/form-dialog.tsx";
import type { Changes } from "../../queries.ts";
import { useTeam } from "../../team.tsx";

type ChooseDocumentProps = {
  readonly transaction: string;
  readonly backTo: readonly string[];
  readonly changes: Changes;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
};

/** Attaches a document that is there already. */
export function ChooseDocument({ transaction, onDone, ...dialog }: ChooseDocumentProps) {
  const team = useTeam().id;
  return (
    <FormDialog
      {...dialog}
      afterUndo={onDone}
      given={{ team, id: transaction }}
      onDone={onDone}
      route="POST /api/teams/:team/transactions/:id/attachments"
      said={({ notices = [] }) => ["The document is attached.", ...notices].join(" ")}
      submit="Attach the document"
      title="Attach a document"
    >
      {({ field }) => (
        <ComboboxField
          field={field("document_id")}
          label="Document"
          nothing="No document is found by that."
          search={searchDocuments(team)}
        />
      )}
    </FormDialog>
  );
}

const MOST_SHOWN = 20;

/** By name, title, tag, or a word, number or amount in the text; the newest without any. */
function searchDocuments(team: string): Search {
  return async (text) => {
    const q = text.trim();
    const { items } = await api("GET /api/teams/:team/documents", {
      team,
      limit: MOST_SHOWN,
      ...(q === "" ? {} : { q }),
    });
    return items.map(({ id, shown_title, shown_date }) => ({
      value: id,
      label: shown_title,
      hint: shortDay(shown_date),
    }));
  };
}
