import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { currencies } from "../../currencies.ts";
import { AreaField } from "../../form/area-field.tsx";
import type { FieldMaker } from "../../form/field.ts";
import { NumberField } from "../../form/number-field.tsx";
import { SelectField } from "../../form/select-field.tsx";
import { TextField } from "../../form/text-field.tsx";
import { CountryField } from "./country-field.tsx";
import { NOT_SET } from "./customer.ts";
import { unfold } from "./unfold.ts";

type CustomerFieldsProps = { readonly field: FieldMaker<"POST /api/teams/:team/customers"> };

/** All fields that a customer need not have. */
export function CustomerFields({ field }: CustomerFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={field("contact")} isOptional label="Contact" />
        <TextField field={field("phone")} isOptional label="Phone" type="tel" />
        <TextField
          field={field("billingEmail")}
          hint="Several are separated by commas."
          isOptional
          label="Billing e-mail"
        />
        <TextField field={field("website")} isOptional label="Website" type="url" />
      </div>
      <Address field={field} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={field("vatNumber")} isOptional label="VAT number" />
        <SelectField
          field={field("preferred_currency")}
          label="Currency"
          options={[NOT_SET, ...currencies()]}
        />
        <NumberField
          field={field("default_payment_terms")}
          isOptional
          label="Payment terms"
          max={3650}
          min={0}
          unit="days"
        />
      </div>
      <AreaField field={field("note")} isOptional label="Note" />
    </>
  );
}

/** Lines that most addresses do without are folded. */
function Address({ field }: CustomerFieldsProps) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField field={field("addressLine1")} isOptional label="Address line 1" />
      {isWhole ? (
        <TextField field={field("addressLine2")} isOptional label="Address line 2" />
      ) : null}
      <TextField field={field("zip")} isOptional label="Postal code" />
      <TextField field={field("city")} isOptional label="City" />
      {isWhole ? <TextField field={field("state")} isOptional label="State" /> : null}
      <CountryField country={null} field={field("countryCode")} onName={field("country").set} />
      {isWhole ? null : (
        <div className="sm:col-span-2">
          <Button
            kind="quiet"
            onClick={({ currentTarget }) => unfold(currentTarget, () => setIsWhole(true))}
          >
            Add address lines
          </Button>
        </div>
      )}
    </div>
  );
}
