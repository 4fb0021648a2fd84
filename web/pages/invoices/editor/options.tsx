import { SelectField } from "../../../form/select-field.tsx";
import { currencies } from "../../../numbers.ts";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { INVOICE_LANGUAGE_CODES } from "../invoice.ts";
import type { Editor } from "./use-editor.ts";

type OptionsProps = { readonly editor: Editor; readonly hasTax: boolean };

/** Choices of the whole document: currency, language, prices, bank details. */
export function Options({ editor: { field, values }, hasTax }: OptionsProps) {
  const accounts = useOfTeam(useTeam(), "GET /api/teams/:team/payment-accounts", {}).data?.items;
  const usual = useOfTeam(useTeam(), "GET /api/teams/:team/invoice-settings", {}).data?.language;
  const chosen = values.payment_account_id;
  const shown = (accounts ?? []).filter(({ id, is_archived }) => !is_archived || id === chosen);
  return (
    <section
      aria-labelledby="document-options"
      className="grid content-start gap-4 sm:max-xl:grid-cols-2"
    >
      <h2 className="col-span-full text-section font-semibold" id="document-options">
        This document
      </h2>
      <SelectField field={field("currency")} label="Currency" options={currencies()} />
      <SelectField
        field={{ ...field("language"), value: values.language }}
        label="Language"
        options={[
          {
            value: null,
            label: `As set for all${usual === undefined ? "" : `: ${nameOf(usual)}`}`,
          },
          ...INVOICE_LANGUAGE_CODES.map((value) => ({ value, label: nameOf(value) })),
        ]}
      />
      {hasTax ? (
        <SelectField
          field={field("prices_include_tax")}
          label="Prices"
          options={[
            { value: false, label: "Without tax" },
            { value: true, label: "With tax included" },
          ]}
        />
      ) : null}
      <SelectField
        field={{ ...field("payment_account_id"), value: chosen }}
        label="Bank details"
        options={[
          { value: null, label: "None" },
          ...shown.map(({ id, label }) => ({ value: id, label })),
        ]}
      />
    </section>
  );
}

function nameOf(language: string): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}
