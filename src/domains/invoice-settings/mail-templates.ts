import { z } from "zod";
import { record } from "../../activity/journal.ts";
import { version } from "../../core/canonical-json.ts";
import { changedMeanwhile } from "../../core/errors.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { INVOICE_LANGUAGES } from "../invoices/invoice-body.ts";
import {
  MAIL_KINDS,
  MAIL_NAMES,
  mailSubject,
  mailTemplate,
  mailText,
  mailTextKey,
  requireKnownNames,
} from "../invoices/mail-texts.ts";
import { versionOfSettings } from "./save-settings.ts";
import { settingsOf, writeSettings } from "./settings.ts";

const place = { kind: z.enum(MAIL_KINDS), language: z.enum(INVOICE_LANGUAGES) };

export const ShownMailTexts = z.object({
  items: z.array(
    z.object({
      ...place,
      subject: z.string(),
      text: z.string(),
      /** False for the text of the house. */
      is_own: z.boolean(),
    }),
  ),
  /** Names that may stand in braces. */
  names: z.array(z.enum(MAIL_NAMES)),
  version,
});

export async function shownMailTexts(context: Context): Promise<z.input<typeof ShownMailTexts>> {
  const settings = await settingsOf(context);
  const items = INVOICE_LANGUAGES.flatMap((language) =>
    MAIL_KINDS.map((kind) => ({
      kind,
      language,
      ...mailTemplate(settings.texts, kind, language),
      is_own: mailTextKey(kind, language) in settings.texts,
    })),
  );
  return { items, names: [...MAIL_NAMES], version: versionOfSettings(settings) };
}

export const SetMailText = z.strictObject({
  ...place,
  subject: mailSubject,
  text: mailText.refine((text) => text.trim() !== "", "must not be empty"),
  seen: version.optional(),
});

/**
 * Sets the subject and text of a kind of mail in a language.
 * @throws Refusal for a name in braces that nothing is filled in for
 * @throws Refusal `changed_meanwhile` when the settings are no longer as they were seen
 * @returns the event's id; null where it says the same already
 */
export async function setMailText(
  context: Context,
  { kind, language, subject, text, seen }: z.output<typeof SetMailText>,
): Promise<string | null> {
  requireKnownNames({ subject, text });
  return transaction(context, async (context) => {
    await lockTeam(context);
    const settings = await settingsOf(context);
    if (seen !== undefined && seen !== versionOfSettings(settings))
      throw changedMeanwhile(
        "The settings were changed meanwhile",
        "look at what changed, and save again; nothing was saved",
      );
    const { subject: old, text: known } = mailTemplate(settings.texts, kind, language);
    if (old === subject && known === text) return null;
    const texts = { ...settings.texts, [mailTextKey(kind, language)]: { subject, text } };
    return record(context, await writeSettings(context, { texts }));
  });
}

export const ResetMailText = z.strictObject(place);

/** Takes the team's own text away. @returns the event's id; null where there was none */
export async function resetMailText(
  context: Context,
  { kind, language }: z.output<typeof ResetMailText>,
): Promise<string | null> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const { [mailTextKey(kind, language)]: _own, ...texts } = (await settingsOf(context)).texts;
    const changes = await writeSettings(context, { texts });
    return changes.length === 0 ? null : record(context, changes);
  });
}
