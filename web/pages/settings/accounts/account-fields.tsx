import { currencies } from "../../../currencies.ts";
import { DayField } from "../../../form/day-field.tsx";
import type { Field } from "../../../form/field.ts";
import { MoneyField } from "../../../form/money-field.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { type Account, TYPES } from "./account.ts";

type Optional<Value> = Field<Value | null | undefined, Value | null>;

type AccountFieldsProps = {
  readonly fields: {
    readonly name: Field<string | undefined, string>;
    readonly institution: Optional<string>;
    readonly type: Field<Account["type"] | undefined, Account["type"]>;
    readonly currency: Field<string | undefined, string>;
    readonly number: Optional<string>;
    readonly opening_minor: Field<number | undefined, number>;
    readonly opening_date: Optional<string>;
  };
  readonly currency: string;
  readonly numberHint: string;
};

/** Fields of an account, new or not. */
export function AccountFields({ fields, currency, numberHint }: AccountFieldsProps) {
  return (
    <>
      <TextField autoComplete="off" field={fields.name} label="Name" maxLength={100} />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField field={fields.type} label="Type" options={TYPES} />
        <SelectField field={fields.currency} label="Currency" options={currencies()} />
      </div>
      <TextField field={fields.institution} isOptional label="Bank" maxLength={200} />
      <TextField
        autoComplete="off"
        field={fields.number}
        hint={numberHint}
        isOptional
        label="Account number"
        spellCheck={false}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField currency={currency} field={fields.opening_minor} label="Opening balance" />
        <DayField field={fields.opening_date} isOptional label="At the start of" />
      </div>
      <p className="text-ink2">
        Balances are counted from there, until a statement says more. A debt, as of a card or a
        loan, is below zero.
      </p>
    </>
  );
}
