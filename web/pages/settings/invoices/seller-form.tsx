import { presetLegalText } from "../../../../src/shared/country-taxes.ts";
import { Button } from "../../../components/button.tsx";
import { countries } from "../../../countries.ts";
import type { Field } from "../../../form/field.ts";
import { Form } from "../../../form/form.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { AreaField, TextField } from "../../../form/text-field.tsx";
import { useTeam } from "../../../team.tsx";
import { type Settings, SETTINGS_CHANGES, settingsVersion } from "./settings.ts";

type SellerFormProps = {
  readonly settings: Settings;
  /** Asks only for what a first invoice needs: name, address, country and tax numbers. */
  readonly isShort?: boolean;
  readonly submit?: string;
  readonly onDone?: () => Promise<void> | void;
};

/** Seller as it is printed on invoices. */
export function SellerForm({
  settings,
  isShort = false,
  submit = "Save the seller",
  onDone,
}: SellerFormProps) {
  const team = useTeam();
  const valuesOf = isShort ? shortValues : allValues;
  return (
    <Form
      changes={[...SETTINGS_CHANGES, "GET /api/me"]}
      done="Saved"
      given={{ team: team.id }}
      initial={valuesOf(settings)}
      kind={isShort ? "primary" : "secondary"}
      onDone={async () => onDone?.()}
      route="PATCH /api/teams/:team/invoice-settings"
      submit={submit}
      version={settingsVersion(team.id, settings, valuesOf)}
    >
      {({ field, values }) => {
        const country = values.country_code ?? null;
        const labels = labelsOf(country);
        return (
          <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
            <div className="sm:col-span-2">
              <TextField
                autoComplete="organization"
                field={field("legal_name")}
                hint="Your company as it is registered, or your own name."
                label="Legal name"
                maxLength={200}
              />
            </div>
            <div className="sm:col-span-2">
              <AreaField
                field={field("address")}
                hint="Street and number, or more lines where you need them."
                label="Address"
                maxLength={500}
              />
            </div>
            <TextField
              autoComplete="postal-code"
              field={field("zip")}
              isOptional
              label="Post code"
              maxLength={20}
            />
            <TextField
              autoComplete="address-level2"
              field={field("city")}
              label="City"
              maxLength={100}
            />
            {isShort ? null : (
              <TextField
                autoComplete="address-level1"
                field={field("state")}
                isOptional
                label="State or region"
                maxLength={100}
              />
            )}
            <SelectField
              field={field("country_code")}
              hint="The team’s. Tax rates and what an invoice must say follow it."
              label="Country"
              options={[{ value: null, label: "Not set" }, ...countries()]}
            />
            <TextField
              autoComplete="off"
              field={field("vat_number")}
              hint={labels.vatHint}
              isOptional
              label={labels.vat}
              maxLength={50}
              spellCheck={false}
            />
            <TextField
              autoComplete="off"
              field={field("tax_number")}
              hint={labels.taxHint}
              isOptional
              label={labels.tax}
              maxLength={50}
              spellCheck={false}
            />
            {isShort && country !== "FR" ? null : (
              <div className="sm:col-span-2">
                <TextField
                  autoComplete="off"
                  field={field("registration")}
                  hint={labels.registrationHint}
                  isOptional
                  label={labels.registration}
                  maxLength={200}
                  spellCheck={false}
                />
              </div>
            )}
            {isShort ? null : <Contact field={field} />}
            {isShort ? null : (
              <div className="sm:col-span-2">
                <LegalText country={country} field={field("legal_text")} />
              </div>
            )}
          </div>
        );
      }}
    </Form>
  );
}

type Text = Field<string | null | undefined, string | null>;

function Contact({ field }: { readonly field: (name: "contact" | "phone" | "email") => Text }) {
  return (
    <>
      <TextField
        autoComplete="name"
        field={field("contact")}
        isOptional
        label="Contact person"
        maxLength={100}
      />
      <TextField
        autoComplete="tel"
        field={field("phone")}
        isOptional
        label="Phone"
        maxLength={50}
        type="tel"
      />
      <div className="sm:col-span-2">
        <TextField
          autoComplete="email"
          field={field("email")}
          hint="Printed on invoices. Where replies go is set with the mail texts."
          isOptional
          label="E-mail"
          type="email"
        />
      </div>
    </>
  );
}

function LegalText({ field, country }: { readonly field: Text; readonly country: string | null }) {
  const preset = presetLegalText(country);
  const isOffered = preset !== null && field.value !== preset;
  return (
    <div className="grid justify-items-start gap-2 *:w-full">
      <AreaField
        field={field}
        hint="Stands at the foot of each invoice: directors, register, or what a law wants."
        isOptional
        label="Legal text"
        maxLength={2000}
      />
      {isOffered ? (
        <div className="grid gap-2 rounded-control bg-sunken p-3">
          <p className="text-ink2">
            Invoices from {nameOf(country)} need this text. You can change it afterwards.
          </p>
          <p className="italic" lang={country?.toLowerCase()}>
            {preset}
          </p>
          <div>
            <Button
              onClick={() => {
                field.set(preset);
                document.getElementById(field.id)?.focus();
              }}
            >
              Use this text
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  );
}

function nameOf(country: string | null): string {
  return countries().find(({ value }) => value === country)?.label ?? "there";
}

const USUAL = {
  vat: "VAT number",
  vatHint: "With the letters of the country, where it has them.",
  tax: "Tax number",
  taxHint: "Of your tax office.",
  registration: "Registration",
  registrationHint: "Such as the register and your number in it.",
};

/** Each country has its own names for the numbers. */
const NAMES: Readonly<Record<string, Partial<typeof USUAL>>> = {
  DE: {
    vatHint: "USt-IdNr., such as DE123456789. This or the tax number must be there.",
    taxHint: "Steuernummer, such as 12/345/67890.",
    registrationHint: "Such as Amtsgericht Berlin, HRB 12345.",
  },
  FR: {
    vatHint: "N° TVA, such as FR12345678901.",
    registration: "SIREN",
    registrationHint: "Nine digits. You may add the register, such as RCS Paris.",
  },
  NL: {
    vatHint: "Btw-id, such as NL123456789B01.",
    registration: "KVK number",
    registrationHint: "Eight digits.",
  },
  GB: {
    vatHint: "Such as GB123456789.",
    tax: "Other tax number",
    registration: "Company number",
    registrationHint: "As at Companies House.",
  },
  CH: {
    vatHint: "Such as CHE-123.456.789 MWST.",
    registration: "UID",
    registrationHint: "Such as CHE-123.456.789.",
  },
  NO: { vatHint: "Such as 123 456 789 MVA." },
  US: {
    vat: "Sales tax ID",
    vatHint: "Where your state wants it on invoices.",
    tax: "EIN",
    taxHint: "Only if you want it printed.",
  },
};

function labelsOf(country: string | null): typeof USUAL {
  return { ...USUAL, ...NAMES[country ?? ""] };
}

function shortValues(settings: Settings) {
  const { legal_name, address, zip, city, country_code, vat_number, tax_number, registration } =
    settings;
  return { legal_name, address, zip, city, country_code, vat_number, tax_number, registration };
}

function allValues(settings: Settings) {
  const { state, contact, phone, email, legal_text } = settings;
  return { ...shortValues(settings), state, contact, phone, email, legal_text };
}
