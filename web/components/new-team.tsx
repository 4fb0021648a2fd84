import { currencies } from "../currencies.ts";
import { useWrite } from "../queries.ts";
import { useChosen } from "../team.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { SelectField, TextField } from "./fields.tsx";
import { Form } from "./form.tsx";
import { say } from "./toast.tsx";

type NewTeamFormProps = {
  readonly onMade: (id: string, name: string) => void;
  /** Stands before the submit button. */
  readonly before?: React.ReactNode;
};

export function NewTeamForm({ onMade, before }: NewTeamFormProps) {
  const make = useWrite("POST /api/teams");
  return (
    <Form
      before={before}
      onSubmit={async (values) => {
        const { team } = await make.mutateAsync({
          name: values.get("name") ?? "",
          baseCurrency: values.get("baseCurrency") ?? "",
        });
        onMade(team.id, team.name);
      }}
      submit="Make the team"
    >
      <TextField autoComplete="organization" label="Team name" name="name" required />
      <SelectField
        defaultValue="EUR"
        hint="Currency of totals. You can change it later."
        label="Base currency"
        name="baseCurrency"
        options={currencies()}
      />
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
