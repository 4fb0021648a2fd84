import { Section } from "../../../components/page.tsx";
import { countries } from "../../../countries.ts";
import { Form } from "../../../form/form.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { leads, useTeam } from "../../../team.tsx";
import { placeOf, timeZoneOptions } from "../profile/time-zones.ts";

/** Country, fiscal year and time zone of the books. */
export function BooksSection() {
  const team = useTeam();
  return (
    <Section
      hint="Reports begin their years and days by these."
      id="books"
      title="Country, fiscal year and time zone"
    >
      {leads(team) ? <BooksForm /> : <BooksLocked />}
    </Section>
  );
}

function BooksForm() {
  const { id, countryCode, fiscalYearStart, timeZone } = useTeam();
  return (
    <Form
      done="Saved"
      given={{ team: id }}
      initial={{ countryCode, fiscalYearStart, timeZone }}
      kind="secondary"
      route="PATCH /api/teams/:team"
      submit="Save books settings"
    >
      {({ field }) => (
        <>
          <SelectField
            field={field("countryCode")}
            label="Country"
            options={[{ value: null, label: "Not set" }, ...countries()]}
          />
          <SelectField
            field={field("fiscalYearStart")}
            label="The fiscal year begins with"
            options={MONTHS}
          />
          <SelectField
            field={field("timeZone")}
            hint="Your own clock is set on the page Profile."
            label="Time zone of the books"
            options={timeZoneOptions([...ZONES, timeZone])}
          />
        </>
      )}
    </Form>
  );
}

const ZONES = Intl.supportedValuesOf("timeZone");

const MONTH_NAME = new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "UTC" });

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  value: `${String(index + 1).padStart(2, "0")}-01`,
  label: `1 ${MONTH_NAME.format(new Date(Date.UTC(2026, index, 1)))}`,
}));

function BooksLocked() {
  const { countryCode, fiscalYearStart, timeZone } = useTeam();
  const country = countries().find(({ value }) => value === countryCode);
  const month = MONTHS.find(({ value }) => value === fiscalYearStart);
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <dt className="text-ink2">Country</dt>
        <dd className="font-medium">{country?.label ?? "Not set"}</dd>
        <dt className="text-ink2">The fiscal year begins with</dt>
        <dd className="font-medium">{month?.label ?? fiscalYearStart}</dd>
        <dt className="text-ink2">Time zone of the books</dt>
        <dd className="font-medium">{placeOf(timeZone)}</dd>
      </dl>
      <p className="text-ink2">Only owners and admins can change these.</p>
    </>
  );
}
