import type { ReactNode } from "react";
import type { Customer } from "./customer.ts";
import { NoteRow, Row, TermsRow, TextRow } from "./editable-row.tsx";
import { TagsRow } from "./tags-row.tsx";

/** Fields of the customer, each edited in its place. */
export function Overview({ customer }: { readonly customer: Customer }) {
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
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
      <Group title="Address">
        <TextRow customer={customer} label="Address line 1" name="addressLine1" />
        <TextRow customer={customer} label="Address line 2" name="addressLine2" />
        <TextRow customer={customer} label="Postal code" name="zip" />
        <TextRow customer={customer} label="City" name="city" />
        <TextRow customer={customer} label="State" name="state" />
        <TextRow customer={customer} label="Country" name="country" />
        <TextRow customer={customer} label="Country code" name="countryCode" />
      </Group>
      <Group title="Billing">
        <TextRow customer={customer} label="Billing e-mail" name="billingEmail" />
        <TextRow customer={customer} label="VAT number" name="vatNumber" />
        <TextRow customer={customer} label="Currency" name="preferred_currency" />
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

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid content-start gap-2">
      <h2 className="text-section font-semibold">{title}</h2>
      <dl className="divide-y divide-line border-t border-line">{children}</dl>
    </section>
  );
}
