import { useQueryClient } from "@tanstack/react-query";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import type { Choosable } from "../../form/choosable.ts";
import { Form } from "../../form/form.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useTeam } from "../../team.tsx";
import { useNewCustomer } from "./new-customer.tsx";
import { ProjectFields } from "./project-fields.tsx";
import { PROJECT_LIST } from "./project-list.tsx";
import { PROJECT_CHANGES } from "./project.ts";
import { useUndoable } from "./undo-change.ts";

type AddProjectProps = {
  /** The customer that the list is filtered by; undefined until its name is known. */
  readonly of: readonly Choosable[] | undefined;
  readonly onClose: () => void;
};

export function AddProject({ of, onClose }: AddProjectProps) {
  const team = useTeam();
  const queries = useQueryClient();
  const sayUndoable = useUndoable();
  const customer = useNewCustomer();
  const known = of ?? [];
  const [chosen] = known;
  return (
    <Dialog isOpen onClose={onClose} title="New project">
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        changes={PROJECT_CHANGES}
        given={{ team: team.id }}
        initial={{
          billable: true,
          currency: team.baseCurrency,
          ...(chosen === undefined ? {} : { customer_id: chosen.value }),
        }}
        onDone={async ({ name, event }) => {
          sayUndoable(`${name} is added.`, event, `${name} is gone again.`);
          onClose();
          await reloadRows(queries, PROJECT_LIST);
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
            known={known}
          />
        )}
      </Form>
      {customer.dialog}
    </Dialog>
  );
}
