import { useState } from "react";
import { currencies } from "../../currencies.ts";
import { InlineField } from "../../form/inline-field.tsx";
import { SelectField } from "../../form/select-field.tsx";
import { CountryField } from "./country-field.tsx";
import { type Customer, NOT_SET } from "./customer.ts";
import { Row, useEditing } from "./editable-row.tsx";

type RowProps = { readonly customer: Customer };

/** The country: its name is sent with the code that is chosen. */
export function CountryRow({ customer }: RowProps) {
  const { countryCode } = customer;
  const { given, ...editing } = useEditing(customer);
  const [country, setCountry] = useState(customer.country);
  return (
    <Row label="Country">
      <InlineField
        {...editing}
        given={{ ...given, country }}
        initial={{ countryCode }}
        label="country"
        told={customer.country ?? countryCode}
      >
        {(field) => (
          <CountryField
            country={customer.country}
            field={field("countryCode")}
            isLabelHidden
            onName={setCountry}
          />
        )}
      </InlineField>
    </Row>
  );
}

export function CurrencyRow({ customer }: RowProps) {
  const { preferred_currency } = customer;
  return (
    <Row label="Currency">
      <InlineField
        {...useEditing(customer)}
        initial={{ preferred_currency }}
        label="currency"
        told={preferred_currency}
      >
        {(field) => (
          <SelectField
            field={field("preferred_currency")}
            isLabelHidden
            label="Currency"
            options={[NOT_SET, ...currencies()]}
          />
        )}
      </InlineField>
    </Row>
  );
}
