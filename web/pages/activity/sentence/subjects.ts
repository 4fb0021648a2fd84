/** What the journal tells of, as a person calls it: alone, before its name, and several of them. */
type Noun = {
  readonly one: string;
  readonly named: string;
  readonly many: string;
};

const NOUNS: Readonly<Record<string, Noun>> = {
  api_key: { one: "an API key", named: "the API key", many: "API keys" },
  customer: { one: "a customer", named: "the customer", many: "customers" },
  // A link has no name of its own, but that of its customer.
  customer_tag: {
    one: "a tag of a customer",
    named: "a tag of the customer",
    many: "tags of customers",
  },
  invitation: { one: "an invitation", named: "the invitation for", many: "invitations" },
  invoice: { one: "an invoice", named: "the invoice", many: "invoices" },
  membership: { one: "a member", named: "the member", many: "members" },
  oauth_grant: { one: "an app", named: "the app", many: "apps" },
  recurring_invoice: {
    one: "a recurring invoice",
    named: "the recurring invoice",
    many: "recurring invoices",
  },
  tag: { one: "a tag", named: "the tag", many: "tags" },
  team: { one: "the team", named: "the team", many: "teams" },
  tracker_entry: { one: "a time entry", named: "the time entry", many: "time entries" },
  tracker_project: { one: "a project", named: "the project", many: "projects" },
  user: { one: "an account", named: "the account of", many: "accounts" },
};

/** Also for what a newer server tells of: its own word, readable. */
export function nounOf(type: string): Noun {
  const word = type.replaceAll("_", " ");
  return (
    NOUNS[type] ?? { one: `a record (${word})`, named: `the ${word}`, many: `records (${word})` }
  );
}
