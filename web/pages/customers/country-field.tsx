import { countries } from "../../countries.ts";
import type { Field } from "../../form/field.ts";
import { NOT_SET } from "../../form/record-control.tsx";
import { SelectField } from "../../form/select-field.tsx";

type CountryFieldProps = {
  readonly field: Field<string | null | undefined, string | null>;
  /** The country as it is written now, also one without a code. */
  readonly country: string | null;
  /** Takes the name of the chosen country, which goes with its code. */
  readonly onName: (country: string | null) => void;
  readonly isLabelHidden?: boolean;
};

export function CountryField({ field, country, onName, isLabelHidden = false }: CountryFieldProps) {
  const all = countries();
  const isWithoutCode = country !== null && (field.value ?? null) === null;
  const set = (code: string | null) => {
    onName(all.find(({ value }) => value === code)?.label ?? null);
    field.set(code);
  };
  return (
    <SelectField
      field={{ ...field, value: field.value ?? null, set }}
      isLabelHidden={isLabelHidden}
      label="Country"
      options={[isWithoutCode ? { value: null, label: country } : NOT_SET, ...all]}
    />
  );
}
