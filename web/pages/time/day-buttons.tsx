import { Shape } from "../../components/shapes.tsx";
import { formatOf } from "../../dates.ts";
import { hours } from "../../numbers.ts";
import { dayHead } from "./week/week-model.ts";

type DayButtonsProps = {
  readonly days: readonly {
    readonly day: string;
    readonly seconds: number;
    readonly isUnsaved?: boolean;
  }[];
  readonly chosen: string;
  readonly today: string;
  readonly onChoose: (day: string) => void;
};

/** The days of a week on narrow screens, each with its time. One of them is shown below. */
export function DayButtons({ days, chosen, today, onChoose }: DayButtonsProps) {
  return (
    <fieldset className="grid min-w-0 grid-cols-7 gap-0.5">
      <legend className="sr-only">Days</legend>
      {days.map(({ day, seconds, isUnsaved = false }) => (
        <button
          aria-pressed={day === chosen}
          className={`relative grid min-h-14 cursor-pointer content-center rounded-control text-center hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent ${day === today ? "border-b-2 border-accent" : ""}`}
          key={day}
          onClick={() => onChoose(day)}
          type="button"
        >
          <span className="sr-only">
            {dayHead(day)}, {hours(seconds)}
            {day === today ? ", today" : null}
            {isUnsaved ? ", not all is saved" : null}
          </span>
          {isUnsaved ? (
            <span className="absolute end-0 top-0">
              <Shape tone="bad" />
            </span>
          ) : null}
          <span aria-hidden className="text-caption">
            {weekday(day)}
          </span>
          <span aria-hidden className="font-semibold">
            {Number(day.slice(8))}
          </span>
          <span aria-hidden className="text-caption tabular-nums">
            {shortTime(seconds)}
          </span>
        </button>
      ))}
    </fieldset>
  );
}

function weekday(day: string): string {
  const format = { weekday: "narrow", timeZone: "UTC" } as const;
  return formatOf("en-GB", format).format(new Date(day));
}

function shortTime(seconds: number): string {
  return seconds === 0 ? "–" : hours(seconds);
}
