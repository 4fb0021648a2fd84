import { Button, ButtonLink } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { ListView } from "../../list/list-view.tsx";
import { useOpen } from "../../open.ts";
import { AddProject } from "./add-project.tsx";
import { useChosenCustomer } from "./customer-filter.ts";
import { PROJECTS } from "./project-list.tsx";

export function Projects() {
  const { open, show, hide } = useOpen();
  const customer = useChosenCustomer(PROJECTS);
  return (
    <Page
      actions={
        <>
          <ButtonLink kind="quiet" to="/projects/unbilled">
            Unbilled time
          </ButtonLink>
          <ButtonLink to="/time/import">Import time</ButtonLink>
          <Button kind="primary" onClick={() => show("add")}>
            Add a project
          </Button>
        </>
      }
      lead="What time is tracked on, for which customer, and how much of its estimate is used."
      title="Projects"
    >
      <ListView choices={{ customer }} list={PROJECTS} />
      {open === "add" ? <AddProject onClose={hide} /> : null}
    </Page>
  );
}
