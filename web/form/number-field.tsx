import { readPlainNumber } from "../../src/shared/plain-number.ts";
import type { Field } from "./field.ts";
import type { Words } from "./labelled.tsx";
import { ParsedField, type ParsedValue } from "./parsed-field.tsx";

type NumberFieldProps = Words &
  ParsedValue<number> & {
    readonly min?: number;
    readonly max?: number;
    readonly decimals?: number;
    readonly unit?: string;
  };

export function NumberField({ min, max, decimals = 0, unit, ...props }: NumberFieldProps) {
  const format = new Intl.NumberFormat("en-GB", { maximumFractionDigits: decimals });
  const text = (value: number) => `${format.format(value)}${unit === undefined ? "" : ` ${unit}`}`;
  return (
    <ParsedField
      {...props}
      after={
        unit === undefined ? null : (
          <span className="self-center whitespace-nowrap text-ink2">{unit}</span>
        )
      }
      align="end"
      echoOf={text}
      inputMode={decimals === 0 ? "numeric" : "decimal"}
      missing="Enter a number."
      read={(text) => readPlainNumber(text, { decimals, min, max })}
      textOf={String}
      wordsOf={text}
      toValue={(value) => value}
    />
  );
}

type Share = Field<number | null | undefined, number | null>;

/** Shows hundredths of a percent, as rates are kept, in percent. */
export function inPercent(rate: Share): Share {
  const percent = (value: number | null | undefined) =>
    value === null || value === undefined ? value : value / 100;
  const { clash } = rate;
  return {
    ...rate,
    value: percent(rate.value),
    set: (value) => rate.set(value === null ? null : Math.round(value * 100)),
    clash: clash === null ? null : { ...clash, theirs: percent(clash.theirs) },
  };
}
