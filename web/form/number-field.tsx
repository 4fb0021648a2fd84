import { readPlainNumber } from "../../src/shared/plain-number.ts";
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
