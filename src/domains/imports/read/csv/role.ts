import { bare } from "../../../../core/csv/columns.ts";
import { isCurrency } from "../../../../core/money.ts";

type RoleFacts = {
  readonly label: string;
  /** True for a role that one column alone can have. */
  readonly isSingle: boolean;
  /** True for a role whose cells identify a row. */
  readonly isOwn: boolean;
};

export const ROLES = {
  date: { label: "Date", isSingle: true, isOwn: false },
  valueDate: { label: "Value date", isSingle: true, isOwn: false },
  amount: { label: "Amount", isSingle: true, isOwn: false },
  debit: { label: "Money out", isSingle: true, isOwn: false },
  credit: { label: "Money in", isSingle: true, isOwn: false },
  direction: { label: "In or out", isSingle: true, isOwn: false },
  gross: { label: "Amount before fees", isSingle: true, isOwn: false },
  fee: { label: "Fee", isSingle: true, isOwn: false },
  feeCurrency: { label: "Currency of the fee", isSingle: true, isOwn: false },
  net: { label: "Amount after fees", isSingle: true, isOwn: false },
  balance: { label: "Balance", isSingle: true, isOwn: false },
  currency: { label: "Currency", isSingle: true, isOwn: false },
  tax: { label: "Tax within the amount", isSingle: false, isOwn: true },
  part: { label: "Part of the amount above", isSingle: false, isOwn: true },
  originalAmount: { label: "Amount in another currency", isSingle: true, isOwn: false },
  originalCurrency: { label: "The other currency", isSingle: true, isOwn: false },
  name: { label: "Name of the other side", isSingle: false, isOwn: true },
  counterparty: { label: "Account of the other side", isSingle: true, isOwn: true },
  description: { label: "Text", isSingle: false, isOwn: true },
  reference: { label: "Reference", isSingle: false, isOwn: true },
  kind: { label: "Kind of booking", isSingle: false, isOwn: true },
  state: { label: "State", isSingle: true, isOwn: false },
  id: { label: "The bank's id", isSingle: true, isOwn: true },
  account: { label: "Own account", isSingle: true, isOwn: false },
  card: { label: "Card", isSingle: false, isOwn: false },
  rate: { label: "Exchange rate", isSingle: false, isOwn: true },
  effect: { label: "Effect on the balance", isSingle: true, isOwn: true },
  ignored: { label: "Not used", isSingle: false, isOwn: true },
} as const satisfies Readonly<Record<string, RoleFacts>>;

/** Reason for a row whose fee would have to be exchanged to know what was booked. */
export const FEE_ELSEWHERE =
  "The fee is in another currency than the amount. Add the payment and its fee by hand.";

export type Role = keyof typeof ROLES;

export type Roles = readonly Role[];

export function isRole(text: string | undefined): text is Role {
  return text !== undefined && Object.hasOwn(ROLES, text);
}

export function columnOf(roles: Roles, role: Role): number {
  return roles.indexOf(role);
}

export function columnsWith(roles: readonly (Role | null)[], role: Role): readonly number[] {
  return roles.flatMap((found, index) => (found === role ? [index] : []));
}

/**
 * Titles by role, as banks write them in English, German, French, Spanish, Italian, Portuguese, Dutch, Danish,
 * Swedish, Norwegian, Finnish, Polish and Czech. They are compared without accents and signs.
 */
