import type { ReactNode } from "react";
import { Form } from "../form/form.tsx";
import { SelectField } from "../form/select-field.tsx";
import { TextField } from "../form/text-field.tsx";
import { currencies } from "../numbers.ts";
import { useChosen } from "../team.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { say } from "./toast.tsx";

type NewTeamFormProps = {
  readonly onMade: (id: string, name: string) => void;
  readonly before?: ReactNode;
};

export function NewTeamForm({ onMade, before }: NewTeamFormProps) {
  return (
    <Form
      before={before}
      given={{}}
      initial={{ baseCurrency: "EUR" }}
      onDone={({ team }) => onMade(team.id, team.name)}
      route="POST /api/teams"
      submit="Make the team"
    >
      {({ field }) => (
        <>
          <TextField autoComplete="organization" field={field("name")} label="Team name" />
          <SelectField
            field={field("baseCurrency")}
            hint="Currency of totals. You can change it later."
            label="Base currency"
            options={currencies()}
          />
        </>
      )}
    </Form>
  );
}

export function NewTeamDialog({ onClose }: { readonly onClose: () => void }) {
  const { choose } = useChosen();
  return (
    <Dialog
      description="It has books of its own. You become its owner, and switch to it."
      isOpen
      onClose={onClose}
      title="New team"
    >
      <NewTeamForm
        before={<Button onClick={onClose}>Cancel</Button>}
        onMade={(id, name) => {
          choose(id);
          onClose();
          say(`${name} is ready, and open now.`);
        }}
      />
    </Dialog>
  );
}
