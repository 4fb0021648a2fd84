import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { pickFields } from "../../../src/shared/records/field.ts";
import { PROJECT_FIELDS } from "../../../src/shared/records/project.ts";
import { type Output, api } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Page, Section } from "../../components/page.tsx";
import { say } from "../../components/toast.tsx";
import { Form } from "../../form/form.tsx";
import { replaceRow } from "../../list/changes.ts";
import { useOpen } from "../../open.ts";
import { useRemembered } from "../../palette/use-remembered.ts";
import { useTeam } from "../../team.tsx";
import { RecordHistory } from "../activity/record-history.tsx";
import { DeleteProject } from "./delete-project.tsx";
import { LatestEntries } from "./latest-entries.tsx";
import { MergeProject } from "./merge-project.tsx";
import { useNewCustomer } from "./new-customer.tsx";
import { ProjectActions } from "./project-actions.tsx";
import { ProjectStatus, rateOf } from "./project-cells.tsx";
import { ProjectFields } from "./project-fields.tsx";
import { ProjectFigures } from "./project-figures.tsx";
import { PROJECT_LIST } from "./project-list.tsx";
import { ProjectTimes } from "./project-times.tsx";
import { PROJECT_CHANGES, type Project } from "./project.ts";

export type Detail = Output<"GET /api/teams/:team/projects/:id">;

const BACK = { to: "/projects", label: "Projects" } as const;

export function ProjectView({ detail }: { readonly detail: Detail }) {
  const { project, time, latest } = detail;
  const { open, hide } = useOpen();
  useRemembered(project.name, "Project", `/projects/${project.id}`);
  return (
    <Page
      actions={<ProjectActions project={project} />}
      back={BACK}
      heading={<bdi>{project.name}</bdi>}
      lead={
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <ProjectStatus project={project} />
          {project.customer === null ? (
            "No customer"
          ) : (
            <Link params={{ id: project.customer.id }} to="/customers/$id">
              <bdi>{project.customer.name}</bdi>
            </Link>
          )}
          <span>{rateOf(project)}</span>
        </span>
      }
      title={project.name}
    >
      <ProjectFigures detail={detail} />
      {project.description === null ? null : (
        <section aria-labelledby="description" className="grid gap-1">
          <h2 className="font-normal text-ink2" id="description">
            Description
          </h2>
          <p className="max-w-measure whitespace-pre-wrap">{project.description}</p>
        </section>
      )}
      <ProjectTimes detail={detail} />
      <LatestEntries all={time.entries} entries={latest} project={project.id} />
      <Section
        hint="The newest first. Values before and after a change are kept for 30 days."
        id="history"
        title="Activity"
      >
        <RecordHistory record={`tracker_project:${project.id}`} />
      </Section>
      {open === "edit" ? <EditProject onClose={hide} project={project} /> : null}
      {open === "merge" ? <MergeProject detail={detail} onClose={hide} /> : null}
      {open === "delete" ? <DeleteProject detail={detail} onClose={hide} /> : null}
    </Page>
  );
}

type EditProjectProps = { readonly project: Project; readonly onClose: () => void };

function EditProject({ project, onClose }: EditProjectProps) {
  const team = useTeam();
  const queries = useQueryClient();
  const customer = useNewCustomer();
  const { id, customer: current } = project;
  return (
    <Dialog isOpen onClose={onClose} title="Edit the project">
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        changes={PROJECT_CHANGES}
        given={{ team: team.id, id }}
        initial={valuesOf(project, team.baseCurrency)}
        onDone={(saved) => {
          replaceRow(queries, PROJECT_LIST, saved);
          say(`${saved.name} is saved.`);
          onClose();
        }}
        route="PATCH /api/teams/:team/projects/:id"
        submit="Save the project"
        version={{
          seen: project.updated_at,
          read: async () => {
            const now = await api("GET /api/teams/:team/projects/:id", { team: team.id, id });
            const values = valuesOf(now.project, team.baseCurrency);
            return { values, seen: now.project.updated_at };
          },
        }}
      >
        {({ field, values }) => (
          <ProjectFields
            create={customer.create}
            currency={values.currency ?? team.baseCurrency}
            fields={{
              name: field("name"),
              customer_id: field("customer_id"),
              estimate: field("estimate"),
              billable: field("billable"),
              rate_minor: field("rate_minor"),
              currency: field("currency"),
              description: field("description"),
            }}
            isBillable={values.billable === true}
            known={current === null ? [] : [{ value: current.id, label: current.name }]}
          />
        )}
      </Form>
      {customer.dialog}
    </Dialog>
  );
}

/** The team's currency stands where none is set, and is sent only when somebody chooses one. */
function valuesOf(project: Project, teamCurrency: string) {
  return pickFields(PROJECT_FIELDS, {
    ...project,
    customer_id: project.customer?.id ?? null,
    currency: project.currency ?? teamCurrency,
  });
}
