import { Section } from "../../../components/page.tsx";
import { currencies } from "../../../currencies.ts";
import { Form } from "../../../form/form.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
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
  const { id, name, baseCurrency } = useTeam();
  return (
    <Form
      done="Saved"
      given={{ team: id }}
      initial={{ name, baseCurrency }}
      kind="secondary"
      route="PATCH /api/teams/:team"
      submit="Save name and currency"
    >
      {({ field }) => (
        <>
          <TextField autoComplete="organization" field={field("name")} label="Team name" />
          <SelectField
            field={field("baseCurrency")}
            hint="Used when an assistant names no currency. Existing amounts keep theirs."
            label="Base currency"
            options={currencies()}
          />
        </>
      )}
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
