import { durationText } from "./duration.ts";
import { divideRound } from "./fraction.ts";
import { allocate } from "./money-parts.ts";
import { pointIn } from "./money.ts";
import type { Day } from "./time.ts";

/** Rounds tracked time for an invoice. The true seconds are kept beside the billed ones. */

export const ROUNDING_WAYS = ["up", "nearest", "down"] as const;
export const ROUNDING_MINUTES = [1, 5, 6, 10, 15, 30, 60] as const;
export const ROUNDING_SPANS = ["entry", "day"] as const;

type Way = (typeof ROUNDING_WAYS)[number];
type Span = (typeof ROUNDING_SPANS)[number];

/** Of each entry, or of all entries of a project on a day together. */
export type Rounding = {
  readonly way: Way;
  readonly minutes: (typeof ROUNDING_MINUTES)[number];
  readonly span: Span;
};

/** Code of a rule, as it is stored: `none`, or `up-15-entry`. */
export const ROUNDING_CODES: readonly string[] = [
  "none",
  ...ROUNDING_WAYS.flatMap((way) =>
    ROUNDING_MINUTES.flatMap((minutes) =>
      ROUNDING_SPANS.map((span) => codeOfRounding({ way, minutes, span })),
    ),
  ),
];

export function codeOfRounding(rule: Rounding | null): string {
  return rule === null ? "none" : `${rule.way}-${rule.minutes}-${rule.span}`;
}

/** Null for `none`, and for a text that is no code. */
export function readRounding(code: string): Rounding | null {
  const [way, minutes, span] = code.split("-");
  const rule = {
    way: ROUNDING_WAYS.find((known) => known === way),
    minutes: ROUNDING_MINUTES.find((known) => String(known) === minutes),
    span: ROUNDING_SPANS.find((known) => known === span),
  };
  const { way: found, minutes: step, span: each } = rule;
  if (found === undefined || step === undefined || each === undefined) return null;
  return { way: found, minutes: step, span: each };
}

/** Words of each code, for people of the team. */
export const ROUNDING_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  ROUNDING_CODES.map((code) => [code, roundingName(readRounding(code))]),
);

function roundingName(rule: Rounding | null): string {
  if (rule === null) return "Not rounded";
  const ways = { up: "Up to", nearest: "To the nearest", down: "Down to" };
  const step = rule.minutes === 1 ? "minute" : `${rule.minutes} minutes`;
  const article = rule.minutes === 1 && rule.way !== "nearest" ? "the " : "";
  const each = rule.span === "entry" ? "each entry" : "each day of a project";
  return `${ways[rule.way]} ${article}${step}, ${each}`;
}

type Entry = { readonly date: Day; readonly seconds: number };

/** Seconds that each entry of one project is billed with. The parts of a day sum up to the rounded day. */
export function billedSeconds(rule: Rounding | null, entries: readonly Entry[]): readonly number[] {
  if (rule === null) return entries.map(({ seconds }) => seconds);
  if (rule.span === "entry") return entries.map(({ seconds }) => roundedTo(rule, seconds));
  const billed = new Map<Entry, number>();
  for (const day of Map.groupBy(entries, ({ date }) => date).values()) {
    const total = roundedTo(rule, secondsOf(day));
    const weights = day.map(({ seconds }) => BigInt(seconds));
    const parts = allocate(BigInt(total), weights);
    for (const [index, entry] of day.entries()) billed.set(entry, Number(parts[index] ?? 0n));
  }
  return entries.map((entry) => billed.get(entry) ?? 0);
}

function secondsOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { seconds }) => sum + seconds, 0);
}

function roundedTo({ way, minutes }: Rounding, seconds: number): number {
  const step = minutes * 60;
  const steps = { up: Math.ceil, down: Math.floor, nearest: Math.round }[way](seconds / step);
  return steps * step;
}

/** Hours of a line, to two decimals, halves up: `37.67`, `12.5`. */
export function hoursText(seconds: number): string {
  const text = pointIn(divideRound(BigInt(seconds), 36n), 2);
  return text.replace(/\.?0+$/, "");
}

type Language = "en" | "de" | "fr" | "nl";

/** Words of a line, in the language of the document: the true time, and the rule by which it is rounded. */
export function trackedWords(language: Language, seconds: number, rule: Rounding | null): string {
  const { tracked, rounded } = WORDS[language];
  const time = `${durationText(seconds)} h ${tracked}`;
  return rule === null ? time : `${time}, ${rounded(rule)}`;
}

type Words = { readonly tracked: string; readonly rounded: (rule: Rounding) => string };

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    tracked: "tracked",
    rounded: ({ way, minutes, span }) => {
      const ways = {
        up: "rounded up to",
        nearest: "rounded to the nearest",
        down: "rounded down to",
      };
      const step = minutes === 1 ? "minute" : `${minutes} minutes`;
      const article = minutes === 1 && way !== "nearest" ? "the " : "";
      return `${ways[way]} ${article}${step} per ${span}`;
    },
  },
  de: {
    tracked: "erfasst",
    rounded: ({ way, minutes, span }) => {
      const ways = { up: "aufgerundet", nearest: "gerundet", down: "abgerundet" };
      const step = minutes === 1 ? "volle Minuten" : `${minutes} Minuten`;
      return `${span === "entry" ? "je Eintrag" : "je Tag"} auf ${step} ${ways[way]}`;
    },
  },
  fr: {
    tracked: "enregistrées",
    rounded: ({ way, minutes, span }) => {
      const ways = { up: "supérieures", nearest: "les plus proches", down: "inférieures" };
      const one = { up: "supérieure", nearest: "la plus proche", down: "inférieure" };
      const step =
        minutes === 1 ? `à la minute ${one[way]}` : `aux ${minutes} minutes ${ways[way]}`;
      return `arrondies ${step} par ${span === "entry" ? "saisie" : "jour"}`;
    },
  },
  nl: {
    tracked: "geregistreerd",
    rounded: ({ way, minutes, span }) => {
      const ways = {
        up: "naar boven afgerond",
        nearest: "afgerond",
        down: "naar beneden afgerond",
      };
      const step = minutes === 1 ? "hele minuten" : `${minutes} minuten`;
      return `per ${span === "entry" ? "registratie" : "dag"} ${ways[way]} op ${step}`;
    },
  },
};
