import { AreaField } from "../../form/area-field.tsx";
import type { FieldMaker } from "../../form/field.ts";
import { NumberField } from "../../form/number-field.tsx";
import { TextField } from "../../form/text-field.tsx";

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
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={field("addressLine1")} isOptional label="Address line 1" />
        <TextField field={field("addressLine2")} isOptional label="Address line 2" />
        <TextField field={field("zip")} isOptional label="Postal code" />
        <TextField field={field("city")} isOptional label="City" />
        <TextField field={field("state")} isOptional label="State" />
        <TextField field={field("country")} isOptional label="Country" />
        <TextField
          field={field("countryCode")}
          hint="Two letters, such as DE."
          isOptional
          label="Country code"
          maxLength={2}
        />
        <TextField field={field("vatNumber")} isOptional label="VAT number" />
        <TextField
          field={field("preferred_currency")}
          hint="Three letters, such as EUR."
          isOptional
          label="Currency"
          maxLength={3}
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