const TITLES: Readonly<Partial<Record<Role, string>>> = {
  date: `date; booking date; posting date; posted date; posted; transaction date; date processed; completed date; date completed; date posted; process date; date of transaction; created (utc); created; trans date; entry date;
    datum; buchungstag; buchungsdatum; buchung; belegdatum; buchungszeit; date d'opération; date opération; date de l'opération; date comptable; date de comptabilisation; date transaction; fecha; fecha operación; fecha de operación; fecha contable; f. operación; data; data contabile; data operazione; data registrazione; data movimento; data lançamento; data do lançamento; data mov; data movimento; data operação; boekdatum; boekingsdatum; transactiedatum; datum verrichting; uitvoeringsdatum;
    dato; bogføringsdato; bogført; posteringsdato; bokföringsdag; bokföringsdatum; bokförd; transaktionsdatum; bokført; bokføringsdato; bokført dato; transaksjonsdato; kirjauspäivä; kirjauspäivämäärä; päivämäärä; pvm; maksupäivä; data operacji; data księgowania; data transakcji; datum zaúčtování; datum provedení; datum pohybu; datum transakce`,
  valueDate: `value date; value; settlement date; effective date; available on (utc); wertstellung; wertstellungstag; wertstellungsdatum; valuta; valutadatum; valuta datum; wert; date de valeur; date valeur; valeur; fecha valor; fecha de valor; f. valor; data valuta; data valor; data do valor; rentedatum; valutadato; rentedato; valutadag; ränteadatum; rentedato; arvopäivä; data waluty; datum valuty; datum verrekening; started date`,
  amount: `amount; transaction amount; value amount; sum; betrag; umsatz; buchungsbetrag; montant; montant de l'opération; importe; cantidad; importo; ammontare; valor; montante; quantia; bedrag; bedrag transactie; transactiebedrag; beløb; belopp; beløp; määrä; summa; kwota; kwota operacji; kwota transakcji; částka; objem; castka`,
  debit: `debit; debit amount; debits; money out; paid out; withdrawal; withdrawals; withdrawal amount; soll; belastung; lastschrift; ausgang; ausgaben; débit; montant débit; sorties; debe; cargo; cargos; dare; addebiti; uscite; débito; débitos; debet; af; afschrift; ud; hævet; udgift; uttag; utgift; ut; ut fra konto; ut av konto; belastet; tili otot; panot ulos; obciążenia; obciążenie; wypłaty; má dáti; odepsáno; výdaj; debit gbp`,
  credit: `credit; credit amount; credits; money in; paid in; deposit; deposits; deposit amount; haben; gutschrift; eingang; einnahmen; crédit; montant crédit; entrées; haber; abono; abonos; avere; accrediti; entrate; crédito; créditos; kredit; bij; bijschrift; ind; indsat; indtægt; insättning; inntekt; inn; inn på konto; godskrevet; panot; uznania; uznanie; wpłaty; dal; připsáno; příjem`,
  direction: `af bij; debit/credit; debet/credit; dr/cr; d/c; cr/dr; c/d; credit/debit; credit debit indicator; soll/haben; s/h; soll haben; soll/haben-kennzeichen; sens; signe; signo; segno; d/k; debet/kredit; indicator`,
  gross: `gross; gross amount; amount before fees; brutto; brut; avant commission; bruto; lordo; bruttobeløb; bruttobelopp`,
  fee: `fee; fees; fee amount; gebühr; gebühren; entgelt; frais; commission; comisión; comision; tarifa; tariffa; commissione; taxa; tarifa; kosten; kosten op verrichting; gebyr; avgift; kulu; opłata; prowizja; poplatek`,
  net: `net; net amount; amount after fees; netto; net montant; neto; netto betrag; nettobeløb; nettobelopp; après commission; importo netto; líquido`,
  balance: `balance; running balance; account balance; available balance; balance after; balance amount; saldo; kontostand; saldo nach buchung; solde; solde courant; saldo contable; saldo disponible; saldo contabile; saldo disponibile; saldo contabilístico; saldo na boeking; saldo na mutatie; saldo na trn; eindsaldo; endsaldo; resulting balance; saldo efter; saldo etter; saldo po operacji; saldo po transakcji; zůstatek; zustatek; saldo; kontosaldo; bokfört saldo; tilin saldo`,
  currency: `currency; currency code; account currency; transaction currency; ccy; währung; waehrung; kontowährung; devise; monnaie; divisa; moneda; valuta iso; munt; muntsoort; moeda; valuta kode; valutakode; valuutta; waluta; měna; mena; valuta konto`,
  originalAmount: `original amount; foreign amount; local amount; amount in foreign currency; betrag in fremdwährung; ursprünglicher betrag; fremdwährungsbetrag; originalbetrag; montant en devise; montant d'origine; importe original; importo originale; valor original; oorspronkelijk bedrag; oprindeligt beløb; originalbelopp; opprinnelig beløp; alkuperäinen määrä; kwota oryginalna; původní částka`,
  originalCurrency: `original currency; foreign currency; local currency; fremdwährung; originalwährung; devise d'origine; moneda original; valuta originale; moeda original; oorspronkelijke munt; oprindelig valuta; originalvaluta; opprinnelig valuta; waluta oryginalna; původní měna`,
  name: `name; payee; payee name; payer; merchant; merchant name; counterparty name; counter party; beneficiary; recipient; sender; other party; name of counterparty; counterpart; contact; empfänger; empfänger/auftraggeber; auftraggeber; auftraggeber/empfänger; begünstigter; begünstigter/zahlungspflichtiger; beguenstigter/zahlungspflichtiger; auftraggeber/begünstigter; name zahlungsbeteiligter; zahlungsempfänger; zahlungsempfänger*in; zahlungspflichtige*r; partner; partnername; partner name; händler; nom; nom du bénéficiaire; bénéficiaire; tiers; contrepartie; nom contrepartie; nombre; beneficiario; ordenante; comercio; nome; controparte; ordinante; beneficiário; destinatário; naam; naam tegenpartij; tegenpartij; tegenpartij naam; naam / omschrijving; naam/omschrijving; begunstigde; handelaar; modtager; afsender; navn; mottagare; motpart; namn; mottaker; avsender; saaja; maksaja; saaja/maksaja; nimi; odbiorca; nadawca; kontrahent; nadawca/odbiorca; nazwa kontrahenta; nazwa odbiorcy; název protiúčtu; nazev protiuctu; protistrana; příjemce; jméno protistrany`,
  counterparty: `counterparty; counterparty account; counterparty iban; payee account number; payee iban; beneficiary account; account of counterparty; other account; kontonummer/iban; kontonummer/iban zahlungsbeteiligter; iban; iban zahlungsbeteiligter; gegenkonto; partner iban; iban empfänger; empfängerkonto; compte contrepartie; iban contrepartie; iban du bénéficiaire; cuenta beneficiario; cuenta contraparte; iban controparte; conta destino; tegenrekening; tegenrekening iban/bban; rekening tegenpartij; rekeningnummer tegenpartij; modkonto; modtagerkonto; til konto; mottagarkonto; motkonto; til kontonummer; saajan tilinumero; rachunek kontrahenta; numer rachunku kontrahenta; nr rachunku kontrahenta; protiúčet; protiucet; číslo protiúčtu`,
  description: `description; details; transaction details; narrative; memo; text; transaction; transaction description; particulars; remittance information; payment reference; message; note; notes; additional information; extended details; verwendungszweck; verwendungszweck 1; verwendungszweck 2; verwendungszweck 3; buchungstext; buchungsdetails; zahlungsgrund; beschreibung; vorgang/verwendungszweck; mitteilung; notiz; umsatztext; libellé; libelle; libellé simplifie; libellé operation; description de l'opération; détail; communication; informations complementaires; concepto; descripción; detalle; observaciones; más datos; causale; descrizione; descrizione operazione; dettagli; descrição; histórico; detalhes; omschrijving; omschrijving 1; omschrijving 2; omschrijving 3; mededeling; mededelingen; mededeling 1; toelichting; beskrivelse; tekst; meddelelse; beskrivning; meddelande; text; forklaring; melding; viesti; selite; selitys; opis; opis operacji; opis transakcji; tytuł; tytułem; tytuł operacji; popis; zpráva pro příjemce; zpráva; poznámka; popis transakce`,
  reference: `reference; ref; reference number; customer reference; cheque number; check number; check or slip #; bank reference; end to end id; end-to-end-reference; kundenreferenz; referenz; kundenreferenz (end-to-end); mandatsreferenz; référence; reference client; referencia; riferimento; referência; kenmerk; betalingskenmerk; referentie; reference nr; ref.nr; kid; ocr; viite; viitenumero; referencje; variabilní symbol; vs`,
  kind: `type; transaction type; umsatzart; buchungsart; art; typ; umsatztyp; type d'opération; nature; tipo; tipo de operación; tipo operazione; tipo de movimento; soort; mutatiesoort; mutatie soort; transactietype; transaktionstype; transaktionstyp; type transaksjon; laji; tapahtumalaji; rodzaj operacji; typ transakcji; typ operace; typ transakce; category; kategorie; catégorie`,
  state: `state; status; transaction status; statut; estado; stato; situação; tila; stav; stan`,
  id: `id; transaction id; transactionid; transferwise id; transaction no; fitid; unique id; entry reference; transaktionscode; transaktions-id; transaktionsnummer; transaktions id; id transaction; identifiant; n° de transaction; id transacción; id. transacción; id transazione; codice transazione; id da transação; transactiereferentie; volgnr; transactie-id; arkistointitunnus; tapahtumatunnus; id transakcji; numer transakcji; id operacji; id pohybu; id transakce; číslo transakce; trans id; balance_transaction_id`,
  account: `account; account number; own account; account no; account iban; kontonummer; konto; auftragskonto; bezeichnung auftragskonto; iban auftragskonto; auftraggeberkonto; iban auftraggeberkonto; iban kontoinhaber; numéro de compte; compte; cuenta; número de cuenta; conto; numero conto; conta; número da conta; rekening; rekeningnummer; iban/bban; kontonr; konto nr; kontonummer; tili; tilinumero; numer rachunku; rachunek; číslo účtu; cislo uctu; účet`,
  card: `card number; card no; card; kartennummer; kreditkarte; kredietkaart; kaartnummer; numéro de carte; número de tarjeta; numero carta; número do cartão; kortnummer; numer karty; číslo karty; last four digits; card last four digits`,
  tax: `tax; tax amount; vat; vat amount; total vat amount; sales tax; gst; umsatzsteuer; mehrwertsteuer; mwst; ust; tva; montant total de la tva; iva; btw; moms; mva; podatek; dph`,
  rate: `rate; exchange rate; kurs; wechselkurs; taux; taux de change; tipo de cambio; cambio; koers; wisselkoers; växelkurs; valutakurs; kurs wymiany; kurz`,
  feeCurrency: `fee currency; currency of the fee; gebührenwährung; währung der gebühr; devise des frais; moneda de la comisión; valuta commissione; valuta kosten`,
  ignored: `startsaldo; beginsaldo; opening balance`,
  part: `individual amount; einzelbetrag; montant individuel; importo singolo`,
  effect: `balance impact; auswirkung auf guthaben; impact sur le solde; efecto sobre el saldo; effetto sul saldo; impacto no saldo; effect op saldo; saldopåvirkning`,
};

