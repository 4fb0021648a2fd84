import type { ReactNode } from "react";
import { lowered } from "../../../src/shared/words.ts";
import { api } from "../../api.ts";
import { counted } from "../../counted.ts";
import { AreaField } from "../../form/area-field.tsx";
import { InlineField } from "../../form/inline-field.tsx";
import { NumberField } from "../../form/number-field.tsx";
import { TextField } from "../../form/text-field.tsx";
import { useTeam } from "../../team.tsx";
import type { Customer } from "./customer.ts";

const ROUTE = "PATCH /api/teams/:team/customers/:id";

type Required = "name" | "email";

type Text =
  | Required
  | "billingEmail"
  | "phone"
  | "website"
  | "contact"
  | "vatNumber"
  | "addressLine1"
  | "addressLine2"
  | "city"
  | "state"
  | "zip";

type TextRowProps = {
  readonly customer: Customer;
  readonly name: Text;
  readonly label: string;
  readonly type?: "text" | "email" | "tel" | "url";
};

/** A text of the customer that is edited in its place. */
export function TextRow({ customer, name, label, type = "text" }: TextRowProps) {
  return (
    <Row label={label} link={linkOf(type, customer[name])}>
      <InlineField
        {...useEditing(customer)}
        initial={{ [name]: customer[name] }}
        label={lowered(label)}
        told={customer[name]}
      >
        {(field) =>
          isRequired(name) ? (
            <TextField field={field(name)} isLabelHidden label={label} type={type} />
          ) : (
            <TextField field={field(name)} isLabelHidden isOptional label={label} type={type} />
          )
        }
      </InlineField>
    </Row>
  );
}

function isRequired(name: Text): name is Required {
  return name === "name" || name === "email";
}

/** Writes to an address, calls a number or opens a website; null for other texts. */
function linkOf(type: TextRowProps["type"], value: string | null) {
  if (value === null) return null;
  if (type === "email") return { label: "Write", href: `mailto:${value}`, about: value };
  const number = value.replaceAll(/[^\d+]/g, "");
  if (type === "tel" && number !== "")
    return { label: "Call", href: `tel:${number}`, about: value };
  if (type !== "url") return null;
  return /^https?:\/\//.test(value) ? { label: "Open", href: value, about: value } : null;
}

export function TermsRow({ customer }: { readonly customer: Customer }) {
  const { default_payment_terms } = customer;
  return (
    <Row label="Payment terms">
      <InlineField
        {...useEditing(customer)}
        initial={{ default_payment_terms }}
        label="payment terms"
        told={default_payment_terms === null ? null : counted(default_payment_terms, "day")}
      >
        {(field) => (
          <NumberField
            field={field("default_payment_terms")}
            isLabelHidden
            isOptional
            label="Payment terms"
            max={3650}
            min={0}
            unit="days"
          />
        )}
      </InlineField>
    </Row>
  );
}

export function NoteRow({ customer }: { readonly customer: Customer }) {
  const { note } = customer;
  return (
    <div className="py-1 whitespace-pre-wrap">
      <InlineField {...useEditing(customer)} initial={{ note }} label="note" told={note}>
        {(field) => <AreaField field={field("note")} isLabelHidden isOptional label="Note" />}
      </InlineField>
    </div>
  );
}

/** Route and version of the customer's fields. A later change by somebody else is told with their name. */
export function useEditing({ id, updated_at }: Customer) {
  const team = useTeam();
  const given = { team: team.id, id };
  const read = async () => {
    const [values, { events }] = await Promise.all([
      api("GET /api/teams/:team/customers/:id", given),
      api("GET /api/teams/:team/activity", { team: team.id, record: `customer:${id}`, limit: 1 }),
    ]);
    const by = events[0]?.actor?.name ?? null;
    return { values: fieldsOf(values), seen: values.updated_at, by };
  };
  return { route: ROUTE, given, version: { seen: updated_at, read } } as const;
}

/** The fields that the route takes. */
function fieldsOf(customer: Customer) {
  const { name, email, billingEmail, phone, website, contact, note, vatNumber } = customer;
  const { country, countryCode, addressLine1, addressLine2, city, state, zip } = customer;
  const { preferred_currency, default_payment_terms } = customer;
  return {
    name,
    email,
    billingEmail,
    phone,
    website,
    contact,
    note,
    vatNumber,
    country,
    countryCode,
    addressLine1,
    addressLine2,
    city,
    state,
    zip,
    preferred_currency,
    default_payment_terms,
  };
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
