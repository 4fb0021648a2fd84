import { Answer } from "../../../components/answer.tsx";
import { Page, Section } from "../../../components/page.tsx";
import { countries } from "../../../countries.ts";
import { useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { SellerForm } from "./seller-form.tsx";
import { type Settings, SETTINGS_PATH } from "./settings.ts";
import { LockedFacts } from "./told.tsx";

export function SellerSettings() {
  const team = useTeam();
  const query = useOfTeam(team, SETTINGS_PATH, {});
  return (
    <Page
      lead="What invoices say about you. Invoices that were sent stay as they are."
      title="Seller"
      width="settings"
    >
      <Section id="seller" title="Seller on invoices">
        <Answer query={query} what="the seller">
          {(settings) =>
            leads(team) ? (
              <SellerForm key={team.id} settings={settings} />
            ) : (
              <LockedFacts facts={factsOf(settings)} />
            )
          }
        </Answer>
      </Section>
    </Page>
  );
}

function factsOf(settings: Settings) {
  const country = countries().find(({ value }) => value === settings.country_code);
  const place = [settings.zip, settings.city].filter((part) => part !== null).join(" ");
  return [
    { label: "Legal name", value: settings.legal_name },
    { label: "Address", value: [settings.address, place].filter(Boolean).join("\n") },
    { label: "Country", value: country?.label ?? null },
    { label: "VAT number", value: settings.vat_number },
    { label: "Tax number", value: settings.tax_number },
    { label: "Registration", value: settings.registration },
    { label: "Contact person", value: settings.contact },
    { label: "Phone", value: settings.phone },
    { label: "E-mail", value: settings.email },
    { label: "Legal text", value: settings.legal_text },
  ];
}
