import type { InvoiceBody, InvoiceLanguage } from "../invoice-body.ts";
import { countryIn } from "./countries.ts";

type Party = InvoiceBody["seller"] | InvoiceBody["buyer"];

/** Countries that write the place before the post code. */
const PLACE_FIRST = new Set("AU CA GB IE IN NZ SG US ZA".split(" "));

/** Lines below the name; without the country. */
export function postalLines({ address, zip, city, state, country_code }: Party): readonly string[] {
  const place = PLACE_FIRST.has(country_code ?? "")
    ? [[city, state].filter(isGiven).join(", "), zip]
    : [zip, city, state];
  return [...address, place.filter(isGiven).join(" ")].filter(isGiven);
}

/** The line with the country, in capitals, where the post has to cross a border. */
export function countryLine(party: Party, body: InvoiceBody): readonly string[] {
  const { seller, buyer, language } = body;
  const isAbroad = (seller.country_code ?? "") !== (buyer.country_code ?? "");
  const code = party.country_code;
  return isAbroad && code !== null ? [capitals(code, language)] : [];
}

function capitals(code: string, language: InvoiceLanguage): string {
  return countryIn(language, code).toUpperCase();
}

function isGiven(text: string | null): text is string {
  return text !== null && text.trim() !== "";
}
