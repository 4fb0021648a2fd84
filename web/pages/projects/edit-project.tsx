import { useQueryClient } from "@tanstack/react-query";
import { pickFields } from "../../../src/shared/records/field.ts";
import { PROJECT_FIELDS } from "../../../src/shared/records/project.ts";
import { api } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { say } from "../../components/toast.tsx";
import { Form } from "../../form/form.tsx";
import { replaceRow } from "../../list/changes.ts";
import { useTeam } from "../../team.tsx";
import { useNewCustomer } from "./new-customer.tsx";
import { ProjectFields } from "./project-fields.tsx";
import { PROJECTS } from "./project-list.tsx";
import { CHANGED, type Project } from "./project.ts";

type EditProjectProps = { readonly project: Project; readonly onClose: () => void };

export function EditProject({ project, onClose }: EditProjectProps) {
  const team = useTeam();
  const queries = useQueryClient();
  const customer = useNewCustomer();
  const { id, customer: current } = project;
  return (
    <Dialog isOpen onClose={onClose} title="Edit the project">
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        changes={CHANGED}
        given={{ team: team.id, id }}
        initial={valuesOf(project, team.baseCurrency)}
        onDone={(saved) => {
          replaceRow(queries, PROJECTS, saved);
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
