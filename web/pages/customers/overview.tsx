import { type ReactNode, useState } from "react";
import {
  CUSTOMER_FIELDS,
  CUSTOMER_GROUPS,
  type CustomerField,
} from "../../../src/shared/records/customer.ts";
import type { RecordField } from "../../../src/shared/records/field.ts";
import { Button } from "../../components/button.tsx";
import { type KeyHint, KeyHints } from "../../components/key-hints.tsx";
import type { Customer } from "./customer.ts";
import { FieldRow, InlineValue, Row } from "./editable-row.tsx";
import { TagsRow } from "./tags-row.tsx";
import { unfold } from "./unfold.ts";

const KEYS: readonly KeyHint[] = [
  ["Tab", "moves"],
  ["Enter", "edits and saves"],
  ["Esc", "leaves it as it was"],
  ["?", "all keys"],
];

/** Fields of the customer, each edited in its place. */
export function CustomerOverview({ customer }: { readonly customer: Customer }) {
  const { contact, address, billing, note } = CUSTOMER_GROUPS;
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
      <div className="flex justify-end max-lg:hidden lg:col-span-2 lg:-mb-6">
        <KeyHints keys={KEYS} />
      </div>
      <Group customer={customer} names={contact} title="Contact">
        <Row label="Tags">
          <TagsRow customer={customer} />
        </Row>
      </Group>
      <Group customer={customer} more="Add address lines" names={address} title="Address" />
      <Group customer={customer} names={billing} title="Billing" />
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
  /** Rows after the fields. */
  readonly children?: ReactNode;
};

function Group({ title, customer, names, more, children }: GroupProps) {
  const [isWhole, setIsWhole] = useState(more === undefined);
  const isFolded = (name: CustomerField) => {
    const { isRare }: RecordField = CUSTOMER_FIELDS[name];
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
      {names.some(isFolded) ? (
        <div>
          <Button
            kind="quiet"
            onClick={({ currentTarget }) => unfold(currentTarget, () => setIsWhole(true))}
          >
            {more}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
