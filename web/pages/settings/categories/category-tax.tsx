import type { Field } from "../../../form/field.ts";
import { NumberField } from "../../../form/number-field.tsx";
import { TextField } from "../../../form/text-field.tsx";

type Optional<Value> = Field<Value | null | undefined, Value | null>;

type CategoryTaxProps = {
  readonly rate: Optional<number>;
  readonly type: Optional<string>;
  readonly code: Optional<string>;
};

/** Tax that transactions get with the category, unless they say one of their own. */
export function CategoryTax({ rate, type, code }: CategoryTaxProps) {
  return (
    <>
      <div className="grid grid-cols-2 gap-x-4 gap-y-5">
        <NumberField
          decimals={2}
          field={rate}
          isOptional
          label="Tax rate"
          max={100}
          min={0}
          unit="%"
        />
        <TextField field={type} isOptional label="Tax type" maxLength={50} placeholder="VAT" />
      </div>
      <TextField
        field={code}
        hint="Of your accountant or your tax return. Exports have it."
        isOptional
        label="Reporting code"
        maxLength={100}
      />
    </>
  );
}
