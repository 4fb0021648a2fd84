import { useRef, useState } from "react";
import { useCategorySearch } from "../../categories/use-categories.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { counted } from "../../counted.ts";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { looseField } from "../../form/field.ts";
import { SelectField } from "../../form/select-field.tsx";
import type { Selected } from "../../list/selected.ts";
import { useWrite } from "../../queries.ts";
import { useTagSearch } from "../../tags/use-tag-search.ts";
import { useTeam } from "../../team.tsx";
import { told } from "../../told.ts";
import { sumOf } from "./sums.ts";
import { chosenOf, type Status, STATUSES, type TransactionRow } from "./transaction.ts";
import { useSettled } from "./use-settled.ts";

type BatchDialogProps = {
  readonly selected: Selected<TransactionRow>;
  readonly onClose: () => void;
};

export function CategoryDialog({ selected, onClose }: BatchDialogProps) {
  const team = useTeam().id;
  const search = useCategorySearch();
  const [slug, setSlug] = useState<string | null>(null);
  const write = useWrite("POST /api/teams/:team/transactions/category", { changes: [] });
  const settle = useSettled(selected, onClose);
  const act = async () => {
    if (slug === null) return;
    const input = { team, chosen: chosenOf(selected), category_slug: slug };
    await settle(await told(async () => write.mutateAsync(input)), "categorized");
  };
  return (
    <Dialog isOpen onClose={onClose} title={titleOf("Categorize", selected)}>
      <ComboboxField
        field={looseField("category", slug, setSlug)}
        isOptional
        label="Category"
        nothing="No category of that name."
        search={search}
      />
      <Foot
        isBusy={write.isPending}
        isReady={slug !== null}
        onAct={() => void act()}
        onClose={onClose}
        submit="Set the category"
      />
    </Dialog>
  );
}

export function StatusDialog({ selected, onClose }: BatchDialogProps) {
  const team = useTeam().id;
  const [status, setStatus] = useState<Status>("completed");
  const write = useWrite("POST /api/teams/:team/transactions/status", { changes: [] });
  const settle = useSettled(selected, onClose);
  const act = async () => {
    const input = { team, chosen: chosenOf(selected), status };
    await settle(await told(async () => write.mutateAsync(input)), "changed");
  };
  return (
    <Dialog isOpen onClose={onClose} title={titleOf("Set the status of", selected)}>
      <SelectField
        field={looseField<Status>("status", status, setStatus)}
        label="Status"
        options={STATUSES}
      />
      <Foot
        isBusy={write.isPending}
        isReady
        onAct={() => void act()}
        onClose={onClose}
        submit="Set the status"
      />
    </Dialog>
  );
}

export function TagDialog({ selected, onClose }: BatchDialogProps) {
  const team = useTeam().id;
  const [tag, setTag] = useState<string | null>(null);
  const { search, create } = useTagSearch();
  const add = useWrite("POST /api/teams/:team/transactions/tag", { changes: [] });
  const remove = useWrite("POST /api/teams/:team/transactions/untag", { changes: [] });
  const settle = useSettled(selected, onClose);
  const act = async (write: typeof add, did: string) => {
    if (tag === null) return;
    const input = { team, chosen: chosenOf(selected), tag };
    await settle(await told(async () => write.mutateAsync(input)), did);
  };
  return (
    <Dialog isOpen onClose={onClose} title={titleOf("Tag", selected)}>
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

export function DeleteDialog({ selected, onClose }: BatchDialogProps) {
  const team = useTeam().id;
  const cancel = useRef<HTMLButtonElement>(null);
  const write = useWrite("POST /api/teams/:team/transactions/delete", { changes: [] });
  const settle = useSettled(selected, onClose);
  const act = async () => {
    const input = { team, chosen: chosenOf(selected) };
    await settle(await told(async () => write.mutateAsync(input)), "deleted");
  };
  const isAll = selected.target.all !== undefined;
  return (
    <Dialog
      description={
        <>
          {isAll ? null : <p>Together they are {sumOf(selected.rows)}.</p>}
          <p>
            The balances of their accounts are then without them. You can undo this for 30 days in
            Activity.
          </p>
        </>
      }
      initialFocus={cancel}
      isOpen
      onClose={onClose}
      title={`${titleOf("Delete", selected)}?`}
    >
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button onClick={onClose} ref={cancel}>
          Cancel
        </Button>
        <Button isBusy={write.isPending} kind="danger" onClick={() => void act()}>
          Delete {counted(selected.count, "transaction")}
        </Button>
      </div>
    </Dialog>
  );
}

type FootProps = {
  readonly submit: string;
  readonly isBusy: boolean;
  readonly isReady: boolean;
  readonly onAct: () => void;
  readonly onClose: () => void;
};

function Foot({ submit, isBusy, isReady, onAct, onClose }: FootProps) {
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
      <Button onClick={onClose}>Cancel</Button>
      <Button aria-disabled={!isReady || undefined} isBusy={isBusy} kind="primary" onClick={onAct}>
        {submit}
      </Button>
    </div>
  );
}

function titleOf(verb: string, { count }: Selected<TransactionRow>): string {
  return `${verb} ${counted(count, "transaction")}`;
}
