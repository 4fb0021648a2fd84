import { type Written, writtenAmount } from "./amounts.ts";
import type { Days } from "./dates.ts";
import type { Preset } from "./presets.ts";
import { type Role, type Roles, currencyInTitle, isRole, roleOfTitle } from "./role.ts";
import { isAmount } from "./table.ts";
import { directionWord, isPendingWord } from "./words.ts";

type Told = {
  readonly header: readonly string[] | null;
  readonly profiles: readonly Profile[];
  readonly preset: Preset;
  readonly currency: string;
  readonly answers: Readonly<Record<string, string>>;
};

export type FoundRoles = {
  readonly roles: Roles;
  readonly maybeAmounts: readonly number[];
};

/** Follows answers, then preset and titles where the cells fit, then the cells. */
export function rolesOf(told: Told): FoundRoles {
  const { profiles, answers } = told;
  const titled = withoutDoubles(titledRoles(told), told);
  const open = filledIn(titled, profiles);
  const maybeAmounts = withAmount(open, profiles);
  const chosen = profiles.map((_, index) => chosenRole(index + 1, answers));
  const roles = open.map((role, index) => chosen[index] ?? role ?? "ignored");
  const single = roles.map((role, index) =>
    SINGLE.has(role) && chosen[index] === null && chosen.includes(role) ? "ignored" : role,
  );
  const clear = withForeignCurrency(single);
  return { roles: clear, maybeAmounts: hasAmount(clear) ? [] : maybeAmounts };
}

/** Gives the single currency column to the other amount, since the account's own currency is in a title. */
function withForeignCurrency(roles: Roles): Roles {
  const isForeign =
    roles.includes("amount") &&
    roles.includes("originalAmount") &&
    !roles.includes("originalCurrency");
  return isForeign ? roles.map((role) => (role === "currency" ? "originalCurrency" : role)) : roles;
}

export function hasAmount(roles: Roles): boolean {
  return (["amount", "debit", "credit", "net"] as const).some((role) => roles.includes(role));
}

function chosenRole(column: number, answers: Told["answers"]): Role | null {
  const answer = answers[`column:${column}`];
  if (isRole(answer)) return answer;
  if (answers["date-column"] === String(column)) return "date";
  return answers["amount-column"] === String(column) ? "amount" : null;
}

const MOSTLY = 0.5;
const NEARLY_ALL = 0.8;

function titledRoles({ header, profiles, preset }: Told): (Role | null)[] {
  return profiles.map((profile, index) => {
    const title = header?.[index];
    if (title === undefined) return null;
    const role = preset.roles[title] ?? roleOfTitle(title);
    return role === null ? null : fitting(role, profile);
  });
}

/** Null where the cells do not fit. Some titles have two meanings, such as Valuta. */
function fitting(role: Role, profile: Profile): Role | null {
  const { filled, days, amounts, currencies, numbers } = profile;
  if (filled === 0) return role;
  switch (role) {
    case "date":
    case "valueDate":
      if (days >= MOSTLY) return role;
      return currencies >= NEARLY_ALL ? "currency" : null;
    case "amount":
    case "debit":
    case "credit":
    case "gross":
    case "fee":
    case "net":
    case "balance":
    case "originalAmount":
      return amounts >= MOSTLY ? role : null;
    case "currency":
    case "originalCurrency":
      if (currencies >= MOSTLY) return role;
      return days >= MOSTLY ? "valueDate" : null;
    case "counterparty":
      return numbers >= 0.2 ? role : "name";
    default:
      return role;
  }
}

const SINGLE: ReadonlySet<Role> = new Set([
  "date",
  "valueDate",
  "amount",
  "debit",
  "credit",
  "direction",
  "gross",
  "fee",
  "net",
  "balance",
  "currency",
  "originalAmount",
  "originalCurrency",
  "counterparty",
  "state",
  "id",
  "account",
  "effect",
]);

/** Prefers the amount in the account's currency, then one with signs, then the first. */
function withoutDoubles(roles: readonly (Role | null)[], told: Told): (Role | null)[] {
  const best = new Map<Role, number>();
  for (const [index, role] of roles.entries()) {
    if (role === null || !SINGLE.has(role)) continue;
    const known = best.get(role);
    if (known === undefined || rank(index, told) > rank(known, told)) best.set(role, index);
  }
  return roles.map((role, index) => {
    if (role === "amount" && roles.includes("net")) return "ignored";
    if (role === null || !SINGLE.has(role) || best.get(role) === index) return role;
    if (role === "amount" && told.preset.name === "CSV") return "originalAmount";
    if (role === "date") return roles.includes("valueDate") ? "ignored" : "valueDate";
    return role === "account" ? "reference" : "ignored";
  });
}

function rank(index: number, { header, profiles, currency }: Told): number {
  const profile = profiles[index];
  const named = currencyInTitle(header?.[index] ?? "") === currency ? 4 : 0;
  const isIban = /iban/i.test(header?.[index] ?? "") ? 2 : 0;
  return (
    named + isIban + (profile?.hasMinus === true ? 2 : 0) + ((profile?.filled ?? 0) > 0 ? 1 : 0)
  );
}

