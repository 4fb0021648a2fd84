import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { NAVIGATION } from "../../src/shared/pages.ts";
import { SETTINGS } from "../../src/shared/settings-pages.ts";
import { loadPart, type Output } from "../api.ts";
import { signed } from "../components/amount.tsx";
import { shortDay } from "../dates.ts";
import { money } from "../numbers.ts";
import { areSingleKeysOn, setTheme, THEMES, useTheme } from "../preferences.ts";
import { useMe, useOfTeam } from "../queries.ts";
import { REPORTS } from "../reports.ts";
import { signOut } from "../sign-out.ts";
import { leads, useChosen, useTeam } from "../team.tsx";
import { useOwnTimer, useTimerActions } from "../timer/own-timer.ts";
import { isOfList, useNewTimer } from "../timer/timer-keys.ts";
import type { Command, Known } from "./groups.ts";
import { INNER_PAGES } from "./inner-pages.ts";
import { recentsOf, remember } from "./recents.ts";

type Found = Output<"GET /api/teams/:team/search">;

export function useCommands(typed: string, found: Found | undefined, onHelp: () => void): Known {
  const open = useOpening();
  const teamId = useChosen().team.id;
  const here = useRouter().history.location.href;
  const sections = useSections();
  return {
    recents: recentsOf(teamId)
      .filter(({ href }) => href !== here)
      .map(({ label, kind, href }) => ({
        ...command(label, "", () => open(label, kind, href)),
        value: `recent ${href}`,
        ...(kind === null ? {} : { kind }),
      })),
    actions: useActions(onHelp),
    pages: [
      ...NAVIGATION.map(({ to, label, words }) =>
        command(label, words, () => open(label, null, to)),
      ),
      // Without a text the pages of the navigation alone, so that the list stays short.
      ...(typed.trim() === "" ? [] : INNER_PAGES).map(({ to, label, words = "" }) =>
        command(label, words, () => open(label, null, to)),
      ),
      ...(typed.trim() === "" ? [] : REPORTS).map(({ name, title, question, words }) =>
        command(`Reports, ${title}`, `${question} ${words}`, () =>
          open(`Reports, ${title}`, null, `/reports/${name}`),
        ),
      ),
    ],
    settings: SETTINGS.flatMap(({ pages }) => pages).flatMap(({ to, label }) => [
      command(`Settings, ${label}`, "", () => open(`Settings, ${label}`, null, to)),
      ...(sections?.[to] ?? []).map((item) =>
        command(item.label, `${label} ${item.words}`, () =>
          open(item.label, null, `${to}#${item.hash}`),
        ),
      ),
    ]),
    teams: useTeams(),
    customers: found === undefined ? [] : recordsOf(CUSTOMERS, found.customers, typed, open),
    projects: found === undefined ? [] : recordsOf(PROJECTS, found.projects, typed, open),
    transactions: found === undefined ? [] : transactionsOf(found.transactions, typed, open),
    invoices: found === undefined ? [] : recordsOf(INVOICES, found.invoices, typed, open),
    documents: found === undefined ? [] : recordsOf(DOCUMENTS, found.documents, typed, open),
    receipts: found === undefined ? [] : receiptsOf(found.receipts, typed, open),
  };
}

