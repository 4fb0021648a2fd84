import { z } from "zod";
import { event } from "../../core/fields.ts";
import { json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { ShownSettings, shownSettings } from "./page-answers.ts";
import { UpdateSettings, updateSettings } from "./save-settings.ts";

const SavedSettings = ShownSettings.extend({ event });

const get = defineRoute({
  path: "GET /api/teams/:team/invoice-settings",
  role: "member",
  input: z.strictObject({}),
  output: json(ShownSettings),
  example: () => ({}),
  handler: async (context: Context) => shownSettings(context),
});

const update = defineRoute({
  path: "PATCH /api/teams/:team/invoice-settings",
  role: "admin",
  event: { of: "invoice_settings", did: "changed" },
  input: UpdateSettings,
  output: json(SavedSettings),
  example: () => ({ legal_name: "Acme GmbH", tax_number: "12/345/67890" }),
  handler: async (context: Context, input) => {
    const event = await updateSettings(context, input);
    return { ...(await shownSettings(context)), event };
  },
});

export const invoiceSettingsRoutes = [get, update];
