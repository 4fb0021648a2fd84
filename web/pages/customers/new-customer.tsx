import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../form/form.tsx";
import { TextField } from "../../form/text-field.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { CustomerFields } from "./customer-fields.tsx";
import { CUSTOMERS } from "./customer-list.tsx";
import { unfold } from "./unfold.ts";

/** Dialog that needs a name and an e-mail address; more fields unfold. */
export function NewCustomer({ onClose }: { readonly onClose: () => void }) {
  const team = useTeam();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const [isWhole, setIsWhole] = useState(false);
  /** Leaves the page of a customer that is no more. */
  const leave = async (id: string) => {
    if (router.state.location.pathname === `/customers/${id}`)
      await navigate({ to: "/customers", replace: true });
    await queries.invalidateQueries();
    await reloadRows(queries, CUSTOMERS);
  };
  return (
    <Dialog isOpen onClose={onClose} size={isWhole ? "wide" : "narrow"} title="New customer">
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        changes={[]}
        given={{ team: team.id }}
        initial={{ name: "", email: "" }}
        onDone={async ({ id, name, event }) => {
          await navigate({ to: "/customers/$id", params: { id } });
          sayWithUndo(`${name} is added.`, { team: team.id, event, after: async () => leave(id) });
          await reloadRows(queries, CUSTOMERS);
        }}
        route="POST /api/teams/:team/customers"
        submit="Add the customer"
      >
        {({ field }) => (
          <>
            <TextField
              autoComplete="off"
              field={field("name")}
              hint="Of the company, or of the person."
              label="Name"
              maxLength={200}
            />
            <TextField autoComplete="off" field={field("email")} label="E-mail" type="email" />
            {isWhole ? (
              <CustomerFields field={field} />
            ) : (
              <div>
                <Button
                  kind="quiet"
                  onClick={({ currentTarget }) => unfold(currentTarget, () => setIsWhole(true))}
                >
                  <ChevronDown aria-hidden size={16} strokeWidth={1.5} />
                  More fields
                </Button>
              </div>
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
