import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { DeleteDialog } from "../../components/delete-dialog.tsx";
import { firstOnPage } from "../../focus.ts";
import type { Field } from "../../form/field.ts";
import { FormDialog } from "../../form/form-dialog.tsx";
import { SelectField } from "../../form/select-field.tsx";
import { TextField } from "../../form/text-field.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useOpen } from "../../open.ts";
import { useTags } from "../../tags/use-tags.ts";
import { useTeam } from "../../team.tsx";
import { CUSTOMERS } from "./customer-list.tsx";
import { carriersOf, NEW_TAG, type Tag, TAG_LIST, tagMenuId } from "./tag-list.tsx";

export function TagDialog() {
  const tags = useTags() ?? [];
  const { open, about } = useOpen();
  const tag = tags.find(({ id }) => id === about);
  if (open === NEW_TAG) return <NewTag />;
  if (tag === undefined) return null;
  if (open === "rename") return <RenameTag tag={tag} />;
  if (open === "merge") return <MergeTag tag={tag} tags={tags} />;
  return open === "delete" ? <DeleteTag tag={tag} /> : null;
}

type TagProps = { readonly tag: Tag };

function NewTag() {
  return (
    <FormDialog
      {...useEnds()}
      given={{ team: useTeam().id }}
      initial={{ name: "" }}
      route="POST /api/teams/:team/tags"
      said={({ name }) => `The tag ${name} is added.`}
      submit="Add the tag"
      title="New tag"
    >
      {({ field }) => <Name field={field("name")} />}
    </FormDialog>
  );
}

function RenameTag({ tag: { id, name } }: TagProps) {
  const team = useTeam().id;
  return (
    <FormDialog
      {...useEnds()}
      finalFocus={backTo(id)}
      given={{ team, id }}
      initial={{ name }}
      route="PATCH /api/teams/:team/tags/:id"
      said={({ name: after }) => `${name} is now ${after}.`}
      submit="Rename the tag"
      title={`Rename ${name}`}
      version={{ seen: name, read: async () => nameNow(team, id) }}
    >
      {({ field }) => <Name field={field("name")} />}
    </FormDialog>
  );
}

function MergeTag({ tag, tags }: TagProps & { readonly tags: readonly Tag[] }) {
  const { id, name } = tag;
  const others = tags.filter((other) => other.id !== id);
  return (
    <FormDialog
      {...useEnds()}
      description={`${told(tag)} ${name} is deleted then. You can undo this for 30 days.`}
      finalFocus={backTo(id)}
      given={{ team: useTeam().id, id }}
      route="POST /api/teams/:team/tags/:id/merge"
      said={({ tag: heir }) => `${name} is merged into ${heir.name}.`}
      submit="Merge the tags"
      title={`Merge ${name} into another tag`}
    >
      {({ field }) => (
        <SelectField
          field={field("into")}
          label="Tag that stays"
          options={others.map((other) => ({ value: other.id, label: other.name }))}
        />
      )}
    </FormDialog>
  );
}

function DeleteTag({ tag }: TagProps) {
  const { id, name } = tag;
  return (
    <DeleteDialog
      {...useEnds()}
      backTo={[tagMenuId(id)]}
      description={`It goes from ${carriersOf(tag)}; they stay. You can undo this for 30 days.`}
      given={{ team: useTeam().id, id }}
      route="DELETE /api/teams/:team/tags/:id"
      said={`The tag ${name} is deleted.`}
      submit="Delete the tag"
      title={`Delete the tag ${name}?`}
    />
  );
}

/** Closes the dialog; after the write and after its undo, tags and customers are loaded again. */
function useEnds() {
  const queries = useQueryClient();
  const { hide } = useOpen();
  const refresh = async () => {
    await queries.invalidateQueries();
    await Promise.all([reloadRows(queries, TAG_LIST), reloadRows(queries, CUSTOMERS)]);
  };
  return { onClose: hide, onDone: refresh, afterUndo: refresh } as const;
}

/** The menu of the tag, or the page's title when it is gone. */
function backTo(id: string): () => HTMLElement | null {
  return () => firstOnPage(tagMenuId(id)) ?? document.querySelector("h1");
}

function Name({ field }: { readonly field: Field<string | undefined, string> }) {
  return <TextField autoComplete="off" field={field} label="Name" maxLength={100} />;
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

function told(tag: Tag): string {
  const { customers, archived_customers: archived } = tag;
  if (customers + archived === 0) return "No customer has it.";
  const get = customers + archived === 1 ? "gets" : "get";
  return `${carriersOf(tag)} ${get} the other tag instead, each once.`;
}