function filledIn(titled: readonly (Role | null)[], profiles: readonly Profile[]): (Role | null)[] {
  const roles = [...titled];
  const free = (holds: (profile: Profile) => boolean) =>
    profiles.findIndex(
      (profile, index) => roles[index] === null && profile.filled > 0 && holds(profile),
    );
  const give = (role: Role, holds: (profile: Profile) => boolean) => {
    const index = roles.includes(role) ? -1 : free(holds);
    if (index >= 0) roles[index] = role;
  };
  const isDay = ({ days }: Profile) => days >= NEARLY_ALL;
  give("date", isDay);
  if (!titled.includes("date")) give("valueDate", isDay);
  give("direction", ({ directions, filled }) => directions >= 2 / 3 && filled > 0);
  give("currency", ({ currencies, length }) => currencies === 1 && length === 3);
  if (!roles.includes("name") && !roles.includes("description")) textRoles(roles, profiles);
  return roles;
}

function textRoles(roles: (Role | null)[], profiles: readonly Profile[]): void {
  const isText = ({ texts, numbers, amounts, days, length }: Profile) =>
    texts >= MOSTLY && numbers < MOSTLY && amounts < MOSTLY && days < MOSTLY && length >= 4;
  const texts = profiles.flatMap((profile, index) =>
    roles[index] === null && isText(profile) ? [index] : [],
  );
  for (const [position, index] of texts.entries())
    roles[index] = position === 0 && texts.length > 1 ? "name" : "description";
}

/**
 * Finds the amount among untitled columns.
 * @returns the candidates, where several are left
 */
function withAmount(roles: (Role | null)[], profiles: readonly Profile[]): readonly number[] {
  const known = roles.filter((role) => role !== null);
  if (hasAmount(known)) return [];
  const candidates = profiles.flatMap((profile, index) =>
    roles[index] === null && profile.amounts >= NEARLY_ALL && profile.money >= MOSTLY
      ? [index]
      : [],
  );
  const signed = candidates.filter((index) => profiles[index]?.hasMinus === true);
  const [best, ...others] = signed.length > 0 ? signed : candidates;
  if (best === undefined || (others.length > 0 && signed.length !== 1))
    return candidates.length > 0 ? candidates : withAmounts(profiles);
  roles[best] = "amount";
  const balance = candidates.find((index) => index > best);
  if (balance !== undefined && !roles.includes("balance")) roles[balance] = "balance";
  return [];
}

function withAmounts(profiles: readonly Profile[]): readonly number[] {
  return profiles.flatMap(({ amounts }, index) => (amounts >= MOSTLY ? [index] : []));
}

/** Shares are of the cells that are not empty. */
export type Profile = {
  readonly filled: number;
  readonly days: number;
  readonly amounts: number;
  readonly money: number;
  readonly hasMinus: boolean;
  readonly hasPlus: boolean;
  readonly currencies: number;
  readonly directions: number;
  readonly numbers: number;
  readonly texts: number;
  readonly length: number;
  readonly isCounter: boolean;
};

const SAMPLE = 2000;

export function profileOf(cells: readonly string[], days: Days): Profile {
  const filled = cells.filter((cell) => cell !== "");
  const seen = filled.slice(0, SAMPLE);
  const share = (holds: (cell: string) => boolean) =>
    seen.length === 0 ? 0 : seen.filter(holds).length / seen.length;
  const amounts = filled.flatMap((cell) => amountOf(cell, days));
  return {
    filled: cells.length === 0 ? 0 : filled.length / cells.length,
    days: share((cell) => days.isDay(cell) || isPendingWord(cell)),
    amounts: share((cell) => isAmount(cell, days)),
    money:
      amounts.filter(({ sign, digits }) => sign !== null || /[.,]/.test(digits)).length /
      Math.max(1, amounts.length),
    hasMinus: amounts.some(({ sign }) => sign === -1),
    hasPlus: amounts.some(({ sign }) => sign === 1),
    currencies: share((cell) => /^[A-Z]{3}$/.test(cell)),
    directions: share((cell) => directionWord(cell) !== null),
    numbers: share(isAccountNumber),
    texts: share((cell) => /\p{L}{2}/u.test(cell)),
    length: seen.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, seen.length),
    isCounter: isCounter(filled),
  };
}

function isAccountNumber(cell: string): boolean {
  const isIban = /^[A-Z]{2}\d{2}[ A-Z0-9]{11,36}$/.test(cell);
  return isIban || (/^[A-Z]{0,4}[\d\s./*x-]{4,}$/i.test(cell) && /\d{3}/.test(cell));
}

function amountOf(cell: string, days: Days): readonly Written[] {
  const written = isAmount(cell, days) ? writtenAmount(cell) : null;
  return written === null ? [] : [written];
}

function isCounter(cells: readonly string[]): boolean {
  if (cells.length < 3 || !cells.every((cell) => /^\d{1,9}$/.test(cell))) return false;
  const step = Number(cells[1]) - Number(cells[0]);
  const isEven = cells.every(
    (cell, index) => index === 0 || Number(cell) - Number(cells[index - 1]) === step,
  );
  return isEven && Math.abs(step) === 1;
}
