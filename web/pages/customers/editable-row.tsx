import { type ReactNode, useState } from "react";
import { CUSTOMER_FIELDS, type CustomerField } from "../../../src/shared/records/customer.ts";
import { pickFields, type RecordField } from "../../../src/shared/records/field.ts";
import { lowered } from "../../../src/shared/words.ts";
import { api } from "../../api.ts";
import { InlineField } from "../../form/inline-field.tsx";
import { RecordControl } from "../../form/record-control.tsx";
import { counted } from "../../numbers.ts";
import { useTeam } from "../../team.tsx";
import { CountryField } from "./country-field.tsx";
import type { Customer } from "./customer.ts";

const ROUTE = "PATCH /api/teams/:team/customers/:id";

type RowOf = { readonly customer: Customer; readonly name: CustomerField };

/** A field of the customer that is edited in its place. The code of a country is chosen with its name. */
export function FieldRow({ customer, name }: RowOf) {
  if (name === "countryCode") return null;
  if (name === "country") return <CountryRow customer={customer} />;
  const { label } = CUSTOMER_FIELDS[name];
  return (
    <Row label={label} link={linkOf(CUSTOMER_FIELDS[name], customer[name])}>
      <InlineValue customer={customer} name={name} />
    </Row>
  );
}

/** The value of a field, without its label. */
export function InlineValue({ customer, name }: RowOf) {
  const of = CUSTOMER_FIELDS[name];
  const value = customer[name];
  return (
    <InlineField
      {...useEditing(customer)}
      initial={{ [name]: value }}
      label={lowered(of.label)}
      told={typeof value === "number" ? counted(value, "day") : value}
    >
      {(field) => <RecordControl field={field(name)} isLabelHidden of={of} />}
    </InlineField>
  );
}

/** The country: its name is sent with the code that is chosen. */
function CountryRow({ customer }: { readonly customer: Customer }) {
  const { countryCode } = customer;
  const { given, ...editing } = useEditing(customer);
  const [country, setCountry] = useState(customer.country);
  return (
    <Row label="Country">
      <InlineField
        {...editing}
        given={{ ...given, country }}
        initial={{ countryCode }}
        label="country"
        told={customer.country ?? countryCode}
      >
        {(field) => (
          <CountryField
            country={customer.country}
            field={field("countryCode")}
            isLabelHidden
            onName={setCountry}
          />
        )}
      </InlineField>
    </Row>
  );
}

/** Writes to an address, calls a number or opens a website; null for other values. */
function linkOf({ kind }: RecordField, value: string | number | null) {
  if (typeof value !== "string") return null;
  if (kind === "e-mail") return { label: "Write", href: `mailto:${value}`, about: value };
  const number = value.replaceAll(/[^\d+]/g, "");
  if (kind === "phone" && number !== "")
    return { label: "Call", href: `tel:${number}`, about: value };
  if (kind !== "URL") return null;
  return /^https?:\/\//.test(value) ? { label: "Open", href: value, about: value } : null;
}

/** Route and version of the customer's fields. A later change by somebody else is told with their name. */
function useEditing({ id, updated_at }: Customer) {
  const team = useTeam();
  const given = { team: team.id, id };
  const read = async () => {
    const [values, { events }] = await Promise.all([
      api("GET /api/teams/:team/customers/:id", given),
      api("GET /api/teams/:team/activity", { team: team.id, record: `customer:${id}`, limit: 1 }),
    ]);
    const by = events[0]?.actor?.name ?? null;
    return { values: pickFields(CUSTOMER_FIELDS, values), seen: values.updated_at, by };
  };
  return { route: ROUTE, given, version: { seen: updated_at, read } } as const;
}

type RowProps = {
  readonly label: string;
  readonly children: ReactNode;
  /** Uses the value; its name begins with the label that is seen. */
  readonly link?: { readonly label: string; readonly href: string; readonly about: string } | null;
};

/** A label with its value beside it, or below it on narrow screens. */
export function Row({ label, children, link = null }: RowProps) {
  return (
    <div className="grid items-center gap-x-4 py-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-ink2">{label}</dt>
      <dd className="flex min-w-0 items-center justify-between gap-x-4">
        <div className="min-w-0 flex-1">{children}</div>
        {link === null ? null : (
          <a
            aria-label={`${link.label}, ${link.about}`}
            className="inline-flex min-h-11 items-center sm:min-h-8"
            href={link.href}
            {...(link.href.startsWith("http") ? { rel: "noreferrer", target: "_blank" } : {})}
          >
            {link.label}
          </a>
        )}
      </dd>
    </div>
  );
}
