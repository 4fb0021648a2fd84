type SettingsPage = {
  readonly to:
    | "/settings/profile"
    | "/settings/team"
    | "/settings/accounts"
    | "/settings/categories"
    | "/settings/rules"
    | "/settings/rates"
    | "/settings/invoices/seller"
    | "/settings/invoices/tax"
    | "/settings/invoices/bank-details"
    | "/settings/invoices/look"
    | "/settings/invoices/mails"
    | "/settings/developer"
    | "/settings/ai";
  readonly file: string;
  readonly reads?: readonly string[];
  readonly label: string;
  readonly items: readonly {
    readonly hash: string;
    readonly label: string;
    /** Search terms besides the label. */
    readonly words: string;
  }[];
};

type SettingsGroup = { readonly group: string; readonly pages: readonly SettingsPage[] };

/** Pages of the settings and their sections. `hash` is the id of a section's title. */
export const SETTINGS: readonly SettingsGroup[] = [
  {
    group: "You",
    pages: [
      {
        to: "/settings/profile",
        file: "settings/profile",
        label: "Profile",
        items: [
          {
            hash: "person",
            label: "Name and time zone",
            words: "your name rename clock day region",
          },
          {
            hash: "formats",
            label: "Dates, numbers and money",
            words: "locale language format decimal",
          },
          { hash: "theme", label: "Theme", words: "dark light appearance" },
          {
            hash: "shortcuts",
            label: "Keyboard shortcuts",
            words: "single keys letters speech input accessibility help",
          },
          { hash: "password", label: "Password", words: "security change" },
          { hash: "sessions", label: "Sessions", words: "devices sign out browsers security" },
        ],
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
        items: [
          {
            hash: "details",
            label: "Name, currency and books",
            words: "rename company base country fiscal year time zone tax region",
          },
          { hash: "members", label: "Members and roles", words: "people owner admin remove" },
          { hash: "invitations", label: "Invitations", words: "invite link join people" },
          {
            hash: "member-cap",
            label: "Access of members’ assistants",
            words: "full access cap",
          },
          { hash: "leave", label: "Leave the team", words: "danger exit" },
        ],
      },
      {
        to: "/settings/accounts",
        file: "settings/accounts",
        reads: ["bank-accounts"],
        label: "Accounts",
        items: [
          { hash: "accounts", label: "Bank accounts", words: "balance iban card cash loan money" },
        ],
      },
      {
        to: "/settings/categories",
        file: "settings/categories",
        reads: ["categories"],
        label: "Categories",
        items: [
          { hash: "own", label: "Categories of the team", words: "add tax rate color" },
          { hash: "system", label: "System categories", words: "hide tax rate reporting code" },
        ],
      },
      {
        to: "/settings/rules",
        file: "settings/rules",
        reads: ["rules"],
        label: "Rules",
        items: [
          {
            hash: "rules",
            label: "Rules for transactions",
            words: "automatic category tag order apply past",
          },
        ],
      },
      {
        to: "/settings/rates",
        file: "settings/rates",
        reads: ["rates"],
        label: "Exchange rates",
        items: [
          {
            hash: "source",
            label: "Rates of the European Central Bank",
            words: "ecb upload file currency",
          },
          { hash: "own", label: "Own exchange rates", words: "currency day by hand" },
        ],
      },
      {
        to: "/settings/developer",
        file: "settings/developer",
        reads: ["keys", "apps"],
        label: "Developer",
        items: [
          { hash: "keys", label: "API keys", words: "token secret mint rotate revoke scopes" },
          { hash: "apps", label: "Connected apps", words: "oauth clients disconnect revoke" },
        ],
      },
      {
        to: "/settings/ai",
        file: "settings/ai",
        reads: ["keys", "apps", "tools"],
        label: "AI",
        items: [
          {
            hash: "deleting",
            label: "Tools that delete",
            words: "destructive switch delete allow",
          },
          { hash: "tools", label: "Tools of assistants", words: "list reads changes" },
          { hash: "now", label: "Current access of keys and apps", words: "tier effective" },
        ],
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
        items: [
          {
            hash: "seller",
            label: "Seller on invoices",
            words: "company legal name address country vat tax number registration contact",
          },
        ],
      },
      {
        to: "/settings/invoices/tax",
        file: "settings/invoices/tax",
        reads: ["invoice-settings", "tax-rates"],
        label: "Tax",
        items: [
          {
            hash: "rates",
            label: "Tax rates of invoices",
            words: "vat percent exempt reverse charge small business",
          },
          {
            hash: "defaults",
            label: "Usual tax",
            words: "default rate prices include gross net",
          },
        ],
      },
      {
        to: "/settings/invoices/bank-details",
        file: "settings/invoices/bank-details",
        reads: ["invoice-settings", "payment-accounts"],
        label: "Bank details",
        items: [
          {
            hash: "accounts",
            label: "Bank details on invoices",
            words: "iban bic payment link pay account",
          },
          { hash: "terms", label: "Days to pay", words: "due terms default payment" },
        ],
      },
      {
        to: "/settings/invoices/look",
        file: "settings/invoices/look",
        reads: ["invoice-settings"],
        label: "Look",
        items: [
          { hash: "logo", label: "Logo of invoices", words: "picture brand image" },
          {
            hash: "page",
            label: "Paper, color and language",
            words: "a4 letter accent pdf design",
          },
        ],
      },
      {
        to: "/settings/invoices/mails",
        file: "settings/invoices/mails",
        reads: ["invoice-settings", "invoice-settings/mail-texts"],
        label: "Mail texts",
        items: [
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
      },
    ],
  },
];

/** The page that `/settings` leads to. */
export const FIRST_SETTINGS = "/settings/profile";
