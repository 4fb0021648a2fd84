import { fold } from "../../core/fold.ts";
import { minorOf } from "../../shared/money.ts";
import type { Given, Row as Transaction } from "../transactions/transaction.ts";
import { type Actions, type Conditions, type Rule, TEXT_PLACES } from "./rule.ts";
import { WordFinder } from "./word-finder.ts";

/** With the columns that rules compare with the values they set. */
export type Ruled = Matched &
  Pick<
    Given,
    | "status"
    | "source"
    | "is_split"
    | "category_slug"
    | "category_by"
    | "tax_rate_bp"
    | "tax_type"
    | "note"
  > & { readonly tag_ids: readonly string[] };

export type ReadyRule = Rule & { readonly texts: readonly ReadyText[]; readonly test: Test };

type ReadyText = Pick<Conditions["texts"][number], "in" | "how"> & {
  /** Folded. */
  readonly words: ReadonlySet<string>;
};

export function readied(rule: Rule): ReadyRule {
  const texts = rule.conditions.texts.map(({ words, ...text }) => ({
    ...text,
    words: new Set(words.map(foldWords)),
  }));
  return { ...rule, texts, test: testOf(rule.conditions) };
}

/** Finds the conditions about texts that a transaction meets. */
export type MeetTexts = (texts: Texts) => (text: ReadyText) => boolean;

export type ApplyRules = {
  /** True to overwrite values that a person or an assistant set. */
  readonly replace?: boolean;
  /** The only rule whose changes are told. The others still win the fields that they set first. */
  readonly only?: string;
  readonly meetTexts?: MeetTexts;
};

type SetBy<T> = { readonly value: T; readonly rule: Pick<Rule, "id" | "name"> };

type Tax = Pick<Given, "tax_rate_bp" | "tax_type">;

export type RuleChanges = {
  readonly category?: SetBy<string>;
  readonly name?: SetBy<string>;
  readonly tax?: SetBy<Tax>;
  readonly note?: SetBy<string>;
  readonly status?: SetBy<"excluded" | "completed">;
  readonly tag_ids: readonly string[];
  /** True when a rule matches, whether or not it changes something. */
  readonly isMatched: boolean;
  /** True when something stays because a person or an assistant may have set it. */
  readonly isKept: boolean;
};

/**
 * Runs rules in their order. The first that sets a field wins, and later ones may set others; tags of all
 * are added. All read the transaction as it is, not what another rule makes of it.
 */
export function applyRules(
  rules: readonly ReadyRule[],
  row: Ruled,
  { replace = false, only, meetTexts = eachWord }: ApplyRules = {},
): RuleChanges {
  const meets = meetTexts(textsOf(row));
  const matching = rules.filter(({ test, texts }) => test(row) && texts.every(meets));
  const told = matching.filter(({ id }) => only === undefined || id === only);
  if (told.length === 0) return NOTHING;
  const won = <T>(of: (actions: Actions) => T | null | undefined): SetBy<T> | undefined => {
    const rule = matching.find(({ actions }) => (of(actions) ?? null) !== null);
    const value = rule === undefined ? null : (of(rule.actions) ?? null);
    if (rule === undefined || value === null || !told.includes(rule)) return undefined;
    return { value, rule: { id: rule.id, name: rule.name } };
  };
  const category = differing(
    won((actions) => actions.category_slug),
    row.category_slug,
  );
  const name = differing(
    won((actions) => actions.name),
    row.name,
  );
  const tax = differingTax(won(taxIn), row);
  const note = differing(
    won((actions) => actions.note),
    row.note,
  );
  const status = differing(
    won((actions) => actions.status),
    row.status,
  );
  const tags = new Set(told.flatMap(({ actions }) => actions.tag_ids ?? []));
  const may = allowed(row, replace);
  return {
    ...(category !== undefined && may.category ? { category } : {}),
    ...(name !== undefined && may.name ? { name } : {}),
    ...(tax !== undefined && may.tax ? { tax } : {}),
    ...(note !== undefined && may.note ? { note } : {}),
    ...(status !== undefined && may.status ? { status } : {}),
    tag_ids: may.tags ? [...tags].filter((id) => !row.tag_ids.includes(id)) : [],
    isMatched: true,
    isKept:
      (category !== undefined && !may.category) ||
      (name !== undefined && !may.name) ||
      (tax !== undefined && !may.tax) ||
      (note !== undefined && !may.note) ||
      (status !== undefined && !may.status),
  };
}

const NOTHING: RuleChanges = { tag_ids: [], isMatched: false, isKept: false };

export function isChanging(changes: RuleChanges): boolean {
  const { tag_ids, isMatched: _matched, isKept: _kept, ...fields } = changes;
  return tag_ids.length > 0 || Object.keys(fields).length > 0;
}

function differing<T>(set: SetBy<T> | undefined, now: unknown): SetBy<T> | undefined {
  return set === undefined || set.value === now ? undefined : set;
}

function differingTax(set: SetBy<Tax> | undefined, row: Tax): SetBy<Tax> | undefined {
  const isSame = set?.value.tax_rate_bp === row.tax_rate_bp && set?.value.tax_type === row.tax_type;
  return isSame ? undefined : set;
}

/** Rate and type are one field: a rule that gives one of them says that there is no other. */
function taxIn({ tax_rate_bp = null, tax_type = null }: Actions): Tax | null {
  return tax_rate_bp === null && tax_type === null ? null : { tax_rate_bp, tax_type };
}

