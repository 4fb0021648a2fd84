import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { sameFigure } from "../../../../src/shared/money.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { currencies } from "../../../numbers.ts";
import { useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { INVOICE_LANGUAGE_CODES } from "../invoice.ts";
import type { useBuyer } from "./rates.ts";
import type { Editor } from "./use-editor.ts";

type OptionsProps = {
  readonly editor: Editor;
  readonly buyer: ReturnType<typeof useBuyer>;
  readonly hasTax: boolean;
};

/** Choices of the whole document: currency, language, prices, bank details. */
export function Options({ editor: { field, values }, buyer, hasTax }: OptionsProps) {
  const accounts = useOfTeam(useTeam(), "GET /api/teams/:team/payment-accounts", {}).data?.items;
  const settings = useOfTeam(useTeam(), "GET /api/teams/:team/invoice-settings", {}).data;
  const own = buyer?.invoice_language ?? null;
  const usual = own ?? settings?.language;
  const chosen = values.payment_account_id;
  const usualAccount = accounts?.find(({ id }) => id === settings?.payment_account_id);
  const isForAll =
    usualAccount !== undefined && [null, values.currency].includes(usualAccount.currency);
  const shown = (accounts ?? []).filter(({ id, is_archived }) => !is_archived || id === chosen);
  const currency = field("currency");
  const setCurrency = (code: string) => {
    const inCode = (minor: number | null) => sameFigure(minor, values.currency, code);
    currency.set(code);
    if (values.discount_minor !== null) field("discount_minor").set(inCode(values.discount_minor));
    if (values.lines.some(({ discount_minor }) => discount_minor !== null))
      field("lines").set(
        values.lines.map((line) => ({ ...line, discount_minor: inCode(line.discount_minor) })),
      );
  };
  return (
    <section
      aria-labelledby="document-options"
      className="grid content-start gap-4 sm:max-xl:grid-cols-2"
    >
      <h2 className="col-span-full text-section font-semibold" id="document-options">
        This document
      </h2>
      <SelectField
        field={{ ...currency, set: setCurrency }}
        label="Currency"
        options={currencies()}
      />
      <SelectField
        field={{ ...field("language"), value: values.language }}
        label="Language"
        options={[
          {
            value: null,
            label: `${own === null ? "As set for all" : "As the customer has it"}${usual === undefined ? "" : `: ${nameOf(usual)}`}`,
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
      ) : (
        <Unset label="Tax" to="/settings/invoices/tax" way="Set up tax">
          No tax rates yet: the invoice has no tax.
        </Unset>
      )}
      {accounts !== undefined && shown.length === 0 ? (
        <Unset label="Bank details" to="/settings/invoices/bank-details" way="Add bank details">
          None yet: the invoice does not say how to pay.
        </Unset>
      ) : (
        <SelectField
          field={{ ...field("payment_account_id"), value: chosen }}
          label="Bank details"
          options={[
            // The usual ones stand on every document in their currency that has none of its own.
            { value: null, label: isForAll ? `As set for all: ${usualAccount.label}` : "None" },
            ...shown.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
      )}
    </section>
  );
}

type UnsetProps = {
  readonly label: string;
  readonly to: "/settings/invoices/tax" | "/settings/invoices/bank-details";
  readonly way: string;
  readonly children: ReactNode;
};

/** Stands for a choice that has nothing to choose from, and leads to where that is made. */
function Unset({ label, to, way, children }: UnsetProps) {
  const team = useTeam();
  return (
    <div className="grid content-start gap-1">
      <p className="font-medium">{label}</p>
      <p className="text-ink2">{children}</p>
      {leads(team) ? (
        <p>
          <Link className="underline" to={to}>
            {way}
          </Link>
        </p>
      ) : null}
    </div>
  );
}

function nameOf(language: string): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}
