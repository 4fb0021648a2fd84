import { clockText, readClock } from "../../src/shared/clock.ts";
import { plain, readAs, type Reading, refusedFor } from "../../src/shared/reading.ts";
import type { Words } from "./labelled.tsx";
import { ParsedField, type ParsedValue } from "./parsed-field.tsx";

type TimeFieldProps = Words & ParsedValue<number>;

/** Time of day in minutes after midnight: `9`, `930`, `9:30`, `9.30pm`. */
export function TimeField(props: TimeFieldProps) {
  return (
    <ParsedField
      {...props}
      echoOf={clockText}
      missing="Enter a time."
      read={read}
      textOf={clockText}
      wordsOf={clockText}
      toValue={(minutes) => minutes}
    />
  );
}

function read(text: string): Reading<number> {
  const typed = plain(text);
  if (typed === "") return { state: "empty" };
  const clock = readClock(typed);
  return clock === null || clock.minutes === 24 * 60
    ? refusedFor("Write a time such as 9:30 or 5pm.")
    : readAs(clock.minutes);
}
