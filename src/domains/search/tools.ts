import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { FoundEverything, SearchEverything, searchEverything } from "./search-everything.ts";

export const searchTools: readonly Tool<Context>[] = [
  defineTool({
    name: "search_global",
    title: "Search everything",
    tier: "read",
    resource: "search",
    description:
      "Finds transactions, invoices, customers (VAT numbers and 2,000 letters of notes too), projects, documents and inbox items by words and parts of words, all of the query, whole words first; data is as in their lists. counts has what was found by type, more what is not listed. Time entries are not searched.",
    effect:
      "Searches transactions, invoices, customers, projects, documents and receipts by their words.",
    input: SearchEverything,
    output: FoundEverything,
    untrusted: [
      "items.data.name",
      "items.data.title",
      "items.data.summary",
      "items.data.vendor",
      "items.data.description",
      "items.data.number",
      "items.data.suggestion.name",
      "items.data.suggestion.why",
    ],
    example: () => ({ query: "acme" }),
    handler: searchEverything,
  }),
];
