import { useState } from "react";
import type { Output } from "../../api.ts";
import { useCategorySearch } from "../../categories/use-categories.ts";
import { BatchDialog } from "../../components/batch-dialog.tsx";
import { toastRefusal } from "../../components/toast.tsx";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { looseField } from "../../form/field.ts";
import { SelectField } from "../../form/select-field.tsx";
import type { Selected } from "../../list/selection.ts";
import { counted } from "../../numbers.ts";
import { useOfTeam, useRefetch, useWrite } from "../../queries.ts";
import { useTagSearch } from "../../tags/use-tags.ts";
import { useTeam } from "../../team.tsx";
import { undo } from "../../undo.ts";
import { type Fixed, fixedWords, leftWords } from "./left-words.ts";
import { rowSum } from "./sums.ts";
import {
  TRANSACTION_CHANGES,
  chosenTransactions,
  type Status,
  STATUS_CHOICES,
  type TransactionRow,
} from "./transaction.ts";

type BatchProps = {
  readonly selected: Selected<TransactionRow>;
  readonly onClose: () => void;
};

export type BatchKind = keyof typeof DIALOGS;

export function OpenBatchDialog({ kind, ...props }: BatchProps & { readonly kind: BatchKind }) {
  const Opened = DIALOGS[kind];
  return <Opened {...props} />;
}

function CategoryDialog({ selected, onClose }: BatchProps) {
  const team = useTeam().id;
  const search = useCategorySearch();
  const [slug, setSlug] = useState<string | null>(null);
  const stay = fixedWords(useFixed(selected));
  const write = useWrite("POST /api/teams/:team/transactions/category", { changes: [] });
  const settle = useSettled(selected, onClose);
  const act = async () => {
    if (slug === null) return;
    const chosen = chosenTransactions(selected);
    const input = { team, chosen, category_slug: slug, leaves_fixed: true };
    await settle(await toastRefusal(async () => write.mutateAsync(input)), "categorized");
  };
  return (
    <BatchDialog
      actions={[{ label: "Set the category", isReady: slug !== null, act }]}
      description={stay === "" ? undefined : stay}
      onClose={onClose}
      title={titleOf("Categorize", selected)}
    >
      <ComboboxField
        field={looseField("category", slug, setSlug)}
        isOptional
        label="Category"
        nothing="No category of that name."
        search={search}
      />
    </BatchDialog>
  );
}

function StatusDialog({ selected, onClose }: BatchProps) {
  const team = useTeam().id;
  const [status, setStatus] = useState<Status>("completed");
  const stay = fixedWords({ split: 0, exported: useFixed(selected).exported });
  const isFixed = status !== "exported" && status !== "posted" && status !== "completed";
  const write = useWrite("POST /api/teams/:team/transactions/status", { changes: [] });
  const settle = useSettled(selected, onClose);
  const act = async () => {
    const input = { team, chosen: chosenTransactions(selected), status, leaves_fixed: true };
    await settle(await toastRefusal(async () => write.mutateAsync(input)), "changed", "exported");
  };
  return (
    <BatchDialog
      actions={[{ label: "Set the status", act }]}
      onClose={onClose}
      title={titleOf("Set the status of", selected)}
    >
      <SelectField
        field={looseField<Status>("status", status, setStatus)}
        label="Status"
        options={STATUS_CHOICES}
      />
      {isFixed && stay !== "" ? <output>{stay}</output> : null}
    </BatchDialog>
  );
}

function TagDialog({ selected, onClose }: BatchProps) {
  const team = useTeam().id;
  const [tag, setTag] = useState<string | null>(null);
  const { search, create } = useTagSearch();
  const add = useWrite("POST /api/teams/:team/transactions/tag", { changes: [] });
  const remove = useWrite("POST /api/teams/:team/transactions/untag", { changes: [] });
  const settle = useSettled(selected, onClose);
  const act = async (write: typeof add, did: string) => {
    if (tag === null) return;
    const input = { team, chosen: chosenTransactions(selected), tag };
    await settle(await toastRefusal(async () => write.mutateAsync(input)), did);
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
      title={titleOf("Tag", selected)}
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

function DeleteTransactions({ selected, onClose }: BatchProps) {
  const team = useTeam().id;
  const write = useWrite("POST /api/teams/:team/transactions/delete", { changes: [] });
  const settle = useSettled(selected, onClose);
  const act = async () => {
    const input = { team, chosen: chosenTransactions(selected), leaves_fixed: true };
    const why = "exported or linked with an exported one";
    await settle(await toastRefusal(async () => write.mutateAsync(input)), "deleted", why);
  };
  const isAll = selected.target.all !== undefined;
  const exported = useFixed(selected).exported;
  const going = selected.rows.filter(({ status }) => status !== "exported");
  const count = selected.count - exported;
  const label = `Delete ${counted(count, "transaction")}`;
  return (
    <BatchDialog
      actions={count === 0 ? [] : [{ label, kind: "danger", act }]}
      description={
        <>
          {isAll || count === 0 ? null : <p>Together they are {rowSum(going)}.</p>}
          {exported === 0 ? null : <p>{fixedWords({ split: 0, exported })}</p>}
          {count === 0 ? null : (
            <p>
              The balances of their accounts are then without them. You can undo this for 30 days in
              Activity.
            </p>
          )}
        </>
      }
      isCancelFirst
      onClose={onClose}
      title={`${titleOf("Delete", selected)}?`}
    />
  );
}

const DIALOGS = {
  category: CategoryDialog,
  status: StatusDialog,
  tag: TagDialog,
  delete: DeleteTransactions,
};

function titleOf(verb: string, { count }: Selected<TransactionRow>): string {
  return `${verb} ${counted(count, "transaction")}`;
}

/** Counts the selected transactions that a batch leaves unchanged. The server counts them among all that match. */
function useFixed(selected: Selected<TransactionRow>): Fixed {
  const chosen = chosenTransactions(selected);
  const isAsked = "all" in chosen;
  const filter = "all" in chosen ? chosen.all : {};
  const path = "GET /api/teams/:team/transactions/fixed";
  const { data } = useOfTeam(useTeam(), path, filter, { isAsked });
  if (isAsked) return data ?? { split: 0, exported: 0 };
  const exported = selected.rows.filter(({ status }) => status === "exported");
  const split = selected.rows.filter((row) => row.is_split && !exported.includes(row));
  return { split: split.length, exported: exported.length };
}

type Batch = Output<"POST /api/teams/:team/transactions/status">;

type Changed = (Pick<Batch, "changed" | "event"> & Partial<Pick<Batch, "left">>) | null;

/** Tells the result of a batch. `why` is the reason for rows that it left out. */
function useSettled(selected: Selected<TransactionRow>, onClose: () => void) {
  const team = useTeam().id;
  const refetch = useRefetch(TRANSACTION_CHANGES);
  return async (answer: Changed, did: string, why?: string) => {
    onClose();
    if (answer === null) return;
    const { changed, event, left = null } = answer;
    const takeBack = async (event: string) => {
      await undo(team, event);
      await refetch();
    };
    await selected.settle({
      did: `${did}${leftWords(left, why)}`,
      done: changed,
      failed: [],
      undo: event === null ? null : async () => takeBack(event),
    });
    await refetch();
  };
}
