import { moneyText, readMoney } from "../../src/shared/money-text.ts";
import { minorDigits, toMajor } from "../../src/shared/money.ts";
import { type Reading, refusedFor } from "../../src/shared/reading.ts";
import { money } from "../numbers.ts";
import { useTeam } from "../team.tsx";
import type { Field } from "./field.ts";
import type { Words } from "./labelled.tsx";
import { ParsedField, type ParsedValue } from "./parsed-field.tsx";

type MoneyFieldProps = Words & ParsedValue<number> & { readonly currency: string };

/** Amount in minor units of the currency: €12.50 is 1250. */
export function MoneyField({ currency, ...props }: MoneyFieldProps) {
  const options = { currency, locale: navigator.language };
  const text = (minor: number) => money(minor, currency);
  return (
    <ParsedField
      {...props}
      after={<span className="self-center whitespace-nowrap text-ink2">{currency}</span>}
      align="end"
      echoOf={text}
      inputMode={minorDigits(currency) === 0 ? "numeric" : "decimal"}
      missing="Enter an amount."
      read={(text) => readMoney(text, options)}
      textOf={(minor) => moneyText(minor, options)}
      wordsOf={text}
      toValue={(minor) => minor}
    />
  );
}

type AmountFieldProps = {
  readonly field: Field<number | null>;
  readonly label: string;
  /** Null for a rule of all currencies: the amount is then read as one of the team's currency. */
  readonly currency: string | null;
};

/** Amount without a sign, in major units, for the condition of a rule. */
export function AmountField({ field, label, currency }: AmountFieldProps) {
  const { baseCurrency } = useTeam();
  const options = { currency: currency ?? baseCurrency, locale: navigator.language };
  const text = (minor: number) => moneyText(minor, options);
  const read = (typed: string): Reading<number> => {
    const reading = readMoney(typed, options);
    const isAsked = reading.state === "refused" && reading.offers.length > 0;
    const isBelow = reading.state === "read" && reading.value < 0;
    return isBelow || (reading.state === "refused" && !isAsked)
      ? refusedFor(`Write an amount without a sign, such as ${text(EXAMPLE_MINOR)}.`)
      : reading;
  };
  const textIn = (minor: number) => (currency === null ? text(minor) : money(minor, currency));
  const minor = (major: number) => Math.round(major * 10 ** minorDigits(options.currency));
  return (
    <ParsedField
      align="end"
      echoOf={textIn}
      field={field}
      inputMode="decimal"
      isOptional
      label={label}
      missing="Enter an amount."
      read={read}
      textOf={(major) => text(minor(major))}
      wordsOf={(major) => textIn(minor(major))}
      toValue={(minor) => toMajor(minor, options.currency)}
    />
  );
}

const EXAMPLE_MINOR = 125_000;
