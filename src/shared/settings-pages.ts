export type SettingsAddress =
  | "/settings/profile"
  | "/settings/team"
  | "/settings/accounts"
  | "/settings/categories"
  | "/settings/rules"
  | "/settings/rates"
  | "/settings/invoices/seller"
  | "/settings/invoices/tax"
  | "/settings/invoices/bank-details"
  | "/settings/invoices/hours"
  | "/settings/invoices/numbers"
  | "/settings/invoices/look"
  | "/settings/invoices/mails"
  | "/settings/developer"
  | "/settings/ai";

type SettingsPage = {
  readonly to: SettingsAddress;
  readonly file: string;
  readonly reads?: readonly string[];
  readonly label: string;
};

type SettingsGroup = { readonly group: string; readonly pages: readonly SettingsPage[] };

/** Pages of the settings; `settings-sections.ts` has their sections. */
export const SETTINGS: readonly SettingsGroup[] = [
  {
    group: "You",
    pages: [
      {
        to: "/settings/profile",
        file: "settings/profile",
        label: "Profile",
      },
    ],
  },
  {
    group: "Team",
    pages: [
      {
        to: "/settings/team",
        file: "settings/team",
        reads: ["members"],
        label: "Team",
      },
      {
        to: "/settings/accounts",
        file: "settings/accounts",
        reads: ["bank-accounts"],
        label: "Accounts",
      },
      {
        to: "/settings/categories",
        file: "settings/categories",
        reads: ["categories"],
        label: "Categories",
      },
      {
        to: "/settings/rules",
        file: "settings/rules",
        reads: ["rules"],
        label: "Rules",
      },
      {
        to: "/settings/rates",
        file: "settings/rates",
        reads: ["rates"],
        label: "Exchange rates",
      },
      {
        to: "/settings/developer",
        file: "settings/developer",
        reads: ["keys", "apps"],
        label: "Developer",
      },
      {
        to: "/settings/ai",
        file: "settings/ai",
        reads: ["keys", "apps", "tools"],
        label: "AI",
      },
    ],
  },
  {
    group: "Invoices",
    pages: [
      {
        to: "/settings/invoices/seller",
        file: "settings/invoices/seller",
        reads: ["invoice-settings"],
        label: "Seller",
      },
      {
        to: "/settings/invoices/tax",
        file: "settings/invoices/tax",
        reads: ["invoice-settings", "tax-rates"],
        label: "Tax",
      },
      {
        to: "/settings/invoices/bank-details",
        file: "settings/invoices/bank-details",
        reads: ["invoice-settings", "payment-accounts"],
        label: "Bank details",
      },
      {
        to: "/settings/invoices/hours",
        file: "settings/invoices/hours",
        reads: ["invoice-settings"],
        label: "Tracked time",
      },
      {
        to: "/settings/invoices/numbers",
        file: "settings/invoices/numbers",
        reads: ["invoice-numbers", "invoice-settings"],
        label: "Numbers",
      },
      {
        to: "/settings/invoices/look",
        file: "settings/invoices/look",
        reads: ["invoice-settings"],
        label: "Look",
      },
      {
        to: "/settings/invoices/mails",
        file: "settings/invoices/mails",
        reads: ["invoice-settings", "invoice-settings/mail-texts"],
        label: "Mail texts",
      },
    ],
  },
];

/** The page that `/settings` leads to. */
export const FIRST_SETTINGS = "/settings/profile";
