import { useNavigate, useRouter } from "@tanstack/react-router";
import { NAVIGATION } from "../../src/shared/pages.ts";
import { SETTINGS } from "../../src/shared/settings-pages.ts";
import type { Output } from "../api.ts";
import { signed } from "../components/amount.tsx";
import { shortDay } from "../days.ts";
import { useMe } from "../queries.ts";
import { REPORTS } from "../reports.ts";
import { signOut } from "../sign-out.ts";
import { leads, useChosen } from "../team.tsx";
import { setTheme, THEMES, useTheme } from "../theme.ts";
import { useTimerCommands } from "../timer/timer-commands.ts";
import type { Command } from "./command.ts";
import type { Known } from "./groups.ts";
import { recentsOf, remember } from "./recents.ts";

type Found = Output<"GET /api/teams/:team/search">;

/** Everything that the palette can lead to now. */
export function useCommands(typed: string, found: Found | undefined, onHelp: () => void): Known {
  const open = useOpening();
  const teamId = useChosen().team.id;
  return {
    recents: recentsOf(teamId).map(({ label, kind, href }) => ({
      ...command(label, "", () => open(label, kind, href)),
      value: `recent ${href}`,
      ...(kind === null ? {} : { kind }),
    })),
    actions: useActions(onHelp),
    pages: [
      ...NAVIGATION.map(({ to, label, words }) =>
        command(label, words, () => open(label, null, to)),
      ),
      // Without a text the pages alone, so that the list stays short.
      ...(typed.trim() === "" ? [] : REPORTS).map(({ name, title, question, words }) =>
        command(`Reports, ${title}`, `${question} ${words}`, () =>
          open(`Reports, ${title}`, null, `/reports/${name}`),
        ),
      ),
    ],
    settings: SETTINGS.flatMap(({ pages }) => pages).flatMap(({ to, label, items }) => [
      command(`Settings, ${label}`, "", () => open(`Settings, ${label}`, null, to)),
      ...items.map((item) =>
        command(item.label, `${label} ${item.words}`, () =>
          open(item.label, null, `${to}#${item.hash}`),
        ),
      ),
    ]),
    teams: useTeams(),
    customers: recordsOf(CUSTOMERS, found?.customers, typed, open),
    projects: recordsOf(PROJECTS, found?.projects, typed, open),
    transactions: recordsOf(TRANSACTIONS, transactionsOf(found), typed, open),
  };
}

type Opening = (label: string, kind: string | null, href: string) => void;

/** Opens an address, and remembers it. */
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

const TRANSACTIONS: Kind = {
  name: "Transaction",
  list: "/transactions",
  hrefOf: (id) => `/transactions?transaction=${id}`,
};

/** Names with day and amount, since many have the same name. */
function transactionsOf(found: Found | undefined): Found["customers"] | undefined {
  if (found === undefined) return undefined;
  const { items, hasMore } = found.transactions;
  const named = items.map(({ id, name, date, amount_minor, currency }) => ({
    id,
    name: `${name}, ${signed(amount_minor, currency)}, ${shortDay(date)}`,
  }));
  return { items: named, hasMore };
}

function recordsOf(
  { name: kind, list, hrefOf }: Kind,
  found: Found["customers"] | undefined,
  typed: string,
  open: Opening,
): readonly Command[] {
  if (found === undefined) return [];
  const records = found.items.map(({ id, name }) => ({
    ...command(name, "", () => open(name, kind, hrefOf(id))),
    value: id,
  }));
  if (!found.hasMore) return records;
  const all = `See all ${kind.toLowerCase()}s with “${typed}”`;
  const href = `${list}?${new URLSearchParams({ q: typed }).toString()}`;
  return [...records, { ...command(all, "", () => open(all, null, href)), value: href }];
}

function command(label: string, words: string, run: () => void): Command {
  return { value: label, label, words, run };
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
  const invite = command(
    "Invite somebody…",
    "member people team",
    () => void navigate({ to: "/settings/team", search: { open: "invite" } }),
  );
  return [
    command(
      "New customer…",
      "create add client",
      () => void navigate({ to: "/customers", search: { open: "new" } }),
    ),
    command(
      "New project…",
      "create add",
      () => void navigate({ to: "/projects", search: { open: "add" } }),
    ),
    ...timers.map(({ label, words, run }) => command(label, words, run)),
    command(
      "New transaction…",
      "create add payment money",
      () => void navigate({ to: "/transactions", search: { open: "new" } }),
    ),
    command(
      "Import transactions…",
      "bank file statement csv ofx camt mt940 upload",
      () => void navigate({ to: "/transactions/import" }),
    ),
    command(
      "Add a bank account…",
      "create new card cash",
      () => void navigate({ to: "/settings/accounts", search: { open: "new" } }),
    ),
    command(
      "Make an API key…",
      "create mint new token",
      () => void navigate({ to: "/settings/developer", search: { open: "new-key" } }),
    ),
    ...(leads(team) ? [invite] : []),
    command(
      "New team…",
      "create",
      () => void navigate({ to: "/settings/team", search: { open: "new-team" } }),
    ),
    ...THEMES.filter((theme) => theme !== current).map((theme) =>
      command(THEME_COMMANDS[theme], "theme appearance", () => setTheme(theme)),
    ),
    command("Help and shortcuts", "keyboard keys", onHelp),
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
