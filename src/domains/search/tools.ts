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
      "Finds transactions, invoices, customers, documents and inbox items in which words begin with all of the query's, most relevant first; data is as in their lists.",
    effect: "Searches transactions, invoices, customers, documents and receipts by their words.",
    input: SearchEverything,
    output: FoundEverything,
    untrusted: ["items.data.name", "items.data.title", "items.data.summary", "items.data.vendor"],
    example: () => ({ query: "acme" }),
    handler: searchEverything,
  }),
];
