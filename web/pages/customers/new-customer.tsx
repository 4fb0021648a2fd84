import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { say } from "../../components/toast.tsx";
import { Form } from "../../form/form.tsx";
import { TextField } from "../../form/text-field.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useTeam } from "../../team.tsx";
import { CustomerFields } from "./customer-fields.tsx";
import { CUSTOMERS } from "./customer-list.tsx";

/** Dialog that needs a name and an e-mail address; more fields unfold. */
export function NewCustomer({ onClose }: { readonly onClose: () => void }) {
  const team = useTeam();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isWhole, setIsWhole] = useState(false);
  return (
    <Dialog isOpen onClose={onClose} size={isWhole ? "wide" : "narrow"} title="New customer">
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        changes={[]}
        given={{ team: team.id }}
        initial={{ name: "", email: "" }}
        onDone={async ({ id, name }) => {
          await navigate({ to: "/customers/$id", params: { id } });
          say(`${name} is added.`);
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
                <Button kind="quiet" onClick={() => setIsWhole(true)}>
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
