import { Tags, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../components/button.tsx";
import type { Selected } from "../../list/selected.ts";
import type { TransactionRow } from "./transaction.ts";

const dialogs = async () => import("./batch-dialogs.tsx");
const CategoryDialog = lazy(async () =>
  dialogs().then(({ CategoryDialog }) => ({ default: CategoryDialog })),
);
const StatusDialog = lazy(async () =>
  dialogs().then(({ StatusDialog }) => ({ default: StatusDialog })),
);
const TagDialog = lazy(async () => dialogs().then(({ TagDialog }) => ({ default: TagDialog })));
const DeleteTransactions = lazy(async () =>
  dialogs().then(({ DeleteTransactions }) => ({ default: DeleteTransactions })),
);

type BatchActionsProps = { readonly selected: Selected<TransactionRow> };

/** Category, status, tag and deletion of the selected transactions, each as one event. */
export function BatchActions({ selected }: BatchActionsProps) {
  const [open, setOpen] = useState<"category" | "status" | "tag" | "delete" | null>(null);
  const given = { selected, onClose: () => setOpen(null) };
  return (
    <>
      <Button onClick={() => setOpen("category")}>Category…</Button>
      <Button onClick={() => setOpen("status")}>Status…</Button>
      <Button onClick={() => setOpen("tag")}>
        <Tags aria-hidden size={16} strokeWidth={1.5} />
        Tag…
      </Button>
      <Button kind="danger" onClick={() => setOpen("delete")}>
        <Trash2 aria-hidden size={16} strokeWidth={1.5} />
        Delete…
      </Button>
      <Suspense>
        {open === "category" ? <CategoryDialog {...given} /> : null}
        {open === "status" ? <StatusDialog {...given} /> : null}
        {open === "tag" ? <TagDialog {...given} /> : null}
        {open === "delete" ? <DeleteTransactions {...given} /> : null}
      </Suspense>
    </>
  );
}
