import type { Context } from "../db/context.ts";
import { createRule } from "../domains/rules/save-rule.ts";
import { ago } from "./past.ts";
import { PAYMENTS } from "./payments.ts";
import { TEAM } from "./people.ts";
import { inWebApp } from "./web-app.ts";

const ADD = "POST /api/teams/:team/rules";

/** A rule for each payee that always has the same category. */
export async function fillRules(mara: Context): Promise<void> {
  const known = PAYMENTS.filter(({ isByHand }) => isByHand !== true);
  const kinds = new Map(known.map((payment) => [`${payment.name} ${payment.category}`, payment]));
  for (const [index, { name, category, between, vat }] of [...kinds.values()].entries())
    await createRule(inWebApp(ago(mara, TEAM.since - 2, 12 * 60 + index), ADD), {
      name: category === "customer-refunds" ? `${name}, refunds` : name,
      is_on: true,
      conditions: {
        texts: [{ in: "text", how: "contains_any", words: [name] }],
        direction: between[0] > 0 ? "in" : "out",
      },
      actions: {
        category_slug: category,
        ...(vat === undefined ? {} : { tax_rate_bp: vat, tax_type: "VAT" }),
      },
    });
}
