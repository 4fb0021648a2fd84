import { SelectField, TextField } from "../../../components/fields.tsx";
import { Form } from "../../../components/form.tsx";
import { Section } from "../../../components/page.tsx";
import { currencies } from "../../../currencies.ts";
import { useWrite } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";

export function DetailsSection() {
  const team = useTeam();
  return (
    <Section id="details" title="Team name and base currency">
      {leads(team) ? <DetailsForm /> : <DetailsLocked />}
    </Section>
  );
}

function DetailsForm() {
  const team = useTeam();
  const change = useWrite("PATCH /api/teams/:team");
  return (
    <Form
      done="Saved"
      kind="secondary"
      onSubmit={async (values) => {
        await change.mutateAsync({
          team: team.id,
          name: values.get("name") ?? "",
          baseCurrency: values.get("baseCurrency") ?? "",
        });
      }}
      submit="Save name and currency"
    >
      <TextField
        autoComplete="organization"
        defaultValue={team.name}
        label="Team name"
        name="name"
        required
      />
      <SelectField
        defaultValue={team.baseCurrency}
        hint="Used when an assistant names no currency. Existing amounts keep theirs."
        label="Base currency"
        name="baseCurrency"
        options={currencies()}
      />
    </Form>
  );
}

function DetailsLocked() {
  const { name, baseCurrency } = useTeam();
  const currency = currencies().find(({ value }) => value === baseCurrency);
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <dt className="text-ink2">Team name</dt>
        <dd className="font-medium">
          <bdi>{name}</bdi>
        </dd>
        <dt className="text-ink2">Base currency</dt>
        <dd className="font-medium">{currency?.label ?? baseCurrency}</dd>
      </dl>
      <p className="text-ink2">Only owners and admins can change these.</p>
    </>
  );
}
