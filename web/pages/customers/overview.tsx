import { type ReactNode, useState } from "react";
import {
  ALL_CUSTOMER_FIELDS,
  CUSTOMER_GROUPS,
  type CustomerField,
} from "../../../src/shared/records/customer.ts";
import { type RecordField, pickFields } from "../../../src/shared/records/field.ts";
import { lowered } from "../../../src/shared/words.ts";
import { api } from "../../api.ts";
import { type KeyHint, KeyHints } from "../../components/key-hints.tsx";
import { InlineField } from "../../form/inline-field.tsx";
import { RecordControl } from "../../form/record-control.tsx";
import { counted } from "../../numbers.ts";
import { useTeam } from "../../team.tsx";
import { CountryField } from "./country-field.tsx";
import { CustomerTags } from "./customer-tags.tsx";
import type { Customer } from "./customer.ts";
import { Unfold } from "./unfold.tsx";
import {
  isWish,
  RoundingWish,
  useRoundingWords,
  useWishOptions,
  WishControl,
} from "./wish-control.tsx";

const KEYS: readonly KeyHint[] = [
  ["Tab", "moves"],
  ["Enter", "edits and saves"],
  ["Esc", "leaves it as it was"],
  ["?", "all keys"],
];

export function CustomerOverview({ customer }: { readonly customer: Customer }) {
  const { contact, address, billing, invoices, note } = CUSTOMER_GROUPS;
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
      <div className="flex justify-end max-lg:hidden lg:col-span-2 lg:-mb-6">
        <KeyHints keys={KEYS} />
      </div>
      <Group customer={customer} names={contact} title="Contact">
        <Row label="Tags">
          <CustomerTags customer={customer} />
        </Row>
      </Group>
      <Group customer={customer} more="Add address lines" names={address} title="Address" />
      <Group customer={customer} names={billing} title="Billing" />
      <Group customer={customer} names={invoices} title="Invoices" />
      <section className="grid content-start gap-2">
        <h2 className="text-section font-semibold">Note</h2>
        <div className="border-t border-line">
          {note.map((name) => (
            <div className="py-1 whitespace-pre-wrap" key={name}>
              <InlineValue customer={customer} name={name} />
            </div>
          ))}
        </div>
      </section>
    </div>
  );
}

type GroupProps = {
  readonly title: string;
  readonly customer: Customer;
  readonly names: readonly CustomerField[];
  /** Shows the rare fields, which stay folded while they are empty. */
  readonly more?: string;
  readonly children?: ReactNode;
};

function Group({ title, customer, names, more = "", children }: GroupProps) {
  const [isWhole, setIsWhole] = useState(more === "");
  const isFolded = (name: CustomerField) => {
    const { isRare }: RecordField = ALL_CUSTOMER_FIELDS[name];
    return !isWhole && isRare === true && customer[name] === null;
  };
  return (
    <section className="grid content-start gap-2">
      <h2 className="text-section font-semibold">{title}</h2>
      <dl className="divide-y divide-line border-t border-line">
        {names.map((name) =>
          isFolded(name) ? null : <FieldRow customer={customer} key={name} name={name} />,
        )}
        {children}
      </dl>
      {names.some(isFolded) ? <Unfold label={more} onUnfold={() => setIsWhole(true)} /> : null}
    </section>
  );
}

const ROUTE = "PATCH /api/teams/:team/customers/:id";

type RowOf = { readonly customer: Customer; readonly name: CustomerField };

type PlainField = Exclude<CustomerField, "invoice_language" | "tax_rate_id" | "rounding">;

type PlainRowOf = { readonly customer: Customer; readonly name: PlainField };

/** A field of the customer that is edited in its place. The code of a country is chosen with its name. */
function FieldRow({ customer, name }: RowOf) {
  if (name === "countryCode") return null;
  if (name === "country") return <CountryRow customer={customer} />;
  if (isWish(name)) return <WishRow customer={customer} name={name} />;
  if (name === "rounding") return <RoundingRow customer={customer} />;
  const of = ALL_CUSTOMER_FIELDS[name];
  return (
    <Row label={of.label} link={linkOf(of, customer[name])}>
      <InlineValue customer={customer} name={name} />
    </Row>
  );
}

function InlineValue({ customer, name }: PlainRowOf) {
  const of = ALL_CUSTOMER_FIELDS[name];
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

type WishRowProps = {
  readonly customer: Customer;
  readonly name: "invoice_language" | "tax_rate_id";
};

/** A choice that says what holds while nothing is chosen. */
function WishRow({ customer, name }: WishRowProps) {
  const { label } = ALL_CUSTOMER_FIELDS[name];
  const editing = useEditing(customer);
  const options = useWishOptions(name, customer[name]);
  const chosen = options?.find(({ value }) => value === customer[name]);
  return (
    <Row label={label}>
      {chosen === undefined ? null : (
        <InlineField
          {...editing}
          initial={{ [name]: customer[name] }}
          label={lowered(label)}
          told={chosen.label}
        >
          {(field) => <WishControl field={field(name)} isLabelHidden name={name} />}
        </InlineField>
      )}
    </Row>
  );
}

function RoundingRow({ customer }: { readonly customer: Customer }) {
  const { label } = ALL_CUSTOMER_FIELDS.rounding;
  const { rounding } = customer;
  return (
    <Row label={label}>
      <InlineField
        {...useEditing(customer)}
        initial={{ rounding }}
        label={lowered(label)}
        told={useRoundingWords(rounding)}
      >
        {(field) => <RoundingWish field={field("rounding")} isLabelHidden />}
      </InlineField>
    </Row>
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
    return { values: pickFields(ALL_CUSTOMER_FIELDS, values), seen: values.updated_at, by };
  };
  return { route: ROUTE, given, version: { seen: updated_at, read } } as const;
}

type RowProps = {
  readonly label: string;
  readonly children: ReactNode;
  /** Uses the value; its name begins with the label that is seen. */
  readonly link?: { readonly label: string; readonly href: string; readonly about: string } | null;
};

function Row({ label, children, link = null }: RowProps) {
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
