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
import { fixedWords } from "./left-words.ts";
import { sumOf } from "./sums.ts";
import { chosenOf, type Status, STATUSES, type TransactionRow } from "./transaction.ts";
import { useFixed } from "./use-fixed.ts";
import { useSettled } from "./use-settled.ts";

type BatchDialogProps = {
  readonly selected: Selected<TransactionRow>;
  readonly onClose: () => void;
};

export function CategoryDialog({ selected, onClose }: BatchDialogProps) {
  const team = useTeam().id;
  const search = useCategorySearch();
  const [slug, setSlug] = useState<string | null>(null);
  const stay = fixedWords(useFixed(selected));
  const write = useWrite("POST /api/teams/:team/transactions/category", { changes: [] });
  const settle = useSettled(selected, onClose);
  const act = async () => {
    if (slug === null) return;
    const chosen = chosenOf(selected);
    const input = { team, chosen, category_slug: slug, leaves_fixed: true };
    await settle(await told(async () => write.mutateAsync(input)), "categorized");
  };
  return (
    <Dialog
      description={stay === "" ? undefined : stay}
      isOpen
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
  const stay = fixedWords({ split: 0, exported: useFixed(selected).exported });
  const isFixed = status !== "exported" && status !== "posted" && status !== "completed";
  const write = useWrite("POST /api/teams/:team/transactions/status", { changes: [] });
  const settle = useSettled(selected, onClose);
  const act = async () => {
    const input = { team, chosen: chosenOf(selected), status, leaves_fixed: true };
    await settle(await told(async () => write.mutateAsync(input)), "changed", "exported");
  };
  return (
    <Dialog isOpen onClose={onClose} title={titleOf("Set the status of", selected)}>
      <SelectField
        field={looseField<Status>("status", status, setStatus)}
        label="Status"
        options={STATUSES}
      />
      {isFixed && stay !== "" ? <output>{stay}</output> : null}
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
    const input = { team, chosen: chosenOf(selected), leaves_fixed: true };
    const why = "exported or linked with an exported one";
    await settle(await told(async () => write.mutateAsync(input)), "deleted", why);
  };
  const isAll = selected.target.all !== undefined;
  const exported = useFixed(selected).exported;
  const going = selected.rows.filter(({ status }) => status !== "exported");
  const count = selected.count - exported;
  return (
    <Dialog
      description={
        <>
          {isAll || count === 0 ? null : <p>Together they are {sumOf(going)}.</p>}
          {exported === 0 ? null : <p>{fixedWords({ split: 0, exported })}</p>}
          {count === 0 ? null : (
            <p>
              The balances of their accounts are then without them. You can undo this for 30 days in
              Activity.
            </p>
          )}
        </>
      }
      initialFocus={cancel}
      isOpen
      onClose={onClose}
      title={`${titleOf("Delete", selected)}?`}
    >
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button onClick={onClose} ref={cancel}>
          {count === 0 ? "Close" : "Cancel"}
        </Button>
        {count === 0 ? null : (
          <Button isBusy={write.isPending} kind="danger" onClick={() => void act()}>
            Delete {counted(count, "transaction")}
          </Button>
        )}
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
