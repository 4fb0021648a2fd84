import { readAs, type Reading, refusedFor } from "../../../src/shared/reading.ts";
import type { Field } from "../../form/field.ts";
import { ParsedField } from "../../form/parsed-field.tsx";

type AddressesFieldProps = {
  readonly field: Field<string[] | undefined, string[]>;
  readonly label: string;
  readonly hint?: string | null;
  readonly isOptional?: boolean;
};

/** E-mail addresses, separated by commas. */
export function AddressesField({ field, label, hint, isOptional = true }: AddressesFieldProps) {
  const set = (addresses: string[] | null) => field.set(addresses ?? []);
  return (
    <ParsedField
      echoOf={textOf}
      field={{ ...field, set }}
      hint={hint ?? undefined}
      inputMode="email"
      isOptional={isOptional}
      label={label}
      missing="Enter an address."
      read={readAddresses}
      textOf={textOf}
      toValue={(addresses) => addresses}
      wordsOf={textOf}
    />
  );
}

function textOf(addresses: readonly string[]): string {
  return addresses.join(", ");
}

/** The server decides which addresses are valid; this finds what is none at all. */
export function readAddresses(text: string): Reading<string[]> {
  const parts = text
    .split(/[,;\s]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (parts.length === 0) return { state: "empty" };
  const wrong = parts.find((part) => !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(part));
  if (wrong !== undefined) return refusedFor(`“${wrong}” is not an e-mail address.`);
  return readAs(parts);
}
