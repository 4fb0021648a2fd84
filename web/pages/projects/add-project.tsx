import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { say } from "../../components/toast.tsx";
import { Form } from "../../form/form.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useTeam } from "../../team.tsx";
import { useNewCustomer } from "./new-customer.tsx";
import { ProjectFields } from "./project-fields.tsx";
import { PROJECTS } from "./project-list.tsx";
import { CHANGED } from "./project.ts";

export function AddProject({ onClose }: { readonly onClose: () => void }) {
  const team = useTeam();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const customer = useNewCustomer();
  return (
    <Dialog isOpen onClose={onClose} title="Add a project">
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        changes={CHANGED}
        given={{ team: team.id }}
        initial={{ billable: true, currency: team.baseCurrency }}
        onDone={async ({ id, name }) => {
          say(`${name} is added.`, {
            action: {
              label: "Open it",
              onPress: () => void navigate({ to: "/projects/$id", params: { id } }),
            },
          });
          onClose();
          await reloadRows(queries, PROJECTS);
        }}
        route="POST /api/teams/:team/projects"
        submit="Add the project"
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
            known={[]}
          />
        )}
      </Form>
      {customer.dialog}
    </Dialog>
  );
}
