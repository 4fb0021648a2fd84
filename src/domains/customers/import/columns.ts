import { type ColumnNames, columnsOf } from "../../../core/csv/columns.ts";
import { CUSTOMER_FILE_LABELS } from "../../../shared/records/customer.ts";
import { fieldNames } from "../../../shared/records/field.ts";

export const COLUMNS = fieldNames(CUSTOMER_FILE_LABELS);

export type Column = (typeof COLUMNS)[number];

/** A column of the file by its field. A title that two fields have is the earlier one's. */
export function customerColumns(header: readonly string[]): ReadonlyMap<Column, number> {
  const found = new Map(columnsOf(header, NAMES));
  // `Nome` beside `Cognome` is a person's first name.
  if (found.has("last_name"))
    for (const field of ["name", "contact"] as const)
      if (found.get(field) === found.get("first_name")) found.delete(field);
  const taken = new Set<number>();
  for (const [field, place] of found) {
    if (taken.has(place)) found.delete(field);
    taken.add(place);
  }
  return found;
}

/**
 * Titles that common programs give their columns, in English, German, French, Spanish, Italian, Dutch,
 * Portuguese, Polish and the Nordic languages. A company comes before a name, which is then a person's.
 */
const TITLES: Partial<ColumnNames<Column>> = {
  name: [
    "company name; company; organization; organisation; business name; client name",
    "customer name; account name; contact name; display name; client; customer",
    "Firmenname; Firma; Unternehmen; Kundenname; Kunde; Name / Firma",
    "Raison sociale; Société; Entreprise; Nom du client; Client",
    "Razón social; Empresa; Nombre de la empresa; Nombre del cliente; Cliente",
    "Ragione sociale; Azienda; Denominazione; Nome cliente",
    "Bedrijfsnaam; Bedrijf; Klantnaam; Klant; Nome da empresa; Nome do cliente",
    "Nazwa firmy; Firma; Nazwa klienta; Nazwa; Kontrahent; Företag; Företagsnamn",
    "Kundnamn; Virksomhed; Firmanavn; Kundenavn; Yritys; Asiakas",
    "name; full name; Nom; Nombre; Nome; Naam; Namn; Navn; Nimi",
  ],
  email: [
    "email; e-mail; email address; e-mail address; email id; primary email; mail",
    "billing email; invoice email; main email; work email; e-mail 1 - value",
    "E-Mail-Adresse; Courriel; Adresse e-mail; Adresse électronique; Mél",
    "Correo; Correo electrónico; Posta elettronica; Indirizzo e-mail; E-mailadres",
    "E-post; E-postadress; E-postadresse; Adres e-mail; Sähköposti",
  ],
  contact: [
    "contact; contact person; contact name; primary contact; attention; attn",
    "Ansprechpartner; Ansprechpartnerin; Kontaktperson; Kontakt; Interlocuteur",
    "Personne de contact; Contacto; Persona de contacto; Referente; Contatto",
    "Contactpersoon; Contato; Osoba kontaktowa; Yhteyshenkilö",
    "full name; name; Nom; Nombre; Nome; Naam",
  ],
  first_name: [
    "first name; given name; firstname; Vorname; Prénom; Nombre de pila; Nome",
    "Voornaam; Imię; Förnamn; Fornavn; Etunimi",
  ],
  last_name: [
    "last name; surname; family name; Nachname; Familienname; Nom de famille",
    "Apellido; Apellidos; Cognome; Achternaam; Apelido; Sobrenome; Nazwisko",
    "Efternamn; Etternavn; Efternavn; Sukunimi",
  ],
  billingEmail: [
    "billing email; billing e-mail; invoice email; accounts email; accounting email",
    "Rechnungs-E-Mail; E-Mail Rechnung; E-mail de facturation; Correo de facturación",
    "E-mail fatturazione; Factuur e-mail; Faktura e-post",
  ],
  phone: [
    "phone; phone number; telephone; main phone; work phone; mobile; tel",
    "Telefon; Telefonnummer; Mobil; Téléphone; Teléfono; Telefono; Telefoon",
    "Telefoonnummer; Telefone; Numer telefonu; Puhelin",
  ],
  website: [
    "website; web site; website url; url; web; homepage; Webseite; Internet",
    "Site web; Site internet; Sitio web; Página web; Sito web; Strona www",
    "Hemsida; Hjemmeside; Nettside; Kotisivu",
  ],
  vatNumber: [
    "vat number; vat; vat id; vat no; tax number; tax id; tax registration number",
    "USt-IdNr.; USt-ID; UID; Umsatzsteuer-ID; Steuernummer; N° TVA; Numéro de TVA",
    "TVA intracommunautaire; NIF; CIF; NIF/CIF; Partita IVA; P.IVA; P. IVA",
    "BTW-nummer; Btw nr; NIPC; NIP; Momsnr; Momsnummer; Moms-nr; ALV-numero",
  ],
  addressLine1: [
    "address line 1; address 1; address; street; street address; billing address",
    "billing address line 1; billing street; POAddressLine1; Straße; Strasse",
    "Straße und Hausnummer; Anschrift; Adresse; Adresse 1; Rue; Dirección; Calle",
    "Domicilio; Indirizzo; Via; Adres; Straat; Morada; Endereço; Ulica",
    "Adress; Gatuadress; Gateadresse; Vej; Osoite",
  ],
  addressLine2: [
    "address line 2; address 2; billing address line 2; billing street 2; suite",
    "POAddressLine2; Adresszusatz; Adresse 2; Complément d'adresse; Dirección 2",
    "Indirizzo 2; Adres 2; Complemento",
  ],
  zip: [
    "zip; zip code; postal code; postcode; post code; billing zip; billing code",
    "billing postal code; POPostalCode; PLZ; Postleitzahl; Code postal; CP",
    "Código postal; CAP; CEP; Kod pocztowy; Postnummer; Postnr; Postinumero",
  ],
  city: [
    "city; town; billing city; POCity; Ort; Stadt; Ville; Ciudad; Población",
    "Localidad; Città; Comune; Plaats; Woonplaats; Cidade; Localidade; Miasto",
    "Stad; By; Poststed; Kaupunki",
  ],
  state: [
    "state; province; region; county; state/province; province/state",
    "billing state; PORegion; Bundesland; Région; Provincia; Estado; Distrito",
    "Województwo; Län",
  ],
  country: [
    "country; country/region; billing country; POCountry; Land; Pays; País",
    "Paese; Nazione; Kraj; Maa",
  ],
  countryCode: [
    "country code; Ländercode; Länderkürzel; Code pays; Código de país",
    "Codice paese; Landcode; Kod kraju; Landskod; Landekode",
  ],
  preferred_currency: [
    "currency; currency code; default currency; Währung; Devise; Moneda; Divisa",
    "Valuta; Moeda; Waluta; Valuutta",
  ],
  default_payment_terms: [
    "payment terms; payment terms (days); terms; net days; Zahlungsziel",
    "Zahlungsziel (Tage); Délai de paiement; Plazo de pago; Termini di pagamento",
    "Betaaltermijn; Betalningsvillkor; Betalingsbetingelser; Termin płatności",
  ],
  tags: [
    "tags; tag; labels; categories; category; group; groups; Schlagwörter",
    "Kategorie; Gruppe; Étiquettes; Catégorie; Etiquetas; Categoría; Etichette",
    "Categoria; Labels; Etykiety; Taggar",
  ],
  note: [
    "note; notes; comment; comments; remarks; memo; description; Notiz",
    "Notizen; Bemerkung; Bemerkungen; Kommentar; Remarques; Commentaire",
    "Notas; Observaciones; Opmerkingen; Observações; Uwagi; Anteckningar",
    "Bemærkninger; Merknad",
  ],
};

/** Each line above is one list; the label of a field is always among its titles. */
const NAMES: ColumnNames<Column> = titled(TITLES);

function titled(titles: Partial<ColumnNames<Column>>): ColumnNames<Column> {
  const split = COLUMNS.map((column) => [
    column,
    [...(titles[column] ?? []).flatMap((text) => text.split("; ")), CUSTOMER_FILE_LABELS[column]],
  ]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the same columns, each with its names
  return Object.fromEntries(split) as ColumnNames<Column>;
}
