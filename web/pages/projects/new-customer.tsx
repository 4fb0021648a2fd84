import { useRef, useState } from "react";
import { Refused } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import type { Choosable } from "../../form/choosable.ts";
import { Form } from "../../form/form.tsx";
import { TextField } from "../../form/text-field.tsx";
import { useTeam } from "../../team.tsx";

/** Makes customers from a combobox: a dialog asks for what a name alone does not tell. */
export function useNewCustomer() {
  const [name, setName] = useState<string | null>(null);
  const waiting = useRef<PromiseWithResolvers<Choosable> | null>(null);
  const create = async (label: string) => {
    waiting.current = Promise.withResolvers();
    setName(label);
    return waiting.current.promise;
  };
  const end = (made: Choosable | null) => {
    setName(null);
    if (made === null) waiting.current?.reject(new Refused(NOT_MADE));
    else waiting.current?.resolve(made);
    waiting.current = null;
  };
  const dialog = name === null ? null : <NewCustomer name={name} onEnd={end} />;
  return { create, dialog } as const;
}

const NOT_MADE = {
  type: "about:blank",
  status: 0,
  code: "not_made",
  title: "No customer was added.",
  detail: "Choose another one, or none.",
  errors: [],
} as const;

type NewCustomerProps = {
  readonly name: string;
  readonly onEnd: (made: Choosable | null) => void;
};

function NewCustomer({ name, onEnd }: NewCustomerProps) {
  const team = useTeam();
  return (
    <Dialog isOpen onClose={() => onEnd(null)} title="Add a customer">
      <Form
        before={<Button onClick={() => onEnd(null)}>Cancel</Button>}
        changes={["GET /api/teams/:team/customers"]}
        given={{ team: team.id }}
        initial={{ name }}
        onDone={(customer) => onEnd({ value: customer.id, label: customer.name })}
        route="POST /api/teams/:team/customers"
        submit="Add the customer"
      >
        {({ field }) => (
          <>
            <TextField field={field("name")} label="Name" />
            <TextField
              autoComplete="off"
              field={field("email")}
              hint="Invoices are sent there."
              label="E-mail"
              type="email"
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
