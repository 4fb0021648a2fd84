import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import { currency, day, uuid } from "../../core/fields.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { FIRST_DAY, isRate } from "./rate.ts";

export type Row = Schema["team_rates"];

export const rateText = z
  .string()
  .max(30)
  .refine(isRate, "must be a number above zero with a point, such as 1.0870: the units for 1 EUR");

export const TeamRate = z.object({ id: uuid, currency, day, rate: rateText });

export type TeamRate = z.output<typeof TeamRate>;

export const rateDay = day.refine(
  (day) => day >= FIRST_DAY,
  "must not be before 1999, when the euro began",
);

/** Limit of a team's own rates: some ten years of the days of one currency. */
export const MOST_TEAM_RATES = 4000;

export function teamRateImage({ team_id: _team, ...image }: Row) {
  return image;
}

export function tooManyRates(): Refusal {
  return new Refusal({
    code: "too_many",
    message: `The team has ${MOST_TEAM_RATES} rates of its own, and no more fit`,
    next: "delete some of days that are not needed first",
  });
}
