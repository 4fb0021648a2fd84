import { z } from "zod";
import { namesIn, type Subject } from "../../activity/subject.ts";
import { emailColumns, nameColumns } from "./customer-fields.ts";

/** How the journal tells of customers and what is linked to them, and how that is undone. */

const Searched = z.object({ name: z.string(), email: z.string() });

export const customerSubject: Subject = {
  label: "Customer",
  fields: {
    name: "Name",
    email: "E-mail",
    billing_email: "Billing e-mail",
    phone: "Phone",
    website: "Website",
    contact: "Contact",
    note: "Note",
    vat_number: "VAT number",
    country: "Country",
    country_code: "Country code",
    address_line_1: "Address line 1",
    address_line_2: "Address line 2",
    city: "City",
    state: "State",
    zip: "Postal code",
    preferred_currency: "Currency",
    default_payment_terms: "Payment terms in days",
    is_archived: "Archived",
  },
  refers: {},
  names: namesIn("customers"),
  namedIn: "name",
  undo: {
    table: "customers",
    key: ["id"],
    derived: (image) => {
      const { name, email } = Searched.parse(image);
      return { ...nameColumns(name), ...emailColumns(email) };
    },
    touched: "updated_at",
    referredBy: [
      { table: "tracker_projects", column: "customer_id", one: "project" },
      { table: "invoices", column: "customer_id", one: "invoice" },
      { table: "recurring_invoices", column: "customer_id", one: "recurring invoice" },
      { table: "customer_tags", column: "customer_id", one: "tag" },
    ],
  },
};

/** Has the customer's id, since a link has none of its own. */
export const customerTagSubject: Subject = {
  label: "Tag of a customer",
  fields: { tag_id: "Tag", customer_id: "Customer" },
  refers: { tag_id: "tag", customer_id: "customer" },
  names: "customer",
  namedIn: null,
  undo: {
    table: "customer_tags",
    key: ["customer_id", "tag_id"],
    derived: (_image, { customer_id }) => ({ created_at: customer_id?.["created_at"] }),
    referredBy: [],
  },
};

/** As far as customers are concerned; their own domain adds the rest. */
export const invoiceSubject: Subject = invoices("Invoice", "invoices");

export const recurringInvoiceSubject: Subject = invoices("Recurring invoice", "recurring_invoices");

function invoices(label: string, table: "invoices" | "recurring_invoices"): Subject {
  return {
    label,
    fields: { customer_id: "Customer" },
    refers: { customer_id: "customer" },
    names: async () => [],
    namedIn: null,
    undo: { table, key: ["id"], derived: () => ({}), referredBy: [] },
  };
}