const BY_TITLE: ReadonlyMap<string, Role> = new Map(
  Object.entries(TITLES).flatMap(([role, titles]) =>
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of a record of roles
    titles.split(";").map((title) => [bare(title), role as Role] as const),
  ),
);

/** Words within longer titles, the first that occurs counts. */
const STEMS: readonly (readonly [RegExp, Role])[] = [
  [/valuta ?dat|value ?date|wertstell|date de valeur|fecha valor/, "valueDate"],
  [/\b(date|datum|fecha|dato)\b|buchungstag/, "date"],
  [/\b(balance|saldo|solde|kontostand)\b/, "balance"],
  [
    /\b(description|verwendungszweck|libelle|omschrijving|descripcion|descrizione)\b/,
    "description",
  ],
];

/** Words of titles that have the word for an amount, or stand alone: it is another amount than the booked one. */
const MONEY_STEMS: readonly (readonly [RegExp, Role])[] = [
  [
    /\b(orig|original|originale|oorspr|oorspronkelijk|ursprungsbetrag|foreign|fremd|fremder|local|presentment|customer facing)\b/,
    "originalAmount",
  ],
  [
    /(?<!before |after )\b(fees?|gebuhr(en)?|kosten|frais|commissions?|comision|commissione|prowizja)\b/,
    "fee",
  ],
  [
    /(?<!incl |including |inkl |mit |with )\b(vat|tax|gst|tva|mwst|ust|iva|btw|moms|umsatzsteuer)\b/,
    "tax",
  ],
  [/\b(rate|kurs|koers|taux)\b/, "rate"],
];

