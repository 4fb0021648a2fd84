import {
  ALL_CUSTOMER_FIELDS,
  type CUSTOMER_GROUPS,
  type CustomerField,
} from "../../../src/shared/records/customer.ts";
import type { Output } from "../../api.ts";
import type { Field } from "../../form/field.ts";
import { RoundingField, roundingWords } from "../../form/rounding-field.tsx";
import { SelectField } from "../../form/select-field.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";

/** Wishes of a customer about its invoices that are chosen: a null takes what holds for all customers. */
type Wish = Exclude<(typeof CUSTOMER_GROUPS.invoices)[number], "invoice_name" | "rounding">;

type Text = string | null;

const { invoice_language: LANGUAGE, tax_rate_id: TAX_RATE } = ALL_CUSTOMER_FIELDS;

export function isWish(name: CustomerField): name is Wish {
  return name === "invoice_language" || name === "tax_rate_id";
}

type Option = { readonly value: Text; readonly label: string };

/**
 * Choices of a wish, the one for all first. An archived tax rate is offered to who has it.
 * @returns null until they are known
 */
export function useWishOptions(name: Wish, chosen: Text | undefined): readonly Option[] | null {
  const team = useTeam();
  const isTax = name === "tax_rate_id";
  const settings = useOfTeam(
    team,
    "GET /api/teams/:team/invoice-settings",
    {},
    { isAsked: !isTax },
  ).data;
  const taxes = useOfTeam(team, "GET /api/teams/:team/tax-rates", {}, { isAsked: isTax }).data;
  if (isTax) return taxes === undefined ? null : taxOptions(taxes, chosen ?? null);
  if (settings === undefined) return null;
  const languages = Object.entries(LANGUAGE.choices).map(([value, label]) => ({ value, label }));
  const usual = languages.find(({ value }) => value === settings.language);
  return [forAll(usual?.label), ...languages];
}

type Taxes = Output<"GET /api/teams/:team/tax-rates">;

function taxOptions({ items, usual_id }: Taxes, chosen: Text): readonly Option[] {
  return [
    forAll(items.find(({ id }) => id === usual_id)?.name ?? "none"),
    ...items
      .filter(({ id, is_archived }) => !is_archived || id === chosen)
      .map(({ id, name, is_archived }) => ({
        value: id,
        label: is_archived ? `${name} (archived, not used)` : name,
      })),
  ];
}

function forAll(usual: string | undefined): Option {
  return { value: null, label: usual === undefined ? "As for all" : `As for all: ${usual}` };
}

type WishControlProps = {
  readonly name: Wish;
  readonly field: Field<Text | undefined, Text>;
  readonly isLabelHidden?: boolean;
};

export function WishControl({ name, field, isLabelHidden = false }: WishControlProps) {
  const options = useWishOptions(name, field.value);
  const { label } = name === "tax_rate_id" ? TAX_RATE : LANGUAGE;
  return (
    <SelectField
      field={{ ...field, value: field.value ?? null }}
      isLabelHidden={isLabelHidden}
      label={label}
      options={options ?? [forAll(undefined)]}
    />
  );
}

/** Rounding of the team, which holds where the customer has none. */
function useTeamRounding() {
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/invoice-settings", {});
  return { words: "As the team does it", code: data?.rounding };
}

export function useRoundingWords(rounding: Text): string {
  return roundingWords(rounding, useTeamRounding());
}

export function RoundingWish({
  field,
  isLabelHidden = false,
}: Pick<WishControlProps, "field" | "isLabelHidden">) {
  const { label } = ALL_CUSTOMER_FIELDS.rounding;
  const wider = useTeamRounding();
  return <RoundingField field={field} isLabelHidden={isLabelHidden} label={label} wider={wider} />;
}
