/**
 * Effects of tools in words for people, where the tool's description begins with words for
 * assistants. Each is one sentence.
 */
export const TOOL_EFFECTS: ReadonlyMap<string, string> = new Map([
  ["team_get", "Reads the team’s name, base currency, country and time zone."],
  ["customers_get", "Reads one customer with all its details and tags."],
  ["customers_update", "Changes details and tags of a customer, or archives it."],
  ["tracker_list_projects", "Lists projects with their customers, rates and tracked time."],
  ["bank_accounts_list", "Lists accounts, cards, loans and cash with today’s balances."],
  ["categories_list", "Lists the categories of transactions."],
  ["categories_update", "Changes a category of the team’s own."],
  ["transactions_update_status", "Sets the status of up to 100 transactions."],
  ["transactions_update_category", "Sets the category of up to 100 transactions."],
  ["reports_profit_loss", "Reads revenue, expense and the result of each month."],
  ["reports_burn_rate", "Reads how much money each month used up."],
  ["reports_revenue", "Reads revenue by month and by category."],
  ["reports_spending", "Reads spending by category."],
  ["reports_runway", "Reads how many months the cash lasts at the burn of the last six."],
  ["reports_balance", "Reads the balances of accounts by currency."],
  ["reports_top_customers", "Reads which customers paid the most."],
  ["reports_recurring_expenses", "Reads who was paid in at least three of the last six months."],
  ["search_global", "Searches transactions and customers by their words."],
  ["tags_delete", "Deletes a tag, and takes it off everything that has it."],
]);
