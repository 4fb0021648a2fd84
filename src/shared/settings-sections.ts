import type { SettingsAddress } from "./settings-pages.ts";

type SettingsSection = {
  readonly hash: string;
  readonly label: string;
  /** Search terms besides the label. */
  readonly words: string;
};

/** Sections of the pages of the settings. `hash` is the id of a section's title. Only searches read them. */
export const SETTINGS_SECTIONS: Readonly<Record<SettingsAddress, readonly SettingsSection[]>> = {
  "/settings/profile": [
    { hash: "person", label: "Name and time zone", words: "your name rename clock day region" },
    { hash: "formats", label: "Dates, numbers and money", words: "locale language format decimal" },
    { hash: "theme", label: "Theme", words: "dark light appearance" },
    {
      hash: "shortcuts",
      label: "Keyboard shortcuts",
      words: "single keys letters speech input accessibility help",
    },
    { hash: "password", label: "Password", words: "security change" },
    { hash: "sessions", label: "Sessions", words: "devices sign out browsers security" },
  ],
  "/settings/team": [
    {
      hash: "details",
      label: "Name, currency and books",
      words: "rename company base country fiscal year time zone tax region",
    },
    { hash: "members", label: "Members and roles", words: "people owner admin remove" },
    { hash: "invitations", label: "Invitations", words: "invite link join people" },
    { hash: "member-cap", label: "Access of members’ assistants", words: "full access cap" },
    { hash: "leave", label: "Leave the team", words: "danger exit" },
  ],
  "/settings/accounts": [
    { hash: "accounts", label: "Bank accounts", words: "balance iban card cash loan money" },
  ],
  "/settings/categories": [
    { hash: "own", label: "Categories of the team", words: "add tax rate color" },
    { hash: "system", label: "System categories", words: "hide tax rate reporting code" },
  ],
  "/settings/rules": [
    {
      hash: "rules",
      label: "Rules for transactions",
      words: "automatic category tag order apply past",
    },
  ],
  "/settings/rates": [
    {
      hash: "source",
      label: "Rates of the European Central Bank",
      words: "ecb upload file currency",
    },
    { hash: "own", label: "Own exchange rates", words: "currency day by hand" },
  ],
  "/settings/developer": [
    { hash: "keys", label: "API keys", words: "token secret mint rotate revoke scopes" },
    { hash: "apps", label: "Connected apps", words: "oauth clients disconnect revoke" },
  ],
  "/settings/ai": [
    { hash: "deleting", label: "Tools that delete", words: "destructive switch delete allow" },
    { hash: "limit", label: "Limit of deletions", words: "brake most an hour assistants ask" },
    { hash: "tools", label: "Tools of assistants", words: "list reads changes" },
    { hash: "now", label: "Current access of keys and apps", words: "tier effective" },
  ],
  "/settings/invoices/seller": [
    {
      hash: "seller",
      label: "Seller on invoices",
      words: "company legal name address country vat tax number registration contact",
    },
  ],
  "/settings/invoices/tax": [
    {
      hash: "rates",
      label: "Tax rates of invoices",
      words: "vat percent exempt reverse charge small business",
    },
    { hash: "defaults", label: "Usual tax", words: "default rate prices include gross net" },
  ],
  "/settings/invoices/bank-details": [
    {
      hash: "accounts",
      label: "Bank details on invoices",
      words: "iban bic payment link pay account",
    },
    { hash: "terms", label: "Days to pay", words: "due terms default payment" },
  ],
  "/settings/invoices/hours": [
    {
      hash: "rounding",
      label: "Rounding of tracked time",
      words: "hours billing minutes up down nearest",
    },
  ],
  "/settings/invoices/numbers": [
    {
      hash: "pattern",
      label: "Numbers of invoices and credit notes",
      words: "pattern series count reset year month",
    },
    { hash: "start", label: "Next invoice number", words: "start at raise skip" },
    { hash: "proof", label: "Proof of invoice numbers", words: "gaps complete audit hash" },
    {
      hash: "practice",
      label: "Dates and corrections",
      words: "order of dates credit note void cancel",
    },
  ],
  "/settings/invoices/look": [
    { hash: "logo", label: "Logo of invoices", words: "picture brand image" },
    { hash: "page", label: "Paper, color and language", words: "a4 letter accent pdf design" },
  ],
  "/settings/invoices/mails": [
    { hash: "replies", label: "Replies and copies", words: "email address reply cc" },
    {
      hash: "mail-invoice",
      label: "Text of the mail with an invoice",
      words: "email subject template send",
    },
    {
      hash: "mail-credit_note",
      label: "Text of the mail with a credit note",
      words: "email subject template correction",
    },
    {
      hash: "mail-canceled",
      label: "Text of the mail when an invoice is canceled",
      words: "email subject template void",
    },
  ],
};
