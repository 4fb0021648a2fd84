import { moneyText, readMoney } from "../../src/shared/money-text.ts";
import { minorDigits } from "../../src/shared/money.ts";
import { money } from "../numbers.ts";
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
