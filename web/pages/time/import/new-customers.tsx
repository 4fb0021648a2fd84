import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/page.tsx";
import { looseField } from "../../../form/field.ts";
import { TextField } from "../../../form/text-field.tsx";
import { isAddress } from "./import-choices.ts";
import type { PreviewParts } from "./preview-view.tsx";

const SHOWN = 10;

/** Asks for the e-mail addresses of customers that the team does not have. */
export function NewCustomers({ preview, choices, onChoose }: PreviewParts) {
  const [isAll, setAll] = useState(false);
  const names = isAll ? preview.newCustomers : preview.newCustomers.slice(0, SHOWN);
  const set = (name: string, email: string) =>
    onChoose({ ...choices, emails: { ...choices.emails, [name]: email } });
  return (
    <Section
      hint="A customer needs an e-mail address. Without one, the projects come without a customer."
      id="customers"
      title="New customers"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {names.map((name, index) => (
          <Address
            email={choices.emails[name] ?? ""}
            id={`customer-${index}`}
            key={name}
            name={name}
            onSet={(email) => set(name, email)}
          />
        ))}
      </div>
      {names.length < preview.newCustomers.length ? (
        <div>
          <Button onClick={() => setAll(true)}>
            Show all {preview.newCustomers.length.toLocaleString("en-GB")}
          </Button>
        </div>
      ) : null}
    </Section>
  );
}

type AddressProps = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly onSet: (email: string) => void;
};

/** An address counts once it is one. */
function Address({ id, name, email, onSet }: AddressProps) {
  const isWrong = email !== "" && !isAddress(email);
  return (
    <TextField
      autoComplete="off"
      field={{
        ...looseField<string>(id, email, onSet),
        problem: isWrong ? "Enter an address such as anna@acme.example." : null,
      }}
      label={`E-mail of ${name}`}
      type="email"
    />
  );
}
