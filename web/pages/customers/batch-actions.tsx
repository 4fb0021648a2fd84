import { Archive, ArchiveRestore, Tags } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../components/button.tsx";
import { toastRefusal } from "../../components/toast.tsx";
import type { Selected } from "../../list/selected.ts";
import { useWrite } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { undo } from "../../undo.ts";
import { chosenOf } from "./chosen.ts";
import type { CustomerRow } from "./customer.ts";

const TagDialog = lazy(async () =>
  import("./tag-dialog.tsx").then(({ TagDialog }) => ({ default: TagDialog })),
);

type BatchActionsProps = { readonly selected: Selected<CustomerRow> };

/** Archiving, restoring and tagging of the selected customers. */
export function BatchActions({ selected }: BatchActionsProps) {
  const [isTagging, setIsTagging] = useState(false);
  const areArchived = selected.rows[0]?.is_archived === true;
  return (
    <>
      {areArchived ? (
        <ArchiveButton
          did="restored"
          label="Restore"
          route="POST /api/teams/:team/customers/restore"
          selected={selected}
        />
      ) : (
        <ArchiveButton
          did="archived"
          label="Archive"
          route="POST /api/teams/:team/customers/archive"
          selected={selected}
        />
      )}
      <Button onClick={() => setIsTagging(true)}>
        <Tags aria-hidden size={16} strokeWidth={1.5} />
        Tag…
      </Button>
      <Suspense>
        {isTagging ? <TagDialog onClose={() => setIsTagging(false)} selected={selected} /> : null}
      </Suspense>
    </>
  );
}

type ArchiveButtonProps = BatchActionsProps & {
  readonly route: `POST /api/teams/:team/customers/${"archive" | "restore"}`;
  readonly did: string;
  readonly label: string;
};

function ArchiveButton({ route, did, label, selected }: ArchiveButtonProps) {
  const team = useTeam();
  const write = useWrite(route, { changes: [] });
  const act = async () => {
    const chosen = chosenOf(selected);
    const answer = await toastRefusal(async () => write.mutateAsync({ team: team.id, chosen }));
    if (answer === null) return;
    const { changed, event } = answer;
    const takeBack = event === null ? null : async () => undo(team.id, event);
    await selected.settle({ did, done: changed, failed: [], undo: takeBack });
  };
  const Icon = label === "Restore" ? ArchiveRestore : Archive;
  return (
    <Button isBusy={write.isPending} onClick={() => void act()}>
      <Icon aria-hidden size={16} strokeWidth={1.5} />
      {label}
    </Button>
  );
}
