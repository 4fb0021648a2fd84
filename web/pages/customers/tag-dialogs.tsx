import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { firstOnPage } from "../../focus.ts";
import { Form } from "../../form/form.tsx";
import { SelectField } from "../../form/select-field.tsx";
import { TextField } from "../../form/text-field.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { CUSTOMERS } from "./customer-list.tsx";
import { TAG_LIST } from "./tag-list.tsx";
import { carriersOf, tagMenuId, type Tag } from "./tag.ts";

type TagProps = { readonly tag: Tag; readonly onClose: () => void };

export function NewTag({ onClose }: Pick<TagProps, "onClose">) {
  const team = useTeam();
  const refresh = useRefresh();
  return (
    <Dialog isOpen onClose={onClose} title="New tag">
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        given={{ team: team.id }}
        initial={{ name: "" }}
        onDone={async ({ name, event }) => {
          onClose();
          sayWithUndo(`The tag ${name} is added.`, { team: team.id, event, after: refresh });
          await refresh();
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

export function RenameTagDialog({ tag: { id, name }, onClose }: TagProps) {
  const team = useTeam();
  const refresh = useRefresh();
  return (
    <Dialog finalFocus={backTo(id)} isOpen onClose={onClose} title={`Rename ${name}`}>
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        given={{ team: team.id, id }}
        initial={{ name }}
        onDone={async ({ name: after, event }) => {
          onClose();
          sayWithUndo(`${name} is now ${after}.`, { team: team.id, event, after: refresh });
          await refresh();
        }}
        route="PATCH /api/teams/:team/tags/:id"
        submit="Rename the tag"
        version={{ seen: name, read: async () => nameNow(team.id, id) }}
      >
        {({ field }) => (
          <TextField autoComplete="off" field={field("name")} label="Name" maxLength={100} />
        )}
      </Form>
    </Dialog>
  );
}

/** The name as it is now, which is also its version. */
async function nameNow(team: string, id: string) {
  const [{ tags }, { events }] = await Promise.all([
    api("GET /api/teams/:team/tags", { team }),
    api("GET /api/teams/:team/activity", { team, record: `tag:${id}`, limit: 1 }),
  ]);
  const name = tags.find((tag) => tag.id === id)?.name ?? "";
  return { values: { name }, seen: name, by: events[0]?.actor?.name ?? null };
}

export function MergeTag({ tag, tags, onClose }: TagProps & { readonly tags: readonly Tag[] }) {
  const team = useTeam();
  const refresh = useRefresh();
  const { id, name } = tag;
  const others = tags.filter((other) => other.id !== id);
  return (
    <Dialog
      description={`${told(tag)} ${name} is deleted then. You can undo this for 30 days.`}
      finalFocus={backTo(id)}
      isOpen
      onClose={onClose}
      title={`Merge ${name} into another tag`}
    >
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        given={{ team: team.id, id }}
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

function told(tag: Tag): string {
  const { customers, archived_customers: archived } = tag;
  if (customers + archived === 0) return "No customer has it.";
  const get = customers + archived === 1 ? "gets" : "get";
  return `${carriersOf(tag)} ${get} the other tag instead, each once.`;
}

export function DeleteTag({ tag, onClose }: TagProps) {
  const { id, name } = tag;
  const team = useTeam();
  const refresh = useRefresh();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      description={`It goes from ${carriersOf(tag)}; they stay. You can undo this for 30 days.`}
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
  return () => firstOnPage(tagMenuId(id)) ?? document.querySelector("h1");
}

/** Loads tags and customers again. */
function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries();
    await Promise.all([reloadRows(queries, TAG_LIST), reloadRows(queries, CUSTOMERS)]);
  };
}
