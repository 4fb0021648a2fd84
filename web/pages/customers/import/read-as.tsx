import { enumerated } from "../../../../src/shared/words.ts";
import { counted } from "../../../counted.ts";
import type { Preview } from "./preview.ts";

/** Dialect of the file, and the field that each column became. */
export function ReadAs({ preview }: { readonly preview: Preview }) {
  const { columns, rows, encoding, delimiter } = preview;
  const taken = columns.filter(({ field }) => field !== null);
  const left = columns.filter(({ field, title }) => field === null && title !== "");
  return (
    <section aria-labelledby="read-as" className="grid gap-2">
      <h2 className="text-section font-semibold" id="read-as">
        {counted(rows.length, "row")}
      </h2>
      <p className="text-ink2">
        Read as {ENCODINGS[encoding]}, separated by {DELIMITERS[delimiter]}.
      </p>
      <ul aria-label="Columns" className="flex flex-wrap gap-x-6 gap-y-1">
        {taken.map(({ title, field }) => (
          <li key={field}>
            <bdi className="font-medium">{title}</bdi>
            {field === null ? null : <span className="text-ink2"> → {FIELDS[field]}</span>}
          </li>
        ))}
      </ul>
      {left.length === 0 ? null : (
        <p className="text-ink2">
          Not imported: <bdi>{enumerated(left.map(({ title }) => title))}</bdi>.
        </p>
      )}
    </section>
  );
}

const ENCODINGS = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
} as const satisfies Record<Preview["encoding"], string>;

const DELIMITERS = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
} as const satisfies Record<Preview["delimiter"], string>;

const FIELDS = {
  name: "name",
  email: "e-mail",
  contact: "contact",
  first_name: "contact, first name",
  last_name: "contact, last name",
  billingEmail: "billing e-mail",
  phone: "phone",
  website: "website",
  vatNumber: "VAT number",
  addressLine1: "address line 1",
  addressLine2: "address line 2",
  zip: "postal code",
  city: "city",
  state: "state",
  country: "country",
  countryCode: "country code",
  preferred_currency: "currency",
  default_payment_terms: "payment terms",
  tags: "tags",
  note: "note",
} as const satisfies Record<NonNullable<Preview["columns"][number]["field"]>, string>;
