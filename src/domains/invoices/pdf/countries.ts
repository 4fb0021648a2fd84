import { whereAlpha2 } from "iso-3166-1";
import type { InvoiceLanguage } from "../invoice-body.ts";

/** Names where they differ much from those of ISO 3166, or where documents often go: en, de, fr, nl. */
const NAMES = `
AT Austria|Österreich|Autriche|Oostenrijk
AU Australia|Australien|Australie|Australië
BE Belgium|Belgien|Belgique|België
BG Bulgaria|Bulgarien|Bulgarie|Bulgarije
BR Brazil|Brasilien|Brésil|Brazilië
CA Canada|Kanada|Canada|Canada
CH Switzerland|Schweiz|Suisse|Zwitserland
CN China|China|Chine|China
CY Cyprus|Zypern|Chypre|Cyprus
CZ Czechia|Tschechien|Tchéquie|Tsjechië
DE Germany|Deutschland|Allemagne|Duitsland
DK Denmark|Dänemark|Danemark|Denemarken
EE Estonia|Estland|Estonie|Estland
ES Spain|Spanien|Espagne|Spanje
FI Finland|Finnland|Finlande|Finland
FR France|Frankreich|France|Frankrijk
GB United Kingdom|Vereinigtes Königreich|Royaume-Uni|Verenigd Koninkrijk
GR Greece|Griechenland|Grèce|Griekenland
HR Croatia|Kroatien|Croatie|Kroatië
HU Hungary|Ungarn|Hongrie|Hongarije
IE Ireland|Irland|Irlande|Ierland
IL Israel|Israel|Israël|Israël
IN India|Indien|Inde|India
IS Iceland|Island|Islande|IJsland
IT Italy|Italien|Italie|Italië
JP Japan|Japan|Japon|Japan
KR South Korea|Südkorea|Corée du Sud|Zuid-Korea
LI Liechtenstein|Liechtenstein|Liechtenstein|Liechtenstein
LT Lithuania|Litauen|Lituanie|Litouwen
LU Luxembourg|Luxemburg|Luxembourg|Luxemburg
LV Latvia|Lettland|Lettonie|Letland
MT Malta|Malta|Malte|Malta
MX Mexico|Mexiko|Mexique|Mexico
NL Netherlands|Niederlande|Pays-Bas|Nederland
NO Norway|Norwegen|Norvège|Noorwegen
NZ New Zealand|Neuseeland|Nouvelle-Zélande|Nieuw-Zeeland
PL Poland|Polen|Pologne|Polen
PT Portugal|Portugal|Portugal|Portugal
RO Romania|Rumänien|Roumanie|Roemenië
RS Serbia|Serbien|Serbie|Servië
SE Sweden|Schweden|Suède|Zweden
SG Singapore|Singapur|Singapour|Singapore
SI Slovenia|Slowenien|Slovénie|Slovenië
SK Slovakia|Slowakei|Slovaquie|Slowakije
TR Turkey|Türkei|Turquie|Turkije
UA Ukraine|Ukraine|Ukraine|Oekraïne
US United States|Vereinigte Staaten|États-Unis|Verenigde Staten
ZA South Africa|Südafrika|Afrique du Sud|Zuid-Afrika
`;

const LANGUAGES: readonly InvoiceLanguage[] = ["en", "de", "fr", "nl"];

const BY_CODE: ReadonlyMap<string, readonly string[]> = new Map(
  NAMES.trim()
    .split("\n")
    .map((line) => [line.slice(0, 2), line.slice(3).split("|")]),
);

/** Name of a country; in English where this list lacks it, which every post office reads. */
export function countryIn(language: InvoiceLanguage, code: string): string {
  return BY_CODE.get(code)?.[LANGUAGES.indexOf(language)] ?? nameOf(code);
}

/** ISO 3166 has "Bahamas (the)". */
function nameOf(code: string): string {
  return whereAlpha2(code)?.country.replace(/ \(.*\)$/, "") ?? code;
}
