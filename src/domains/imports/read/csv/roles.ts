import { Refusal } from "../../../../core/errors.ts";
import { quoted } from "../../../../core/visible.ts";
import { type Written, writtenAmount } from "./amounts.ts";
import type { Days } from "./dates.ts";
import { withoutQuotes } from "./preamble.ts";
import { type Preset, presetRole } from "./presets.ts";
import {
  ROLES,
  type Role,
  type Roles,
  columnsWith,
  currencyInTitle,
  isRole,
  roleOfTitle,
} from "./role.ts";
import { isAmount } from "./table.ts";
import { directionWord, isPendingWord } from "./words.ts";

type Told = {
  readonly header: readonly string[] | null;
  /** Cells of each column, and facts of them. */
  readonly columns: readonly (readonly string[])[];
  readonly profiles: readonly Profile[];
  readonly preset: Preset;
  readonly currency: string;
  readonly answers: Readonly<Record<string, string>>;
};

export type FoundRoles = {
  /** Roles that hold where the running balance proves none of the alternatives. */
  readonly roles: Roles;
  /** Ways between which the running balance decides. */
  readonly alternatives: readonly Roles[];
  /** The question to a person where it does not; null where `roles` is good without. */
  readonly asks: Asked | null;
};

type Asked = {
  readonly id: "amount-column" | "money-out-column";
  /** Columns, from 0, that may be it. */
  readonly places: readonly number[];
};

type Open = (Role | null)[];

/**
 * Roles of columns: by answers, then by preset and titles where the cells fit, then by the cells.
 * @throws Refusal for answers that give a column two roles, or a role to two columns that only one can have
 */
export function rolesOf(told: Told): FoundRoles {
  checkAnswers(told);
  const open = filledIn(withoutDoubles(titledRoles(told), told), told.profiles);
  const found = withAmounts(open, told);
  const finished = (roles: Open) => withAnswers(roles, told.answers);
  const roles = finished(found.roles);
  const isAnswered = found.asks !== null && found.asks.id in told.answers;
  return {
    roles,
    alternatives: isAnswered ? [] : found.alternatives.map(finished),
    asks: isAnswered ? null : found.asks,
  };
}

function withAnswers(open: Open, answers: Told["answers"]): Roles {
  const chosen = open.map((_, index) => chosenRole(index + 1, answers));
  const roles = open.map((role, index) => chosen[index] ?? role ?? "ignored");
  const single = roles.map((role, index) =>
    ROLES[role].isSingle && chosen[index] === null && chosen.includes(role) ? "ignored" : role,
  );
  return withForeignCurrency(single);
}

/** Beside two amounts, one currency is that of the other amount: the account's own stands in a title. */
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

const ASKED = {
  "date-column": "date",
  "money-out-column": "debit",
  "amount-column": "amount",
} as const;

/** Roles that a person gave a column by answers to questions. */
function askedRoles(column: number, answers: Told["answers"]): readonly Role[] {
  return Object.entries(ASKED).flatMap(([id, role]) =>
    answers[id] === String(column) ? [role] : [],
  );
}

/** Role that a person gave a column; it takes it from the one that had it. */
function chosenRole(column: number, answers: Told["answers"]): Role | null {
  const answer = answers[`column:${column}`];
  return isRole(answer) ? answer : (askedRoles(column, answers)[0] ?? null);
}

function checkAnswers({ header, profiles, answers }: Told): void {
  const nameOf = (index: number) => {
    const title = header?.[index] ?? "";
    return title === "" ? `Column ${index + 1}` : `The column ${quoted(title)}`;
  };
  const takers = new Map<Role, number>();
  for (const index of profiles.keys()) {
    const asked = askedRoles(index + 1, answers);
    const role = chosenRole(index + 1, answers);
    if (role === null) continue;
    const isSettled = isRole(answers[`column:${index + 1}`]);
    if (asked.length > 1 && !isSettled) {
      const words = asked.map((one) => `“${ROLES[one].label}”`).join(" and ");
      throw twice(
        `${nameOf(index)} is chosen as ${words}`,
        "choose another column for one of them",
      );
    }
    const other = takers.get(role);
    if (ROLES[role].isSingle && other !== undefined) {
      const both = `${nameOf(other)} and ${nameOf(index).replace(/^T/, "t").replace(/^C/, "c")}`;
      throw twice(
        `${both} are chosen as “${ROLES[role].label}”`,
        "choose another role for one of them",
      );
    }
    takers.set(role, index);
  }
}

function twice(message: string, next: string): Refusal {
  return new Refusal({ code: "invalid_argument", path: "options", message, next });
}

const MOSTLY = 0.5;
const NEARLY_ALL = 0.8;

function titledRoles({ header, profiles, preset }: Told): Open {
  const roles = profiles.map((profile, index) => {
    const title = header?.[index];
    if (title === undefined) return null;
    const role = presetRole(preset, title, index) ?? roleOfTitle(title);
    return role === null ? null : fitting(role, profile);
  });
  return withTaxWithin(withDirection(roles, profiles));
}

