import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { say } from "../../components/toast.tsx";
import { counted } from "../../counted.ts";
import { firstOnPage } from "../../focus.ts";
import { Form } from "../../form/form.tsx";
import { SelectField } from "../../form/select-field.tsx";
import { TextField } from "../../form/text-field.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { CUSTOMERS } from "./customer-list.tsx";
import { menuId, type Tag } from "./tag.ts";

type TagProps = { readonly tag: Tag; readonly onClose: () => void };

export function NewTag({ onClose }: Pick<TagProps, "onClose">) {
  const team = useTeam();
  return (
    <Dialog isOpen onClose={onClose} title="New tag">
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        given={{ team: team.id }}
        initial={{ name: "" }}
        onDone={({ name }) => {
          onClose();
          say(`The tag ${name} is added.`);
        }}
        route="POST /api/teams/:team/tags"
        submit="Add the tag"
      >
        {({ field }) => (
          <TextField autoComplete="off" field={field("name")} label="Name" maxLength={100} />
        )}
      </Form>
    </Dialog>
  );
}

export function RenameTag({ tag: { id, name }, onClose }: TagProps) {
  const team = useTeam();
  const refresh = useRefresh();
  return (
    <Dialog finalFocus={backTo(id)} isOpen onClose={onClose} title={`Rename ${name}`}>
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        given={{ team: team.id, id }}
        initial={{ name }}
        onDone={async ({ name: after }) => {
          onClose();
          say(`${name} is now ${after}.`);
          await refresh();
        }}
        route="PATCH /api/teams/:team/tags/:id"
        submit="Rename the tag"
      >
        {({ field }) => (
          <TextField autoComplete="off" field={field("name")} label="Name" maxLength={100} />
        )}
      </Form>
    </Dialog>
  );
}

export function MergeTag({ tag, tags, onClose }: TagProps & { readonly tags: readonly Tag[] }) {
  const team = useTeam();
  const refresh = useRefresh();
  const { id, name, customers } = tag;
  const others = tags.filter((other) => other.id !== id);
  return (
    <Dialog
      description={`${told(customers)} ${name} is deleted then. You can undo this for 30 days.`}
      finalFocus={backTo(id)}
      isOpen
      onClose={onClose}
      title={`Merge ${name} into another tag`}
    >
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        given={{ team: team.id, id }}
        initial={{ into: others[0]?.id ?? "" }}
        onDone={async ({ tag: heir, event }) => {
          onClose();
          const words = `${name} is merged into ${heir.name}.`;
          sayWithUndo(words, { team: team.id, event, after: refresh });
          await refresh();
        }}
        route="POST /api/teams/:team/tags/:id/merge"
        submit="Merge the tags"
      >
        {({ field }) => (
          <SelectField
            field={field("into")}
            label="Tag that stays"
            options={others.map((other) => ({ value: other.id, label: other.name }))}
          />
        )}
      </Form>
    </Dialog>
  );
}

function told(customers: number): string {
  if (customers === 0) return "No customer has it.";
  const get = customers === 1 ? "gets" : "get";
  return `${counted(customers, "customer")} ${get} the other tag instead, each once.`;
}

export function DeleteTag({ tag: { id, name, customers }, onClose }: TagProps) {
  const team = useTeam();
  const refresh = useRefresh();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      description={`It goes from ${counted(customers, "customer")}; they stay. You can undo this for 30 days.`}
      finalFocus={backTo(id)}
      initialFocus={cancel}
      isOpen
      onClose={onClose}
      title={`Delete the tag ${name}?`}
    >
      <Form
        before={
          <Button onClick={onClose} ref={cancel}>
            Cancel
          </Button>
        }
        given={{ team: team.id, id }}
        kind="danger"
        onDone={async ({ event }) => {
          onClose();
          sayWithUndo(`The tag ${name} is deleted.`, { team: team.id, event, after: refresh });
          await refresh();
        }}
        route="DELETE /api/teams/:team/tags/:id"
        submit="Delete the tag"
      />
    </Dialog>
  );
}

/** The menu of the tag, or the page's title when it is gone. */
function backTo(id: string): () => HTMLElement | null {
  return () => firstOnPage(menuId(id)) ?? document.querySelector("h1");
}

/** Loads tags and customers again. */
function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries();
    await reloadRows(queries, CUSTOMERS);
  };
}
