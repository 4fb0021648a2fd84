import { z } from "zod";
import { uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import { changeSchemas, inputSchemas, writtenColumns } from "../../core/record-fields.ts";
import type { Context } from "../../db/context.ts";
import { orNull } from "../../db/prepared-query.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { CUSTOMER_FIELDS } from "../../shared/records/customer.ts";

/** Schemas of a customer's fields, and the columns in which they are stored. */

export const customerInput = inputSchemas(CUSTOMER_FIELDS);

export const customerChanges = changeSchemas(CUSTOMER_FIELDS);

export const tagIds = z.array(uuid).max(100);

/** Row of a new customer. */
export function newCustomer(
  context: Context,
  given: z.output<z.ZodObject<typeof customerInput>>,
): Schema["customers"] {
  const { name, email, contact = null } = given;
  return {
    ...orNull(writtenColumns(CUSTOMER_FIELDS, given)),
    ...foldedColumns({ name, email, contact }),
    team_id: context.team.id,
    id: context.newId(),
    is_archived: false,
    created_at: context.now,
    updated_at: context.now,
  };
}

/** Columns of the given fields; undefined for all others. */
export function changedColumns(given: z.output<z.ZodObject<typeof customerChanges>>) {
  const { name, email, contact } = given;
  return { ...writtenColumns(CUSTOMER_FIELDS, given), ...foldedColumns({ name, email, contact }) };
}

/** Copies of the texts that are searched in, without case and accents. */
export function foldedColumns<Name, Email, Contact>(texts: {
  readonly name: Name;
  readonly email: Email;
  readonly contact: Contact;
}) {
  return {
    name_folded: folded(texts.name),
    email_folded: folded(texts.email),
    contact_folded: folded(texts.contact),
  };
}

function folded<Text>(text: Text) {
  return typeof text === "string" ? fold(text) : text;
}
