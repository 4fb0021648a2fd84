import { lazy, Suspense } from "react";
import { ButtonLink } from "../../components/button.tsx";
import { MenuLink, NarrowMenu } from "../../components/menu.tsx";
import { Page } from "../../components/page.tsx";
import { ListView } from "../../list/list-view.tsx";
import { useOpen } from "../../open.ts";
import { useChosenCustomer } from "./filters.ts";
import { NewButton } from "./new-button.tsx";
import { PROJECT_LIST } from "./project-list.tsx";
import { NEW_PROJECT } from "./project.ts";

const AddProject = lazy(async () =>
  import("./project-dialogs.tsx").then(({ AddProject }) => ({ default: AddProject })),
);

export function Projects() {
  const { open, hide } = useOpen();
  const customer = useChosenCustomer(PROJECT_LIST);
  return (
    <Page
      actions={
        <>
          <span className="contents max-sm:hidden">
            <ButtonLink kind="quiet" to="/projects/unbilled">
              Unbilled time
            </ButtonLink>
            <ButtonLink kind="quiet" to="/time/import">
              Import time
            </ButtonLink>
          </span>
          <NewButton open={NEW_PROJECT}>New project</NewButton>
          <NarrowMenu label="More on projects">
            <MenuLink to="/projects/unbilled">Unbilled time</MenuLink>
            <MenuLink to="/time/import">Import time</MenuLink>
          </NarrowMenu>
        </>
      }
      lead="Work that time is tracked on, with its customer, and how much of its estimate is used."
      title="Projects"
    >
      <ListView choices={{ customer }} list={PROJECT_LIST} />
      <Suspense>
        {open === NEW_PROJECT ? <AddProject of={customer} onClose={hide} /> : null}
      </Suspense>
    </Page>
  );
}
