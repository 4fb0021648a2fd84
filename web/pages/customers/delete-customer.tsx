import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { enumerated } from "../../../src/shared/words.ts";
import type { Output } from "../../api.ts";
import { Answer } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { firstOnPage } from "../../focus.ts";
import { Form } from "../../form/form.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { CUSTOMER_MENU } from "./customer-actions.tsx";
import { CUSTOMERS } from "./customer-list.tsx";
import type { Customer } from "./customer.ts";

type DeleteCustomerProps = { readonly customer: Customer; readonly onClose: () => void };

/** Asks before a deletion, and names what goes and what stays. */
export function DeleteCustomer({ customer: { id, name }, onClose }: DeleteCustomerProps) {
  const team = useTeam();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const cancel = useRef<HTMLButtonElement>(null);
  const loss = useOfTeam(team, "GET /api/teams/:team/customers/:id/loss", { id });
  const reload = async () => reloadRows(queries, CUSTOMERS);
  return (
    <Dialog
      description={
        <Answer query={loss} what="what goes with it">
          {(loss) => <Told loss={loss} />}
        </Answer>
      }
      finalFocus={() => firstOnPage(CUSTOMER_MENU) ?? document.querySelector("h1")}
      initialFocus={cancel}
      isOpen
      onClose={onClose}
      title={`Delete ${name}?`}
    >
      <Form
        before={
          <Button onClick={onClose} ref={cancel}>
            Cancel
          </Button>
        }
        changes={[]}
        given={{ team: team.id, id }}
        kind="danger"
        onDone={async ({ event }) => {
          await navigate({ to: "/customers", replace: true });
          sayWithUndo(`${name} is deleted.`, { team: team.id, event, after: reload });
          await reload();
        }}
        route="DELETE /api/teams/:team/customers/:id"
        submit="Delete the customer"
      />
    </Dialog>
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
