import type { Instant } from "../../shared/time.ts";

export type CustomersTables = {
  customers: CustomersTable;
  tags: TagsTable;
  customer_tags: CustomerTagsTable;
};

type CustomersTable = {
  team_id: string;
  id: string;
  name: string;
  name_folded: string;
  email: string;
  email_folded: string;
  billing_email: string | null;
  phone: string | null;
  website: string | null;
  contact: string | null;
  contact_folded: string | null;
  note: string | null;
  vat_number: string | null;
  country: string | null;
  country_code: string | null;
  address_line_1: string | null;
  address_line_2: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  preferred_currency: string | null;
  default_payment_terms: number | null;
  /** Name on invoices, where it is another one. */
  invoice_name: string | null;
  invoice_language: string | null;
  tax_rate_id: string | null;
  /** Rounding of tracked time; null: as the team does it. */
  rounding: string | null;
  is_archived: boolean;
  created_at: Instant;
  updated_at: Instant;
};

type TagsTable = {
  team_id: string;
  id: string;
  name: string;
  name_key: string;
  name_folded: string;
  created_at: Instant;
};

type CustomerTagsTable = {
  team_id: string;
  customer_id: string;
  tag_id: string;
  /** The customer's; orders a tag's customers. */
  created_at: Instant;
};