const OUT =
  /\b(debits?|soll|belastung|withdrawals?|paid out|money out|debet|uitgaven|ausgaben|sorties)\b/;
const IN =
  /\b(credits?|haben|gutschrift|deposits?|paid in|money in|kredit|inkomsten|einnahmen|entrees)\b/;
const AMOUNT = /\b(amount|betrag|montant|importe|importo|bedrag|belob|belop|belopp|kwota|castka)\b/;
/** Words after which no money stands, whatever else the title says. */
const NO_MONEY =
  /\b(account|konto|compte|cuenta|conto|rekening|iban|number|nummer|numero|nr|no|id|code|reference|ref|name|nom|type|art|card|karte)\b/;

/** `Amount in account currency` is an amount. */
const OWN_CURRENCY =
  /\b(account currency|devise du compte|moneda de la cuenta|valuta (del |di )?conto|moeda da conta)\b/;

/** Role of a column by its title; null for an unknown one. */
export function roleOfTitle(title: string): Role | null {
  const known = BY_TITLE.get(bare(title));
  if (known !== undefined) return known;
  const words = title
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ø", "o")
    .replaceAll(/[.\s]+/g, " ");
  const other = otherMoney(words);
  if (other !== null) return other;
  const bared = BY_TITLE.get(bare(withoutRemarks(title)));
  if (bared !== undefined) return bared;
  const stem = STEMS.find(([stem]) => stem.test(words));
  if (stem !== undefined) return stem[1];
  const own = words.replace(OWN_CURRENCY, "");
  return NO_MONEY.test(own) ? null : moneyRole(own);
}

