import { lazy, Suspense } from "react";
import { Page } from "../../components/page.tsx";
import { ListView } from "../../list/list-view.tsx";
import { useOpen } from "../../open.ts";
import { NewButton } from "../projects/new-button.tsx";
import { NEW_TAG, TAG_LIST } from "./tag-list.tsx";

const TagDialog = lazy(async () =>
  import("./tag-dialogs.tsx").then(({ TagDialog }) => ({ default: TagDialog })),
);

const BACK = { to: "/customers", label: "Customers" } as const;
const NO_CHOICES = {};

export function Tags() {
  const { open } = useOpen();
  return (
    <Page
      actions={<NewButton open={NEW_TAG}>New tag</NewButton>}
      back={BACK}
      lead="Tags group customers. A tag that is merged or deleted leaves the customers themselves as they are."
      title="Tags"
      width="settings"
    >
      <ListView choices={NO_CHOICES} list={TAG_LIST} />
      <Suspense>{open === null ? null : <TagDialog />}</Suspense>
    </Page>
  );
}
