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
import { undoAll } from "../../undo.ts";
import { DOCUMENT_CHANGES, type DocumentRow } from "./document.ts";
import { LossWords } from "./loss-words.tsx";

type BatchProps = {
  readonly selected: Selected<DocumentRow>;
  readonly onClose: () => void;
};

export function DocumentBatchDialog({
  kind,
  ...props
}: BatchProps & { readonly kind: "tag" | "delete" }) {
  return kind === "tag" ? <TagDocuments {...props} /> : <DeleteDocuments {...props} />;
}

/** Documents that a route takes at once. */
const MOST_AT_ONCE = 100;

type Done = { readonly count: number; readonly event: string | null };

/** Acts on the selected documents, tells it once, and undoes all of it at once. */
function useBatch({ selected, onClose }: BatchProps) {
  const team = useTeam().id;
  const refetch = useRefetch(DOCUMENT_CHANGES);
  return async (did: string, act: (ids: string[]) => Promise<Done>) => {
    const ids = selected.rows.map(({ id }) => id);
    const events: string[] = [];
    let done = 0;
    await toastRefusal(async () => {
      for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
        const { count, event } = await act(ids.slice(at, at + MOST_AT_ONCE));
        done += count;
        if (event !== null) events.push(event);
      }
    });
    onClose();
    const takeBack = async () => {
      await undoAll(team, events);
      await refetch();
    };
    const undo = events.length === 0 ? null : takeBack;
    if (done > 0) await selected.settle({ did, done, failed: [], undo });
    await refetch();
  };
}

function TagDocuments(props: BatchProps) {
  const team = useTeam().id;
  const [tag, setTag] = useState<string | null>(null);
  const { search, create } = useTagSearch();
  const write = useWrite("POST /api/teams/:team/documents/tag", { changes: [] });
  const batch = useBatch(props);
  const act = async (change: "add" | "remove", did: string) => {
    if (tag === null) return;
    await batch(did, async (ids) => {
      const { changed, event } = await write.mutateAsync({ team, ids, [change]: [tag] });
      return { count: changed, event };
    });
  };
  const isReady = tag !== null;
  return (
    <BatchDialog
      actions={[
        {
          label: "Take the tag away",
          kind: "secondary",
          isReady,
          act: async () => act("remove", "untagged"),
        },
        { label: "Add the tag", isReady, act: async () => act("add", "tagged") },
      ]}
      onClose={props.onClose}
      title={`Tag ${counted(props.selected.count, "document")}`}
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

function DeleteDocuments(props: BatchProps) {
  const team = useTeam().id;
  const write = useWrite("POST /api/teams/:team/documents/delete", { changes: [] });
  const batch = useBatch(props);
  const { selected, onClose } = props;
  const count = counted(selected.count, "document");
  const act = async () =>
    batch("deleted", async (ids) => {
      const { deleted, event } = await write.mutateAsync({ team, ids });
      return { count: deleted, event };
    });
  return (
    <BatchDialog
      actions={[{ label: `Delete ${count}`, kind: "danger", act }]}
      description={<LossWords documents={selected.rows} />}
      isCancelFirst
      onClose={onClose}
      title={`Delete ${count}?`}
    />
  );
}
