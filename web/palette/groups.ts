/** Prefixes that narrow the search to one kind. */
const PREFIXES = { ">": "actions", "@": "customers" } as const;

type Only = (typeof PREFIXES)[keyof typeof PREFIXES];

export type Asked = { readonly only: Only | null; readonly text: string };

export function askedBy(typed: string): Asked {
  const text = typed.trimStart();
  for (const [prefix, only] of Object.entries(PREFIXES))
    if (text.startsWith(prefix)) return { only, text: text.slice(prefix.length).trim() };
  return { only: null, text: text.trim() };
}

const MOST_OF_A_GROUP = 5;

export type Command = {
  readonly value: string;
  readonly label: string;
  readonly kind?: string;
  readonly figures?: { readonly amount: string; readonly day: string };
  readonly letter?: string;
  readonly words: string;
  readonly run: () => void;
};

export type CommandGroup = { readonly value: string; readonly items: readonly Command[] };

export type Known = {
  readonly recents: readonly Command[];
  readonly actions: readonly Command[];
  readonly pages: readonly Command[];
  readonly settings: readonly Command[];
  readonly teams: readonly Command[];
  /** Found by the server for the typed text, with "See all" at their end. */
  readonly customers: readonly Command[];
  readonly projects: readonly Command[];
  readonly transactions: readonly Command[];
  readonly invoices: readonly Command[];
  readonly documents: readonly Command[];
  readonly receipts: readonly Command[];
};

const TITLES = {
  recents: "Recent",
  actions: "Actions",
  customers: "Customers",
  projects: "Projects",
  invoices: "Invoices",
  transactions: "Transactions",
  documents: "Documents",
  receipts: "Receipts",
  pages: "Go to",
  settings: "Settings",
  teams: "Switch to team",
} as const satisfies Record<keyof Known, string>;

type Kind = keyof Known;

const WITHOUT_TEXT: readonly Kind[] = ["recents", "teams", "actions", "pages", "settings"];
const WITH_TEXT: readonly Kind[] = [
  "actions",
  "pages",
  "customers",
  "projects",
  "invoices",
  "transactions",
  "documents",
  "receipts",
  "settings",
  "teams",
];

const FOUND: ReadonlySet<Kind> = new Set([
  "customers",
  "projects",
  "invoices",
  "transactions",
  "documents",
  "receipts",
]);

export function groupsFor({ only, text }: Asked, known: Known): readonly CommandGroup[] {
  const kinds = only === null ? (text === "" ? WITHOUT_TEXT : WITH_TEXT) : ([only] as const);
  return kinds
    .map((kind) => ({ value: TITLES[kind], items: itemsOf(kind, { only, text }, known) }))
    .filter(({ items }) => items.length > 0);
}

/** True if Enter may run the first line unasked: an action would act at once. */
export function isFirstSafe({ text }: Asked, [first]: readonly CommandGroup[]): boolean {
  return text !== "" || first?.value === TITLES.recents;
}

function itemsOf(kind: Kind, { only, text }: Asked, known: Known): readonly Command[] {
  const items = known[kind];
  // Few at first, so that pages are in sight; the prefix lists all.
  if (text === "" && only === null && kind === "actions") return items.slice(0, MOST_OF_A_GROUP);
  if (text === "" || FOUND.has(kind)) return items;
  return items.filter((item) => matches(item, text)).slice(0, MOST_OF_A_GROUP);
}

/** True if each typed word begins a word of the label or the search terms. */
function matches(command: Pick<Command, "label" | "words">, typed: string): boolean {
  const known = `${command.label} ${command.words}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const asked = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return asked.every((word) => known.some((name) => name.startsWith(word)));
}
