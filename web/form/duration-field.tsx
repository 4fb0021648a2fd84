import {
  type Duration,
  type Range,
  durationEcho,
  durationText,
  readDuration,
} from "../../src/shared/duration.ts";
import type { Words } from "./labelled.tsx";
import { ParsedField, type ParsedValue } from "./parsed-field.tsx";

type DurationFieldProps = Words &
  ParsedValue<number> & {
    /** Gets a typed range of times, in minutes after midnight. */
    readonly onRange?: (range: Range) => void;
  };

/** Duration in seconds: `1h30`, `1:30`, `1.5`, `90m`, `9-10:30`, `+15m`. */
export function DurationField({ onRange, ...props }: DurationFieldProps) {
  return (
    <ParsedField<number, Duration>
      {...props}
      echoOf={durationEcho}
      missing="Enter a duration."
      onRead={({ range }) => {
        if (range !== undefined) onRange?.(range);
      }}
      read={(text, from) => readDuration(text, { from: from ?? 0 })}
      textOf={durationText}
      wordsOf={(seconds) => durationEcho({ seconds })}
      toValue={({ seconds }) => seconds}
    />
  );
}
