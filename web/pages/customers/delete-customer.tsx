import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { enumerated } from "../../../src/shared/words.ts";
import type { Output } from "../../api.ts";
import { Answer } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { DeleteDialog } from "../../components/delete-dialog.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { CUSTOMER_MENU, useArchiving } from "./customer-actions.tsx";
import { CUSTOMERS } from "./customer-list.tsx";
import type { Customer } from "./customer.ts";

type DeleteCustomerProps = { readonly customer: Customer; readonly onClose: () => void };

export function DeleteCustomer({ customer, onClose }: DeleteCustomerProps) {
  const { id, name, is_archived } = customer;
  const team = useTeam();
  const { change, isPending } = useArchiving(customer);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const loss = useOfTeam(team, "GET /api/teams/:team/customers/:id/loss", { id });
  const reload = async () => reloadRows(queries, CUSTOMERS);
  return (
    <DeleteDialog
      afterUndo={reload}
      beside={
        is_archived ? undefined : (
          <Button isBusy={isPending} onClick={() => void change().then(onClose)}>
            Archive instead
          </Button>
        )
      }
      backTo={[CUSTOMER_MENU]}
      changes={[]}
      description={
        <Answer query={loss} what="what goes with it">
          {(loss) => <Told isArchived={is_archived} loss={loss} />}
        </Answer>
      }
      given={{ team: team.id, id }}
      leave={async () => navigate({ to: "/customers", replace: true })}
      onClose={onClose}
      onDone={reload}
      route="DELETE /api/teams/:team/customers/:id"
      said={`${name} is deleted.`}
      submit="Delete the customer"
      title={`Delete ${name}?`}
    />
  );
}

type Loss = Output<"GET /api/teams/:team/customers/:id/loss">;

type ToldProps = { readonly loss: Loss; readonly isArchived: boolean };

function Told({ loss: { gone, kept }, isArchived }: ToldProps) {
  return (
    <div className="grid gap-2">
      <p>
        {gone.length === 0
          ? "It has no projects and no time, so nothing else goes with it."
          : `With it goes what belongs to it: ${enumerated(gone)}.`}
      </p>
      {kept.length === 0 ? null : (
        <p>
          These stay, without a customer: {enumerated(kept)}. Invoices that were sent keep its name.
        </p>
      )}
      <p>
        You can undo this for 30 days in Activity.
        {isArchived ? null : " Archiving keeps all, and takes the customer from the list."}
      </p>
    </div>
  );
}