/** An amount that is not the one that was booked. */
function otherMoney(words: string): Role | null {
  if (NO_MONEY.test(words) || STEMS.some(([stem]) => stem.test(words))) return null;
  return MONEY_STEMS.find(([stem]) => stem.test(words))?.[1] ?? null;
}

function moneyRole(words: string): Role | null {
  const [isOut, isIn] = [OUT.test(words), IN.test(words)];
  if (isOut !== isIn) return isOut ? "debit" : "credit";
  return AMOUNT.test(words) ? "amount" : null;
}

/** `Betrag (EUR)`, `bedrag in EUR` and `Amount GBP` without their currency. */
function withoutRemarks(title: string): string {
  return title
    .replaceAll(/[([].*?[)\]]/g, " ")
    .replaceAll(/\b(?:(?:in|en|i) )?(?:[A-Z]{3}|[Ee]uros?)$/g, "")
    .replaceAll(/\d+$/g, "");
}

/** Currency that a title names, as in `Betrag (EUR)`; null for none, as in `Amount incl. VAT`. */
export function currencyInTitle(title: string): string | null {
  const codes = title
    .matchAll(/(?:\(|\[|\bin |\ben |\s)([A-Z]{3})\b/g)
    .map(([, code = ""]) => code);
  return codes.find(isCurrency) ?? null;
}
