import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { type KeyHint, KeyHints } from "../../components/key-hints.tsx";
import { CountryRow, CurrencyRow } from "./choice-rows.tsx";
import type { Customer } from "./customer.ts";
import { NoteRow, Row, TermsRow, TextRow } from "./editable-row.tsx";
import { TagsRow } from "./tags-row.tsx";
import { unfold } from "./unfold.ts";

const KEYS: readonly KeyHint[] = [
  ["Tab", "moves"],
  ["Enter", "edits and saves"],
  ["Esc", "leaves it as it was"],
  ["?", "all keys"],
];

/** Fields of the customer, each edited in its place. */
export function Overview({ customer }: { readonly customer: Customer }) {
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
      <div className="flex justify-end max-lg:hidden lg:col-span-2 lg:-mb-6">
        <KeyHints keys={KEYS} />
      </div>
      <Group title="Contact">
        <TextRow customer={customer} label="Name" name="name" />
        <TextRow customer={customer} label="E-mail" name="email" type="email" />
        <TextRow customer={customer} label="Contact" name="contact" />
        <TextRow customer={customer} label="Phone" name="phone" type="tel" />
        <TextRow customer={customer} label="Website" name="website" type="url" />
        <Row label="Tags">
          <TagsRow customer={customer} />
        </Row>
      </Group>
      <Address customer={customer} />
      <Group title="Billing">
        <TextRow customer={customer} label="Billing e-mail" name="billingEmail" />
        <TextRow customer={customer} label="VAT number" name="vatNumber" />
        <CurrencyRow customer={customer} />
        <TermsRow customer={customer} />
      </Group>
      <section className="grid content-start gap-2">
        <h2 className="text-section font-semibold">Note</h2>
        <div className="border-t border-line">
          <NoteRow customer={customer} />
        </div>
      </section>
    </div>
  );
}

/** Lines that most addresses do without stay folded while they are empty. */
function Address({ customer }: { readonly customer: Customer }) {
  const [isWhole, setIsWhole] = useState(false);
  const isShown = (name: "addressLine2" | "state") => isWhole || customer[name] !== null;
  const isFolded = !isShown("addressLine2") || !isShown("state");
  return (
    <Group
      foot={
        isFolded ? (
          <Button
            kind="quiet"
            onClick={({ currentTarget }) => unfold(currentTarget, () => setIsWhole(true))}
          >
            Add address lines
          </Button>
        ) : null
      }
      title="Address"
    >
      <TextRow customer={customer} label="Address line 1" name="addressLine1" />
      {isShown("addressLine2") ? (
        <TextRow customer={customer} label="Address line 2" name="addressLine2" />
      ) : null}
      <TextRow customer={customer} label="Postal code" name="zip" />
      <TextRow customer={customer} label="City" name="city" />
      {isShown("state") ? <TextRow customer={customer} label="State" name="state" /> : null}
      <CountryRow customer={customer} />
    </Group>
  );
}

type GroupProps = {
  readonly title: string;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
};

function Group({ title, children, foot }: GroupProps) {
  return (
    <section className="grid content-start gap-2">
      <h2 className="text-section font-semibold">{title}</h2>
      <dl className="divide-y divide-line border-t border-line">{children}</dl>
      {foot === undefined || foot === null ? null : <div>{foot}</div>}
    </section>
  );
}