/** Loaded when the palette is first opened: no page needs them before. */
function useSections() {
  const { data } = useQuery({
    queryKey: ["sections of the settings"],
    queryFn: async () =>
      loadPart(async () => import("../../src/shared/settings-sections.ts")).then(
        ({ SETTINGS_SECTIONS }) => SETTINGS_SECTIONS,
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

type Opening = (label: string, kind: string | null, href: string) => void;

function useOpening(): Opening {
  const { history } = useRouter();
  const { id } = useChosen().team;
  return (label, kind, href) => {
    remember(id, { label, kind, href });
    history.push(href);
  };
}

type Kind = {
  readonly name: string;
  readonly list: string;
  readonly hrefOf: (id: string) => string;
};

const CUSTOMERS: Kind = {
  name: "Customer",
  list: "/customers",
  hrefOf: (id) => `/customers/${id}`,
};

const PROJECTS: Kind = {
  name: "Project",
  list: "/projects",
  hrefOf: (id) => `/projects/${id}`,
};

const INVOICES: Kind = {
  name: "Invoice",
  list: "/invoices",
  hrefOf: (id) => `/invoices/${id}`,
};

const TRANSACTIONS: Kind = {
  name: "Transaction",
  list: "/transactions",
  hrefOf: (id) => `/transactions?transaction=${id}`,
};

const DOCUMENTS: Kind = {
  name: "Document",
  list: "/documents",
  hrefOf: (id) => `/documents/${id}`,
};

const RECEIPTS: Kind = {
  name: "Receipt",
  list: "/receipts",
  hrefOf: (id) => `/receipts/${id}`,
};

function receiptsOf(
  { items, hasMore }: Found["receipts"],
  typed: string,
  open: Opening,
): readonly Command[] {
  const records = items.map(({ id, name, date, amount_minor, currency }) => {
    const amount = amount_minor === null || currency === null ? "" : money(amount_minor, currency);
    const figures = { amount, day: date === null ? "" : shortDay(date) };
    const whole = [name, figures.amount, figures.day].filter(Boolean).join(", ");
    const run = () => open(whole, RECEIPTS.name, RECEIPTS.hrefOf(id));
    return { ...command(name, "", run), value: id, figures };
  });
  return [...records, ...allOf(RECEIPTS, hasMore, typed, open)];
}

/** Shows amount and day too, since many transactions have the same name. */
function transactionsOf(
  { items, hasMore }: Found["transactions"],
  typed: string,
  open: Opening,
): readonly Command[] {
  const { name: kind, hrefOf } = TRANSACTIONS;
  const records = items.map(({ id, name, date, amount_minor, currency }) => {
    const figures = { amount: signed(amount_minor, currency), day: shortDay(date) };
    const whole = `${name}, ${figures.amount}, ${figures.day}`;
    return { ...command(name, "", () => open(whole, kind, hrefOf(id))), value: id, figures };
  });
  return [...records, ...allOf(TRANSACTIONS, hasMore, typed, open)];
}

type Records = {
  readonly items: readonly {
    readonly id: string;
    readonly name: string;
    /** Customer of a project or an invoice, by whose name it is found too. */
    readonly customer?: string | null;
  }[];
  readonly hasMore: boolean;
};

function recordsOf(
  of: Kind,
  { items, hasMore }: Records,
  typed: string,
  open: Opening,
): readonly Command[] {
  const records = items.map(({ id, name, customer }) => {
    const whole = customer ? `${name} · ${customer}` : name;
    return { ...command(whole, "", () => open(whole, of.name, of.hrefOf(id))), value: id };
  });
  return [...records, ...allOf(of, hasMore, typed, open)];
}

function allOf(
  { name: kind, list }: Kind,
  hasMore: boolean,
  typed: string,
  open: Opening,
): readonly Command[] {
  if (!hasMore) return [];
  const all = `See all ${kind.toLowerCase()}s with “${typed}”`;
  const href = `${list}?${new URLSearchParams({ q: typed }).toString()}`;
  return [{ ...command(all, "", () => open(all, null, href)), value: href }];
}

function command(label: string, words: string, run: () => void): Command {
  return { value: label, label, words, run };
}

/** Names the command's key, unless single keys are off or the list on the page uses it. */
function withLetter(letter: string, command: Command): Command {
  return areSingleKeysOn() && !isOfList(letter) ? { ...command, letter } : command;
}

const THEME_COMMANDS = {
  system: "System theme",
  light: "Light theme",
  dark: "Dark theme",
} as const;

function useActions(onHelp: () => void): readonly Command[] {
  const navigate = useNavigate();
  const { team } = useChosen();
  const current = useTheme();
  const timers = useTimerCommands();
  /** Leads to a page, and opens a dialog there. */
  const leading = (label: string, words: string, to: string, open?: string) => {
    const search: Readonly<Record<string, string>> = open === undefined ? {} : { open };
    return command(label, words, () => void navigate({ to, search }));
  };
  return [
    ...timers,
    leading("New customer…", "create add client", "/customers", "new"),
    leading("New invoice…", "create write bill draft", "/invoices", "new"),
    leading("New project…", "create add", "/projects", "add"),
    leading("New transaction…", "create add payment money", "/transactions", "new"),
    leading("Upload a receipt…", "file scan bill inbox add photo", "/receipts", "upload"),
    leading(
      "Import transactions…",
      "bank file statement csv ofx camt mt940 upload",
      "/transactions/import",
    ),
    leading("Add a bank account…", "create new card cash", "/settings/accounts", "new"),
    leading("Make an API key…", "create mint new token", "/settings/developer", "new-key"),
    ...(leads(team)
      ? [leading("Invite somebody…", "member people team", "/settings/team", "invite")]
      : []),
    leading("New team…", "create", "/settings/team", "new-team"),
    ...THEMES.filter((theme) => theme !== current).map((theme) =>
      command(THEME_COMMANDS[theme], "theme appearance", () => setTheme(theme)),
    ),
    withLetter("?", command("Help and shortcuts", "keyboard keys", onHelp)),
    command("Sign out", "log out leave", () => void signOut()),
  ];
}

function useTeams(): readonly Command[] {
  const { teams } = useMe();
  const { team, choose } = useChosen();
  return teams
    .filter(({ id }) => id !== team.id)
    .map(({ id, name }) => ({ ...command(name, "team switch", () => choose(id)), value: id }));
}

function useTimerCommands(): readonly Command[] {
  const running = useOwnTimer()?.running ?? null;
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/timer/recent", {});
  const { start, stop } = useTimerActions();
  const [last] = data?.recent ?? [];
  const begin = withLetter("N", command("Start a timer…", "new tracker time begin", useNewTimer()));
  if (running !== null) {
    const label = `Stop the timer on ${running.project.name}`;
    return [
      withLetter(
        "S",
        command(label, "end tracker time", () => void stop(running.id)),
      ),
      begin,
    ];
  }
  if (last === undefined) return [begin];
  const { project, description } = last;
  const label = `Continue ${description ?? project.name}`;
  const resume = () => void start({ project: project.id, description });
  return [withLetter("C", command(label, `timer tracker start ${project.name}`, resume)), begin];
}
