import { spoken } from "../../../src/shared/words.ts";
import type { Output } from "../../api.ts";
import type { AllSeries, ChartData, Place } from "../../chart/data.ts";
import { formatOf } from "../../dates.ts";
import { shareOf } from "../../numbers.ts";

export type Week = Output<"GET /api/teams/:team/overview">["week"];

const HOUR = 3600;

export type Sums = { readonly team: number; readonly own: number; readonly billable: number };

export function weekSums({ days }: Pick<Week, "days">): Sums {
  const sum = (of: (day: Week["days"][number]) => number) =>
    days.reduce((all, day) => all + of(day), 0);
  return {
    team: sum(({ seconds }) => seconds),
    own: sum(({ own }) => own),
    billable: sum(({ billable }) => billable),
  };
}

/** Share of billable time in whole percents; null without any time. */
export function billableShare({ team, billable }: Sums): number | null {
  return team === 0 ? null : shareOf(billable, team);
}

/** The week in a sentence: `31 h 20 this week, most on Tuesday`. */
export function finding(week: Week): string {
  const { team } = weekSums(week);
  if (team === 0) return "No time is tracked this week yet";
  const most = week.days.toSorted((one, other) => other.seconds - one.seconds)[0];
  const days = week.days.filter(({ seconds }) => seconds > 0).length;
  const when = most === undefined ? "" : written(most.date, { weekday: "long" });
  return `${spoken(team)} this week, ${days === 1 ? "all" : "most"} on ${when}`;
}

/** Hours by day: the reader's and, where there are any, the others'. */
export function chartOf(
  week: Week,
  placeOf: (date: string) => Partial<Place> = () => ({}),
): ChartData {
  const { days, today } = week;
  const { team, own } = weekSums(week);
  const mine = { name: "You", values: days.map(({ own }) => own / HOUR) };
  const others = { name: "Others", values: days.map((day) => (day.seconds - day.own) / HOUR) };
  const series: AllSeries = own === team ? [mine] : own === 0 ? [others] : [mine, others];
  return {
    kind: "stack",
    series,
    places: days.map(({ date }) => ({
      label: written(date, { weekday: "short" }),
      name: written(date, { weekday: "long", day: "numeric", month: "long" }),
      isPartial: date === today,
      ...placeOf(date),
    })),
  };
}

function written(date: string, parts: Intl.DateTimeFormatOptions): string {
  return formatOf("en-GB", { timeZone: "UTC", ...parts }).format(new Date(date));
}
