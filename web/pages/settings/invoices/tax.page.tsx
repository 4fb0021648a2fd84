import { lazy, Suspense } from "react";
import { Answer } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Page, Section } from "../../../components/page.tsx";
import { Choices } from "../../../form/choices.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { useOpen } from "../../../open.ts";
import { useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { type Settings, SETTINGS_PATH } from "./settings.ts";
import { ADD_TAX_RATE, type TaxRate, TAX_PATH } from "./tax-rate.ts";
import { OfferedTaxRates, TaxRateList } from "./tax-rates.tsx";
import { LockedFacts } from "./told.tsx";

const TaxRateDialog = lazy(async () =>
  import("./tax-dialogs.tsx").then(({ TaxRateDialog }) => ({ default: TaxRateDialog })),
);

export function TaxSettings() {
  const team = useTeam();
  const rates = useOfTeam(team, TAX_PATH, {});
  const settings = useOfTeam(team, SETTINGS_PATH, {});
  const { open, show } = useOpen();
  return (
    <Page
      lead="Tax rates for the lines of invoices. An invoice without any rate has no tax."
      title="Tax"
      width="settings"
    >
      <Section
        actions={
          leads(team) ? (
            <Button id={ADD_TAX_RATE} onClick={() => show("new")}>
              Add a rate
            </Button>
          ) : undefined
        }
        id="rates"
        title="Tax rates"
      >
        <Answer query={rates} what="the tax rates">
          {(taxes) => (
            <>
              {leads(team) ? <OfferedTaxRates taxes={taxes} /> : null}
              <TaxRateList taxes={taxes} />
              <Suspense>{open === null ? null : <TaxRateDialog rates={taxes.items} />}</Suspense>
            </>
          )}
        </Answer>
      </Section>
      <Section
        hint="For new invoices. Each line may have another rate."
        id="defaults"
        title="Usual tax"
      >
        <Answer query={rates} what="the tax rates">
          {({ items }) => (
            <Answer query={settings} what="the usual tax">
              {(settings) => <Defaults key={team.id} rates={items} settings={settings} />}
            </Answer>
          )}
        </Answer>
      </Section>
    </Page>
  );
}

type DefaultsProps = { readonly rates: readonly TaxRate[]; readonly settings: Settings };

function Defaults({ rates, settings }: DefaultsProps) {
  const team = useTeam();
  const known = rates.filter(({ is_archived }) => !is_archived);
  if (!leads(team))
    return (
      <LockedFacts
        facts={[
          {
            label: "Usual rate",
            value: known.find(({ id }) => id === settings.tax_rate_id)?.name ?? "None",
          },
          { label: "Prices", value: settings.prices_include_tax ? "With tax" : "Without tax" },
        ]}
      />
    );
  return (
    <SettingsForm settings={settings} submit="Save the usual tax" valuesOf={valuesOf}>
      {({ field }) => (
        <>
          <div className="max-w-80">
            <SelectField
              field={{ ...field("tax_rate_id"), value: field("tax_rate_id").value ?? null }}
              hint={known.length === 0 ? "Add a rate above first." : undefined}
              label="Rate of new lines"
              options={[
                { value: null, label: "None" },
                ...known.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </div>
          <Choices
            choices={[
              {
                value: false,
                label: "Without tax",
                hint: "The tax is added below the lines. Usual between companies.",
              },
              {
                value: true,
                label: "With tax",
                hint: "The tax is contained in each price. Usual for private customers.",
              },
            ]}
            field={field("prices_include_tax")}
            label="Prices in lines are"
          />
        </>
      )}
    </SettingsForm>
  );
}

function valuesOf({ tax_rate_id, prices_include_tax }: Settings) {
  return { tax_rate_id, prices_include_tax };
}