/**
 * Tells which fields rules may set. Nothing says who gave a name, a note or tax: they stay, but for a name
 * that is the bank's still. What is exported stays whole, and so do the parts of a split transaction.
 */
function allowed(row: Ruled, replace: boolean) {
  const isOpen = row.status !== "exported";
  const isWhole = isOpen && !row.is_split;
  const byPeople = row.category_by === "person" || row.category_by === "assistant";
  return {
    category: isWhole && (replace || row.category_slug === null || !byPeople),
    name: isOpen && (replace || (row.source !== "hand" && row.name === row.bank_name)),
    tax: isWhole && (replace || (row.tax_rate_bp === null && row.tax_type === null)),
    note: isOpen && (replace || row.note === null),
    status: row.status === "posted" || (replace && isOpen && row.status !== "pending"),
    tags: isOpen,
  };
}

type Matched = Pick<
  Transaction,
  | "name"
  | "bank_name"
  | "description"
  | "reference"
  | "counterparty_hash"
  | "amount_minor"
  | "currency"
  | "bank_account_id"
>;

/** Folded, by the place that a condition names. */
type Texts = Readonly<Record<"text" | "name" | "reference", readonly string[]>>;

function textsOf({ name, bank_name, description, reference }: Matched): Texts {
  const [ofName, ofReference] = [folded([name]), folded([reference])];
  return {
    text: [...ofName, ...folded([bank_name, description]), ...ofReference],
    name: ofName,
    reference: ofReference,
  };
}

function folded(texts: readonly (string | null)[]): readonly string[] {
  return texts.flatMap((text) => (text === null ? [] : [foldWords(text)]));
}

/** Folded, with single spaces, as the search text of a transaction has it. */
export function foldWords(text: string): string {
  return fold(text).replaceAll(/\s+/g, " ").trim();
}

type Test = (row: Matched) => boolean;

/** Readies conditions for many transactions. All of them must hold. */
function testOf(conditions: Conditions): Test {
  const { bank_account_id, currency, direction } = conditions;
  const tests: readonly Test[] = [
    ...counterpartyTest(conditions),
    ...(bank_account_id ? [(row: Matched) => row.bank_account_id === bank_account_id] : []),
    ...(currency ? [(row: Matched) => row.currency === currency] : []),
    ...(direction ? [(row: Matched) => row.amount_minor > 0 === (direction === "in")] : []),
    ...amountTest(conditions),
  ];
  return (row) => tests.every((holds) => holds(row));
}

const MEETS = {
  contains_any: (text: string, word: string) => text.includes(word),
  is_any: (text: string, word: string) => text === word,
  starts_any: (text: string, word: string) => text.startsWith(word),
};

/** Looks for each word in each text: for few transactions. */
function eachWord(texts: Texts) {
  return ({ in: where, how, words }: ReadyText) => {
    const meets = MEETS[how];
    return texts[where].some((text) => words.values().some((word) => meets(text, word)));
  };
}

/**
 * Looks for the words of all rules in one pass over a text: for many transactions. Yields at the end of each slice.
 */
export function* allWords(rules: readonly ReadyRule[]): Generator<void, MeetTexts> {
  const texts = rules.flatMap((rule) => rule.texts);
  const byWord = new Map<string, ReadyText[]>();
  for (const text of texts)
    for (const word of text.words) {
      const same = byWord.get(word);
      if (same === undefined) byWord.set(word, [text]);
      else same.push(text);
    }
  yield;
  const finder = yield* WordFinder.of(new Set(byWord.keys()));
  return (texts) => {
    const met = new Set<ReadyText>();
    for (const [text, places] of placesOf(texts))
      for (const word of finder.wordsIn(text))
        for (const one of byWord.get(word) ?? [])
          if (places.has(one.in) && MEETS[one.how](text, word)) met.add(one);
    return (text) => met.has(text);
  };
}

/** Each text once, with the places that have it. */
function placesOf(texts: Texts): ReadonlyMap<string, ReadonlySet<ReadyText["in"]>> {
  const places = new Map<string, Set<ReadyText["in"]>>();
  for (const place of TEXT_PLACES)
    for (const text of texts[place]) places.set(text, (places.get(text) ?? new Set()).add(place));
  return places;
}

function counterpartyTest({ counterparties }: Conditions): readonly Test[] {
  if (counterparties.length === 0) return [];
  const hashes = new Set(counterparties.map(({ hash }) => hash));
  return [({ counterparty_hash }) => counterparty_hash !== null && hashes.has(counterparty_hash)];
}

/** A bound that the currency cannot have, such as half a yen, is met by no amount in it. */
function amountTest({ min, max }: Conditions): readonly Test[] {
  const isFrom = boundIn(min);
  const isTo = boundIn(max);
  if (isFrom === null && isTo === null) return [];
  return [
    ({ amount_minor, currency }) => {
      const amount = Math.abs(amount_minor);
      return (
        (isFrom === null || amount >= (isFrom(currency) ?? Number.POSITIVE_INFINITY)) &&
        (isTo === null || amount <= (isTo(currency) ?? Number.NEGATIVE_INFINITY))
      );
    },
  ];
}

type Bound = (currency: string) => number | null;

/** Reads a bound once for each currency. */
function boundIn(value: number | null | undefined): Bound | null {
  if (value === null || value === undefined) return null;
  const known = new Map<string, number | null>();
  return (currency) => {
    const found = known.get(currency);
    if (found !== undefined) return found;
    const read = minorOf(value, currency);
    const minor = read.state === "read" ? read.value : null;
    known.set(currency, minor);
    return minor;
  };
}
