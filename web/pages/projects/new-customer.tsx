import { useRef, useState } from "react";
import { Refused } from "../../api.ts";
import type { Choosable } from "../../form/choosable.ts";
import { FormDialog } from "../../form/form-dialog.tsx";
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
  return (
    <FormDialog
      changes={["GET /api/teams/:team/customers"]}
      given={{ team: useTeam().id }}
      initial={{ name }}
      leave={({ id, name }) => onEnd({ value: id, label: name })}
      onClose={() => onEnd(null)}
      route="POST /api/teams/:team/customers"
      submit="Add the customer"
      title="Add a customer"
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
    </FormDialog>
  );
}
