import { z } from "zod";
import { event } from "../../core/fields.ts";
import { defineRoute, defineUpload, download, json } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { LARGEST_LOGO } from "../invoices/pdf/read-logo.ts";
import { findLogo, noLogo, removeLogo, setLogo } from "./logo.ts";
import {
  ResetMailText,
  resetMailText,
  SetMailText,
  setMailText,
  ShownMailTexts,
  shownMailTexts,
} from "./mail-templates.ts";
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

const logo = defineRoute({
  path: "GET /api/teams/:team/invoice-settings/logo",
  role: "member",
  input: z.strictObject({
    /** Of the logo, so that another has another address. */
    sha256: z.string().max(64).optional(),
  }),
  output: download,
  example: () => ({}),
  handler: async (context: Context) => {
    const content = await findLogo(context);
    if (content === null) throw noLogo();
    return { name: "logo.png", type: "image/png", content };
  },
});

const putLogo = defineUpload({
  path: "PUT /api/teams/:team/invoice-settings/logo",
  role: "admin",
  event: {
    of: "invoice_settings",
    did: "changed",
    said: "changed the logo of invoices",
    tried: "change the logo of invoices",
  },
  input: z.strictObject({}),
  output: json(SavedSettings),
  example: () => ({}),
  upload: { largest: LARGEST_LOGO, types: ["image/png"] },
  handler: async (context: Context, { upload }) => {
    const event = await setLogo(context, await upload.bytes());
    return { ...(await shownSettings(context)), event };
  },
});

const dropLogo = defineRoute({
  path: "DELETE /api/teams/:team/invoice-settings/logo",
  role: "admin",
  event: {
    of: "invoice_settings",
    did: "changed",
    said: "removed the logo of invoices",
    tried: "remove the logo of invoices",
  },
  input: z.strictObject({}),
  output: json(SavedSettings),
  example: () => ({}),
  handler: async (context: Context) => {
    const event = await removeLogo(context);
    if (event === null) throw noLogo();
    return { ...(await shownSettings(context)), event };
  },
});

const SavedMailTexts = ShownMailTexts.extend({ event });

const mailTexts = defineRoute({
  path: "GET /api/teams/:team/invoice-settings/mail-texts",
  role: "member",
  input: z.strictObject({}),
  output: json(ShownMailTexts),
  example: () => ({}),
  handler: async (context: Context) => shownMailTexts(context),
});

const putMailText = defineRoute({
  path: "PUT /api/teams/:team/invoice-settings/mail-texts/:kind/:language",
  role: "admin",
  event: {
    of: "invoice_settings",
    did: "changed",
    said: "changed the mail texts of invoices",
    tried: "change the mail texts of invoices",
  },
  input: SetMailText,
  output: json(SavedMailTexts),
  example: () => ({
    kind: "invoice" as const,
    language: "en" as const,
    subject: "Invoice {number}",
    text: "Please find attached invoice {number}.",
  }),
  handler: async (context: Context, input) => {
    const event = await setMailText(context, input);
    return { ...(await shownMailTexts(context)), event };
  },
});

const dropMailText = defineRoute({
  path: "DELETE /api/teams/:team/invoice-settings/mail-texts/:kind/:language",
  role: "admin",
  event: {
    of: "invoice_settings",
    did: "changed",
    said: "took back the mail texts of invoices",
    tried: "take back the mail texts of invoices",
  },
  input: ResetMailText,
  output: json(SavedMailTexts),
  example: () => ({ kind: "credit_note" as const, language: "en" as const }),
  handler: async (context: Context, input) => {
    const event = await resetMailText(context, input);
    return { ...(await shownMailTexts(context)), event };
  },
});

export const invoiceSettingsRoutes = [
  get,
  update,
  logo,
  putLogo,
  dropLogo,
  mailTexts,
  putMailText,
  dropMailText,
];
