/**
 * Page of the web app. Its component is the one export of `web/pages/` + `file` + `.page.tsx`, which is
 * loaded when the page is opened.
 */
type Page = {
  /** A part that begins with `$` is a parameter: `/customers/$id`. */
  readonly to: `/${string}`;
  readonly file: string;
  /** First reads of the team, below `/api/teams/:team/`: the browser asks for them beside the scripts. */
  readonly reads?: readonly string[];
  /** Other pages are reached by links. */
  readonly inNavigation?: NavigationEntry;
};

type NavigationEntry = {
  readonly label: string;
  /** Search terms besides the label. */
  readonly words: string;
  /** Above are the pages of the work. */
  readonly place: "above" | "below";
  /** Set for pages above that are no part of the bar of phones, which has room for four. */
  readonly isUnderMore?: true;
  /** Lines of a drawing on 24 × 24 px, as of the icons of Lucide. */
  readonly icon: string;
};

/**
 * All pages but those of the settings, in the order of the navigation. Router, server, navigation and
 * palette read this list.
 */
export const PAGES = [
  {
    to: "/",
    file: "home",
    reads: ["overview", "activity?limit=7"],
    inNavigation: {
      label: "Home",
      words: "start overview",
      place: "above",
      icon: "M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z",
    },
  },
  {
    to: "/time",
    file: "time/tracker",
    inNavigation: {
      label: "Time",
      words: "timer tracker entries hours start stop",
      place: "above",
      icon: "M10 2h4M12 14l3-3M20 14a8 8 0 1 1-16 0 8 8 0 0 1 16 0z",
    },
  },
  { to: "/time/calendar", file: "time/calendar" },
  { to: "/time/week", file: "time/week" },
  { to: "/time/team", file: "time/team" },
  { to: "/time/import", file: "time/import" },
  {
    to: "/invoices",
    file: "invoices/invoices",
    reads: ["invoices?limit=50&sort=-created"],
    inNavigation: {
      label: "Invoices",
      words: "bill owed overdue paid unpaid drafts send number pdf credit",
      place: "above",
      icon: "M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7ZM14 2v4a2 2 0 0 0 2 2h4M10 9H8M16 13H8M16 17H8",
    },
  },
  { to: "/invoices/$id", file: "invoices/invoice" },
  { to: "/invoices/$id/edit", file: "invoices/edit" },
  {
    to: "/customers",
    file: "customers/customers",
    reads: ["customers?archived=false&limit=50&sort=name"],
    inNavigation: {
      label: "Customers",
      words: "clients companies contacts tags import",
      place: "above",
      icon: "M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M16 3.128a4 4 0 0 1 0 7.744M22 21v-2a4 4 0 0 0-3-3.87M13 7a4 4 0 1 1-8 0a4 4 0 0 1 8 0z",
    },
  },
  { to: "/customers/import", file: "customers/import" },
  { to: "/customers/tags", file: "customers/tags" },
  { to: "/customers/$id", file: "customers/customer" },
  {
    to: "/projects",
    file: "projects/projects",
    reads: ["projects?limit=50&sort=status", "projects/sums"],
    inNavigation: {
      label: "Projects",
      words: "work estimate rate budget merge",
      place: "above",
      isUnderMore: true,
      icon: "M20 20a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.9a2 2 0 0 1-1.69-.9L9.6 3.9A2 2 0 0 0 7.93 3H4a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2Z",
    },
  },
  { to: "/projects/unbilled", file: "projects/unbilled" },
  { to: "/projects/$id", file: "projects/project" },
  {
    to: "/transactions",
    file: "transactions/transactions",
    reads: ["transactions?limit=50&sort=-date"],
    inNavigation: {
      label: "Transactions",
      words: "bank money payments categories books split import statement",
      place: "above",
      isUnderMore: true,
      icon: "M8 3 4 7l4 4M4 7h16M16 21l4-4-4-4M20 17H4",
    },
  },
  { to: "/transactions/import", file: "transactions/import" },
  { to: "/transactions/imports", file: "transactions/imports" },
  { to: "/transactions/review", file: "transactions/review", reads: ["review"] },
  { to: "/transactions/$id", file: "transactions/transaction" },
  {
    to: "/receipts",
    file: "receipts/receipts",
    reads: ["inbox?limit=50&tab=review", "inbox/counts"],
    inNavigation: {
      label: "Receipts",
      words: "inbox bills expenses match scan photo upload",
      place: "above",
      isUnderMore: true,
      icon: "M4 2v20l2-1 2 1 2-1 2 1 2-1 2 1 2-1 2 1V2l-2 1-2-1-2 1-2-1-2 1-2-1-2 1ZM8 8h8M8 12h8M8 16h5",
    },
  },
  { to: "/receipts/$id", file: "receipts/receipts" },
  {
    to: "/documents",
    file: "documents/documents",
    reads: ["documents?sort=-created&limit=50", "documents/counts"],
    inNavigation: {
      label: "Documents",
      words: "files vault papers scans contracts receipts upload pdf",
      place: "above",
      isUnderMore: true,
      icon: "M2 3h20v5H2zM4 8v13h16V8M10 12h4",
    },
  },
  { to: "/documents/$id", file: "documents/document" },
  {
    to: "/reports",
    file: "reports/reports",
    inNavigation: {
      label: "Reports",
      words: "profit loss burn runway revenue spending tax charts figures",
      place: "above",
      isUnderMore: true,
      icon: "M3 3v16a2 2 0 0 0 2 2h16M18 17V9M13 17V5M8 17v-3",
    },
  },
  { to: "/reports/$name", file: "reports/report" },
  {
    to: "/activity",
    file: "activity/activity",
    reads: ["activity?limit=50"],
    inNavigation: {
      label: "Activity",
      words: "journal log history changes undo audit",
      place: "below",
      icon: "M22 12h-2.48a2 2 0 0 0-1.93 1.46l-2.35 8.36a.25.25 0 0 1-.48 0L9.24 2.18a.25.25 0 0 0-.48 0l-2.35 8.36A2 2 0 0 1 4.49 12H2",
    },
  },
  { to: "/calls", file: "calls/calls" },
  {
    to: "/connect",
    file: "connect/connect",
    inNavigation: {
      label: "Connect",
      words: "claude chatgpt cursor code gemini curl mcp assistant",
      place: "below",
      icon: "M12 22v-5M15 8V2M17 8a1 1 0 0 1 1 1v4a4 4 0 0 1-4 4h-4a4 4 0 0 1-4-4V9a1 1 0 0 1 1-1zM9 8V2",
    },
  },
  {
    to: "/settings",
    file: "settings/settings",
    inNavigation: {
      label: "Settings",
      words: "preferences",
      place: "below",
      icon: "M9.671 4.136a2.34 2.34 0 0 1 4.659 0 2.34 2.34 0 0 0 3.319 1.915 2.34 2.34 0 0 1 2.33 4.033 2.34 2.34 0 0 0 0 3.831 2.34 2.34 0 0 1-2.33 4.033 2.34 2.34 0 0 0-3.319 1.915 2.34 2.34 0 0 1-4.659 0 2.34 2.34 0 0 0-3.32-1.915 2.34 2.34 0 0 1-2.33-4.033 2.34 2.34 0 0 0 0-3.831A2.34 2.34 0 0 1 6.35 6.051a2.34 2.34 0 0 0 3.319-1.915M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
    },
  },
] as const satisfies readonly Page[];

type Address = (typeof PAGES)[number]["to"];

export const NAVIGATION: readonly (NavigationEntry & { readonly to: Address })[] = PAGES.flatMap(
  (page) => ("inNavigation" in page ? [{ to: page.to, ...page.inNavigation }] : []),
);

export const ABOVE = NAVIGATION.filter(({ place }) => place === "above");
export const BELOW = NAVIGATION.filter(({ place }) => place === "below");

/** Bar of phones. */
export const IN_BAR = ABOVE.filter(({ isUnderMore }) => isUnderMore !== true);
export const UNDER_MORE = NAVIGATION.filter((page) => !IN_BAR.includes(page));

/** Addresses that the server answers with the app, which handles everything below them itself. */
export const ADDRESSES: readonly string[] = [
  ...new Set(PAGES.map(({ to }) => (to === "/" ? to : `/${to.split("/")[1]}/*`))),
];

/** Choice of the set-up, and the address to which it leads: the app sets the zone of the browser there. */
export const BROWSER_ZONE = {
  value: "browser",
  label: "That of this browser",
  search: { zone: "browser" },
} as const;