/** Where no amount has a sign, a kind of booking that says debit or credit for most rows gives it. */
function withDirection(roles: Open, profiles: readonly Profile[]): Open {
  const amount = roles.indexOf("amount");
  const isSigned = profiles[amount]?.hasMinus !== false;
  const isKnown = (["direction", "debit", "credit"] as const).some((role) => roles.includes(role));
  const kind = roles.findIndex(
    (role, index) => role === "kind" && (profiles[index]?.directions ?? 0) >= MOSTLY,
  );
  return isSigned || isKnown || kind < 0 ? roles : put(roles, [[kind, "direction"]]);
}

/** Beside a tax and no fee, the amount with the tax was booked, not the net one. */
function withTaxWithin(roles: Open): Open {
  const isTaxed = roles.includes("tax") && roles.includes("gross") && roles.includes("net");
  if (!isTaxed || roles.includes("fee")) return roles;
  return roles.map((role) => (role === "gross" ? "amount" : role === "net" ? "part" : role));
}

/** The role if the cells can have it. Some titles mean two things, such as Valuta. */
function fitting(role: Role, profile: Profile): Role | null {
  const { filled, days, amounts, currencies, directions, numbers } = profile;
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
    case "tax":
    case "part":
    case "rate":
      return amounts >= MOSTLY ? role : null;
    case "kind":
      return directions >= NEARLY_ALL ? "direction" : role;
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

/** Of two columns with one role the one that is named for the account counts, then the first that is filled. */
function withoutDoubles(roles: Open, told: Told): Open {
  const best = new Map<Role, number>();
  for (const [index, role] of roles.entries()) {
    if (role === null || !ROLES[role].isSingle) continue;
    const known = best.get(role);
    if (known === undefined || rank(index, told) > rank(known, told)) best.set(role, index);
  }
  return roles.map((role, index) => {
    if (role === "amount") return roles.includes("net") ? "ignored" : role;
    if (role === null || !ROLES[role].isSingle || best.get(role) === index) return role;
    if (role === "date") return roles.includes("valueDate") ? "ignored" : "valueDate";
    return role === "account" ? "reference" : "ignored";
  });
}

function rank(index: number, { header, profiles }: Told): number {
  const isIban = /iban/i.test(header?.[index] ?? "") ? 2 : 0;
  return isIban + ((profiles[index]?.filled ?? 0) > 0 ? 1 : 0);
}

/** Gives untitled columns the roles that their cells tell. */
function filledIn(titled: Open, profiles: readonly Profile[]): Open {
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

/** Untitled texts: the first is a name where there are several, the others are the text. */
function textRoles(roles: Open, profiles: readonly Profile[]): void {
  const isText = ({ texts, numbers, amounts, days, length }: Profile) =>
    texts >= MOSTLY && numbers < MOSTLY && amounts < MOSTLY && days < MOSTLY && length >= 4;
  const texts = profiles.flatMap((profile, index) =>
    roles[index] === null && isText(profile) ? [index] : [],
  );
  for (const [position, index] of texts.entries())
    roles[index] = position === 0 && texts.length > 1 ? "name" : "description";
}

type Found = {
  readonly roles: Open;
  readonly alternatives: readonly Open[];
  readonly asks: Asked | null;
};

/** Finds the amount. Where titles and cells leave it open, the alternatives name each way to read it. */
function withAmounts(open: Open, told: Told): Found {
  const titled = columnsWith(open, "amount");
  if (titled.length > 1) return ofTitledAmounts(open, titled, told);
  const money = told.profiles.flatMap((profile, index) =>
    open[index] === null && isMoney(profile) ? [index] : [],
  );
  const known = open.find((role) => role === "debit" || role === "credit");
  const isPairOpen = known !== undefined && open.includes("debit") !== open.includes("credit");
  const other = isPairOpen && money.find((index) => completes(open.indexOf(known), index, told));
  if (typeof other === "number")
    return withBalance(put(open, [[other, known === "debit" ? "credit" : "debit"]]), told);
  if (hasAmount(open.filter((role) => role !== null))) return withBalance(open, told);
  return ofUntitled(open, money, told);
}

/** Of several columns with a title of an amount, one may name the account's currency, or be the only one filled. */
function ofTitledAmounts(open: Open, places: readonly number[], told: Told): Found {
  const { header, columns, profiles, currency } = told;
  const named = places.filter((index) => currencyInTitle(header?.[index] ?? "") === currency);
  const filled = places.filter((index) => (profiles[index]?.filled ?? 0) > 0);
  const asOne = (index: number) =>
    open.map((role, place): Role | null =>
      role === "amount" && place !== index ? "originalAmount" : role,
    );
  const [first, ...others] = named.length === 1 ? named : filled;
  if (first === undefined) return { roles: asOne(places[0] ?? 0), alternatives: [], asks: null };
  const isSame = others.every((index) => columns[index]?.join() === columns[first]?.join());
  if (isSame) return withBalance(asOne(first), told);
  return {
    roles: put(
      open,
      places.map((index) => [index, null]),
    ),
    alternatives: filled.map(asOne),
    asks: { id: "amount-column", places: filled },
  };
}

/** Of columns without a known title, two that complete each other are money out and money in. */
function ofUntitled(open: Open, money: readonly number[], told: Told): Found {
  const [pair] = money.flatMap((one) =>
    money
      .filter((other) => other > one && completes(one, other, told))
      .map((other) => [one, other] as const),
  );
  if (pair !== undefined) {
    const [left, right] = pair;
    const rest = money.filter((index) => index !== left && index !== right);
    const ways = [pair, [right, left] as const].map(([out, into]) =>
      put(open, [
        [out, "debit"],
        [into, "credit"],
      ]),
    );
    return {
      // The answer names the one, and the other is what is left.
      roles: put(open, [
        [left, "credit"],
        [right, "credit"],
      ]),
      alternatives: ways.flatMap((roles) => balanced(roles, rest, told)),
      asks: { id: "money-out-column", places: pair },
    };
  }
  const [only, ...others] = money;
  if (only !== undefined && others.length === 0)
    return { roles: put(open, [[only, "amount"]]), alternatives: [], asks: null };
  const alternatives = money.flatMap((column) => {
    const rest = money.filter((index) => index !== column);
    return balanced(put(open, [[column, "amount"]]), rest, told);
  });
  return { roles: open, alternatives, asks: { id: "amount-column", places: money } };
}

/** An amount that is clear, and a column without a known title that may be its balance. */
function withBalance(open: Open, told: Told): Found {
  const rest = open.flatMap((role, index) => (role === null ? [index] : []));
  const alternatives = open.includes("balance") ? [] : balanced(open, rest, told);
  return { roles: open, alternatives, asks: null };
}

/** The same roles with each of the columns as the balance; one that is titled so stays alone. */
function balanced(roles: Open, places: readonly number[], { profiles }: Told): readonly Open[] {
  if (roles.includes("balance")) return [roles];
  return places
    .filter((index) => {
      const profile = profiles[index];
      return profile !== undefined && isMoney(profile) && profile.filled === 1;
    })
    .map((index) => put(roles, [[index, "balance"]]));
}

function put(roles: Open, places: readonly (readonly [number, Role | null])[]): Open {
  const at = new Map(places);
  return roles.map((role, index) => (at.has(index) ? (at.get(index) ?? null) : role));
}

/** True for a column of amounts with decimals or signs: neither ids nor counts. */
export function isMoney({ filled, amounts, money }: Profile): boolean {
  return filled > 0 && amounts >= NEARLY_ALL && money >= MOSTLY;
}

/** True for numbers in some rows: amounts of a bank that writes no decimals, or ids. */
export function isSpare({ filled, amounts, isCounter }: Profile): boolean {
  return filled > 0 && filled < 1 && amounts >= NEARLY_ALL && !isCounter;
}

/** True for two columns of amounts of which each row fills one, in one currency. */
function completes(one: number, other: number, { header, columns, profiles }: Told): boolean {
  const both = [one, other].map((index) => profiles[index]);
  if (!both.every((profile) => profile !== undefined && isMoney(profile))) return false;
  const currencies = new Set(
    [one, other].flatMap((index) => /\b[A-Z]{3}\b/.exec(header?.[index] ?? "")?.[0] ?? []),
  );
  const [left = [], right = []] = [columns[one], columns[other]];
  const rows = left.filter((cell, row) => cell !== "" || (right[row] ?? "") !== "").length;
  const single = left.filter((cell, row) => (cell === "") !== ((right[row] ?? "") === "")).length;
  return currencies.size < 2 && rows > 1 && single === rows;
}

/** Shares are of the cells that are not empty. */
export type Profile = {
  readonly filled: number;
  readonly days: number;
  readonly amounts: number;
  readonly money: number;
  readonly hasMinus: boolean;
  /** Share of the amounts other than zero. */
  readonly minus: number;
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
  const moved = amounts.filter(({ digits }) => /[1-9]/.test(digits));
  return {
    filled: cells.length === 0 ? 0 : filled.length / cells.length,
    days: share((cell) => days.isDay(cell) || isPendingWord(cell)),
    amounts: share((cell) => isAmount(cell, days)),
    money:
      amounts.filter(({ sign, digits }) => sign !== null || /[.,]/.test(digits)).length /
      Math.max(1, amounts.length),
    hasMinus: amounts.some(({ sign }) => sign === -1),
    minus: moved.filter(({ sign }) => sign === -1).length / Math.max(1, moved.length),
    hasPlus: amounts.some(({ sign }) => sign === 1),
    currencies: share((cell) => /^[A-Z]{3}$/.test(cell)),
    directions: share((cell) => directionWord(cell) !== null),
    numbers: share(isAccountNumber),
    texts: share((cell) => /\p{L}{2}/u.test(cell)),
    length: seen.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, seen.length),
    isCounter: isCounter(filled),
  };
}

function isAccountNumber(text: string): boolean {
  const cell = withoutQuotes(text);
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
