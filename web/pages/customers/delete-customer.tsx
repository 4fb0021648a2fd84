import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { enumerated } from "../../../src/shared/words.ts";
import type { Output } from "../../api.ts";
import { Answer } from "../../components/answer.tsx";
import { DeleteDialog } from "../../components/delete-dialog.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { CUSTOMER_MENU } from "./customer-actions.tsx";
import { CUSTOMERS } from "./customer-list.tsx";
import type { Customer } from "./customer.ts";

type DeleteCustomerProps = { readonly customer: Customer; readonly onClose: () => void };

export function DeleteCustomer({ customer: { id, name }, onClose }: DeleteCustomerProps) {
  const team = useTeam();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const loss = useOfTeam(team, "GET /api/teams/:team/customers/:id/loss", { id });
  const reload = async () => reloadRows(queries, CUSTOMERS);
  return (
    <DeleteDialog
      afterUndo={reload}
      backTo={[CUSTOMER_MENU]}
      changes={[]}
      description={
        <Answer query={loss} what="what goes with it">
          {(loss) => <Told loss={loss} />}
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

function Told({ loss: { gone, kept } }: { readonly loss: Loss }) {
  return (
    <div className="grid gap-2">
      <p>
        {gone.length === 0
          ? "It has no projects and no time, so nothing else goes with it."
          : `With it goes what belongs to it: ${enumerated(gone)}.`}
      </p>
      {kept.length === 0 ? null : <p>These stay, without a customer: {enumerated(kept)}.</p>}
      <p>
        You can undo this for 30 days in Activity. Archiving instead keeps all, and takes the
        customer from the list.
      </p>
    </div>
  );
}
