import { lazy, Suspense } from "react";
import { Page } from "../../components/page.tsx";
import { ListView } from "../../list/list-view.tsx";
import { useOpen } from "../../open.ts";
import { useTags } from "../../tags/use-tags.ts";
import { NEW_TAG, NewTagButton } from "./new-tag-button.tsx";
import { TAG_LIST } from "./tag-list.tsx";

const dialogs = async () => import("./tag-dialogs.tsx");
const NewTag = lazy(async () => dialogs().then(({ NewTag }) => ({ default: NewTag })));
const RenameTag = lazy(async () =>
  dialogs().then(({ RenameTagDialog }) => ({ default: RenameTagDialog })),
);
const MergeTag = lazy(async () => dialogs().then(({ MergeTag }) => ({ default: MergeTag })));
const DeleteTag = lazy(async () => dialogs().then(({ DeleteTag }) => ({ default: DeleteTag })));

const BACK = { to: "/customers", label: "Customers" } as const;
const NO_CHOICES = {};

/** The team's tags: making, renaming, merging and deleting them. */
export function Tags() {
  return (
    <Page
      actions={<NewTagButton />}
      back={BACK}
      lead="Tags group customers. A tag that is merged or deleted leaves the customers themselves as they are."
      title="Tags"
      width="settings"
    >
      <ListView choices={NO_CHOICES} list={TAG_LIST} />
      <OpenDialog />
    </Page>
  );
}

/** The dialog in the address. */
function OpenDialog() {
  const tags = useTags() ?? [];
  const { open, about, hide } = useOpen();
  const tag = tags.find(({ id }) => id === about);
  return (
    <Suspense>
      {open === NEW_TAG ? <NewTag onClose={hide} /> : null}
      {open === "rename" && tag !== undefined ? <RenameTag onClose={hide} tag={tag} /> : null}
      {open === "merge" && tag !== undefined ? (
        <MergeTag onClose={hide} tag={tag} tags={tags} />
      ) : null}
      {open === "delete" && tag !== undefined ? <DeleteTag onClose={hide} tag={tag} /> : null}
    </Suspense>
  );
}
