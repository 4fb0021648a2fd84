import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReadOptions } from "../statement.ts";
import { readCsvStatement } from "./read-statement-csv.ts";

const OPTIONS = { currency: "EUR", isCard: false, today: "2026-11-22", answers: {} };

/** Rows that a person made after the titles and the habits of one bank, card or payment provider. */
type Export = {
  readonly bank: string;
  readonly lines: readonly string[];
  readonly options?: Partial<ReadOptions>;
} & (
  | {
      /** Day, amount in units, then `pending` or a currency where the row has them. */
      readonly reads: readonly string[];
    }
  | {
      /** Id of the question, since the file alone does not say which amount was booked. */
      readonly asks: string;
    }
);

const EXPORTS: readonly Export[] = [
  {
    bank: "1822direkt",
    lines: [
      "Kontonummer;Datum/Zeit;Buchungstag;Wertstellung;Soll/Haben;Buchungsschlüssel;Buchungsart;Empfänger/Auftraggeber Name;Empfänger/Auftraggeber IBAN;Empfänger/Auftraggeber BIC;Glaeubiger-ID;Mandatsreferenz;Mandatsdatum;Vwz.0;Vwz.1",
      "1234567890;05.10.2026 08:00:00;05.10.2026;05.10.2026;-12,50;005;Lastschrift;Bäckerei Korn;DE02120300000000202051;BYLADEM1001;;;;Brot;",
      "1234567890;13.10.2026 08:00:00;13.10.2026;13.10.2026;1.250,00;051;Gutschrift;Acme GmbH;DE02120300000000202051;BYLADEM1001;;;;Rechnung 7;",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "ABN AMRO, text without titles",
    lines: [
      "123456789\tEUR\t20261005\t1000,00\t987,50\t20261005\t-12,50\tSEPA Incasso bakkerij",
      "123456789\tEUR\t20261013\t987,50\t2237,50\t20261013\t1250,00\tSEPA Overboeking Acme",
      "123456789\tEUR\t20261014\t2237,50\t2217,50\t20261014\t-20,00\tSEPA Incasso telefoon",
      "123456789\tEUR\t20261015\t2217,50\t2177,50\t20261015\t-40,00\tBEA winkel",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00", "2026-10-14 -20.00", "2026-10-15 -40.00"],
  },
  {
    bank: "ABN AMRO, table in English",
    lines: [
      "accountNumber,mutationcode,transactiondate,valuedate,startsaldo,endsaldo,amount,description",
      "123456789,EUR,20261005,20261005,1000.00,987.50,-12.50,SEPA Incasso bakkerij",
      "123456789,EUR,20261013,20261013,987.50,2237.50,1250.00,SEPA Overboeking Acme",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "ABN AMRO, table in Dutch",
    lines: [
      "Rekeningnummer;Muntsoort;Transactiedatum;Rentedatum;Beginsaldo;Eindsaldo;Transactiebedrag;Omschrijving",
      "123456789;EUR;20261005;20261005;1000,00;987,50;-12,50;SEPA Incasso bakkerij",
      "123456789;EUR;20261013;20261013;987,50;2237,50;1250,00;SEPA Overboeking Acme",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "AIB, long form",
    lines: [
      "Posted Account, Posted Transactions Date, Description1, Description2, Description3, Debit Amount, Credit Amount,Balance,Posted Currency,Transaction Type,Local Currency Amount,Local Currency",
      '"111111-11111111","05/10/2026","VDP-BAKERY","","","12.50",,"987.50",EUR,"Debit"," 12.50",EUR',
      '"111111-11111111","13/10/2026","ACME LTD","","",,"1,250.00","2237.50",EUR,"Credit"," 1,250.00",EUR',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "AIB, short form",
    lines: [
      "Posted Account, Posted Transactions Date, Description, Debit Amount, Credit Amount,Balance,Transaction Type",
      '"111111-11111111","05/10/26","VDP-BAKERY","12.50",,"987.50","Debit"',
      '"111111-11111111","13/10/26","ACME LTD",,"1,250.00","2237.50","Credit"',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "American Express US",
    options: { isCard: true, currency: "USD" },
    lines: [
      "Date,Description,Card Member,Account #,Amount,Extended Details,Appears On Your Statement As,Address,City/State,Zip Code,Country,Reference,Category",
      '10/05/2026,KORN BAKERY,ADA BELL,-11009,12.50,,KORN BAKERY,"1 MAIN ST\nSUITE 2","NEW YORK\nNY",10001,UNITED STATES,\'320262780001\',Merchandise',
      "10/06/2026,OFFICE SHOP,ADA BELL,-11009,40.00,,OFFICE SHOP,,,10001,UNITED STATES,'320262790001',Merchandise",
      "10/13/2026,AUTOPAY PAYMENT - THANK YOU,ADA BELL,-11009,-1250.00,,AUTOPAY PAYMENT,,,,,'320262860001',",
    ],
    asks: "purchases",
  },
  {
    bank: "American Express DE",
    options: { isCard: true },
    lines: [
      "Datum,Beschreibung,Karteninhaber,Konto #,Betrag,Weitere Details,Erscheint auf Ihrer Abrechnung als,Adresse,Stadt,PLZ,Land,Betreff,Kategorie",
      "05/10/2026,BAECKEREI KORN,ADA BELL,-11009,\"12,50\",,BAECKEREI KORN,,,,,'AT262780001',",
      "06/10/2026,BUEROBEDARF,ADA BELL,-11009,\"40,00\",,BUEROBEDARF,,,,,'AT262790001',",
      "13/10/2026,ZAHLUNG ERHALTEN. BESTEN DANK,ADA BELL,-11009,\"-1250,00\",,ZAHLUNG,,,,,'AT262860001',",
    ],
    asks: "purchases",
  },
  {
    bank: "Bank of America, account",
    options: { currency: "USD" },
    lines: [
      "Description,,Summary Amt.",
      'Beginning balance as of 10/01/2026,,"1,000.00"',
      'Total credits,,"1,250.00"',
      'Total debits,,"-12.50"',
      'Ending balance as of 10/13/2026,,"2,237.50"',
      "",
      "Date,Description,Amount,Running Bal.",
      '10/01/2026,Beginning balance as of 10/01/2026,,"1,000.00"',
      '10/05/2026,"KORN BAKERY","-12.50","987.50"',
      '10/13/2026,"ACME INC","1,250.00","2,237.50"',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Bank of America, card",
    options: { currency: "USD", isCard: true },
    lines: [
      "Posted Date,Reference Number,Payee,Address,Amount",
      '10/05/2026,24431060000000000000001,"KORN BAKERY","NEW YORK NY",-12.50',
      '10/13/2026,24431060000000000000002,"PAYMENT - THANK YOU","",1250.00',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Barclays UK",
    options: { currency: "GBP" },
    lines: [
      "Number,Date,Account,Amount,Subcategory,Memo",
      " ,05/10/2026,20-11-22 33445566,-12.50,Debit,KORN BAKERY",
      " ,13/10/2026,20-11-22 33445566,1250.00,Counter Credit,ACME LTD",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "BBVA ES",
    lines: [
      "Últimos movimientos;;;;;;;;",
      "",
      "F.Valor;Fecha;Concepto;Movimiento;Importe;Divisa;Disponible;Divisa;Observaciones",
      "05/10/2026;05/10/2026;Panadería;Pago con tarjeta;-12,50;EUR;987,50;EUR;",
      "13/10/2026;13/10/2026;Acme SL;Transferencia recibida;1.250,00;EUR;2.237,50;EUR;Factura 7",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Belfius",
    lines: [
      "Boekingsdatum vanaf;01/10/2026;;;;;;;;;;;;;",
      "Boekingsdatum tot en met;31/10/2026;;;;;;;;;;;;;",
      "Bedrag vanaf;;;;;;;;;;;;;;",
      "Rekening;BE68 5390 0754 7034;;;;;;;;;;;;;",
      ";",
      "Rekening;Boekingsdatum;Afschriftnummer;Transactienummer;Rekening tegenpartij;Naam tegenpartij bevat;Straat en nummer;Postcode en plaats;Transactie;Valutadatum;Bedrag;Devies;BIC;Landcode;Mededelingen",
      "BE68 5390 0754 7034;05/10/2026;10;101;BE71 0961 2345 6769;BAKKERIJ KORN;KERKSTRAAT 1;1000 BRUSSEL;AANKOOP BAKKERIJ;05/10/2026;-12,50;EUR;GKCCBEBB;BE;",
      "BE68 5390 0754 7034;13/10/2026;10;102;BE71 0961 2345 6769;ACME NV;;;OVERSCHRIJVING ACME;13/10/2026;1250,00;EUR;GKCCBEBB;BE;FACTUUR 7",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "BNP Paribas FR",
    lines: [
      "Compte de chèques;Compte de chèques;****1234;13/10/2026;;2 237,50",
      "",
      "Date operation;Libelle court;Type operation;Libelle operation;Montant operation en euro",
      "05/10/2026;FACTURE CARTE;FACTURE CARTE;BOULANGERIE KORN;-12,50",
      "13/10/2026;VIREMENT RECU;VIREMENT RECU;ACME SARL FACTURE 7;1 250,00",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "BNP Paribas Fortis",
    lines: [
      "Volgnummer;Uitvoeringsdatum;Valutadatum;Bedrag;Valuta rekening;Rekeningnummer;Type verrichting;Tegenpartij;Naam van de tegenpartij;Mededeling;Details;Status;Reden van weigering",
      "2026-00101;05/10/2026;05/10/2026;-12,50;EUR;BE68539007547034;Kaartbetaling;;BAKKERIJ KORN;;BETALING MET DEBETKAART;Geaccepteerd;",
      "2026-00102;13/10/2026;13/10/2026;1250,00;EUR;BE68539007547034;Overschrijving;BE71096123456769;ACME NV;FACTUUR 7;OVERSCHRIJVING VAN ACME;Geaccepteerd;",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "BoursoBank",
    lines: [
      "dateOp;dateVal;label;category;categoryParent;supplierFound;amount;comment;accountNum;accountLabel;accountbalance",
      '2026-10-05;2026-10-05;"CARTE 04/10 BOULANGERIE";Alimentation;Vie quotidienne;korn;-12,50;;00040012345;BoursoBank;2237.50',
      '2026-10-13;2026-10-13;"VIR ACME SARL";"Virements reçus";Virements;acme;"1 250,00";;00040012345;BoursoBank;2237.50',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "bunq",
    lines: [
      '"Date";"Interest Date";"Amount";"Account";"Counterparty";"Name";"Description"',
      '"2026-10-05";"2026-10-05";"-12,50";"NL91ABNA0417164300";"";"Bakkerij Korn";"Brood"',
      '"2026-10-13";"2026-10-13";"1.250,00";"NL91ABNA0417164300";"NL20INGB0001234567";"Acme BV";"Factuur 7"',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Capital One, card",
    options: { currency: "USD", isCard: true },
    lines: [
      "Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit",
      "2026-10-04,2026-10-05,1234,KORN BAKERY,Dining,12.50,",
      "2026-10-12,2026-10-13,1234,CAPITAL ONE PAYMENT,Payment/Credit,,1250.00",
    ],
    reads: ["2026-10-04 -12.50", "2026-10-12 1250.00"],
  },
  {
    bank: "Capital One, account",
    options: { currency: "USD" },
    lines: [
      "Account Number,Transaction Description,Transaction Date,Transaction Type,Transaction Amount,Balance",
      "1234,Withdrawal to Korn Bakery,10/05/26,Debit,12.50,987.50",
      "1234,Deposit from Acme Inc,10/13/26,Credit,1250.00,2237.50",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Chase, card",
    options: { currency: "USD", isCard: true },
    lines: [
      "Transaction Date,Post Date,Description,Category,Type,Amount,Memo",
      "10/04/2026,10/05/2026,KORN BAKERY,Food & Drink,Sale,-12.50,",
      "10/12/2026,10/13/2026,Payment Thank You-Mobile,,Payment,1250.00,",
    ],
    reads: ["2026-10-04 -12.50", "2026-10-12 1250.00"],
  },
  {
    bank: "Chase, account",
    options: { currency: "USD" },
    lines: [
      "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #",
      'DEBIT,10/05/2026,"KORN BAKERY",-12.50,DEBIT_CARD,987.50,,',
      'CREDIT,10/13/2026,"ACME INC",1250.00,ACH_CREDIT,2237.50,,',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "CIBC, without titles",
    options: { currency: "CAD", isCard: true },
    lines: [
      "2026-10-05,KORN BAKERY TORONTO ON,12.50,,4500********1234",
      "2026-10-06,OFFICE SHOP TORONTO ON,40.00,,4500********1234",
      "2026-10-13,PAYMENT THANK YOU,,1250.00,4500********1234",
    ],
    asks: "money-out-column",
  },
  {
    bank: "Citi, card",
    options: { currency: "USD", isCard: true },
    lines: [
      "Status,Date,Description,Debit,Credit,Member Name",
      "Cleared,10/05/2026,KORN BAKERY,12.50,,ADA BELL",
      "Cleared,10/13/2026,PAYMENT THANK YOU,,1250.00,ADA BELL",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "comdirect, account",
    lines: [
      ";",
      '"Umsätze Girokonto";"Zeitraum: 30 Tage";',
      '"Neuer Kontostand";"2.237,50 EUR";',
      "",
      '"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";',
      '"offen";"14.10.2026";"Lastschrift";"Auftraggeber: Telefon AG";"-20,00";',
      '"13.10.2026";"13.10.2026";"Übertrag / Überweisung";"Auftraggeber: Acme GmbH";"1.250,00";',
      '"05.10.2026";"05.10.2026";"Lastschrift / Belastung";"Auftraggeber: Bäckerei Korn";"-12,50";',
      '"Alter Kontostand";"1.000,00 EUR";',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00", "2026-10-14 -20.00 pending"],
  },
  {
    bank: "Commerzbank",
    lines: [
      "Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;IBAN Kontoinhaber;Kategorie",
      "05.10.2026;05.10.2026;Lastschrift;Bäckerei Korn;-12,5;EUR;DE02120300000000202051;Lebensmittel",
      "13.10.2026;13.10.2026;Gutschrift;Acme GmbH Rechnung 7;1250;EUR;DE02120300000000202051;Einkommen",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Crédit Agricole",
    lines: [
      "Téléchargement du 14/10/2026;",
      "",
      "M. ADA BELL",
      "Compte de Dépôt carte n° 12345678901;",
      "Solde au 14/10/2026 2 237,50 €",
      "",
      "Liste des opérations du compte entre le 01/10/2026 et le 14/10/2026;",
      "",
      "Date;Libellé;Débit euros;Crédit euros;",
      '13/10/2026;"VIREMENT EN VOTRE FAVEUR ACME";;1 250,00;',
      '05/10/2026;"PAIEMENT PAR CARTE BOULANGERIE";12,50;;',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Deutsche Bank, Postbank",
    lines: [
      "Umsätze",
      "Konto;Filial-/Kontonummer;IBAN;Währung",
      "Giro;123 4567890 00;DE02120300000000202051;EUR",
      "",
      "1.10.2026 - 14.10.2026",
      "Letzter Kontostand;;;;2.237,50;EUR",
      "Vorgemerkte und noch nicht gebuchte Umsätze sind nicht Bestandteil dieser Übersicht.",
      "Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;Kundenreferenz;Mandatsreferenz;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung",
      "13.10.2026;13.10.2026;Gutschrift;Acme GmbH;Rechnung 7;DE02120300000000202051;BYLADEM1001;;;;;1.250;;;;;1.250;EUR",
      "5.10.2026;5.10.2026;Lastschrift;Bäckerei Korn;Brot;DE02120300000000202051;BYLADEM1001;;;;;-12,5;;;;-12,5;;EUR",
      "Kontostand;14.10.2026;;;2.237,50;EUR",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Deutsche Bank, card",
    options: { isCard: true },
    lines: [
      "Kreditkartentransaktionen",
      "Kreditkarte;1234XXXXXXXX5678",
      "Abrechnungszeitraum;Oktober 2026",
      "Belegdatum;Eingangstag;Verwendungszweck;Fremdwährung;Betrag;Kurs;Betrag;Währung",
      "04.10.2026;05.10.2026;KORN BAKERY NEW YORK;USD;-14,00;1,12;-12,50;EUR",
      "13.10.2026;13.10.2026;ZAHLUNG;;;;1.250,00;EUR",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "DKB, new account",
    lines: [
      '"Girokonto";"DE02120300000000202051"',
      '""',
      '"Kontostand vom 14.10.2026:";"2.237,50 €"',
      '""',
      '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"',
      '"14.10.26";"";"Vorgemerkt";"Ada Bell";"Telefon AG";"Rechnung";"Ausgang";"DE89370400440532013000";"-20";"";"";""',
      '"13.10.26";"13.10.26";"Gebucht";"Acme GmbH";"Ada Bell";"Rechnung 7";"Eingang";"DE89370400440532013000";"1.250";"";"";""',
      '"05.10.26";"05.10.26";"Gebucht";"Ada Bell";"Bäckerei Korn";"Brot";"Ausgang";"DE89370400440532013000";"-12,5";"";"";""',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00", "2026-10-14 -20.00 pending"],
  },
  {
    bank: "DKB, new Visa",
    options: { isCard: true },
    lines: [
      '"Karte";"Visa Kreditkarte";"4930 •••• •••• 1234"',
      '""',
      '"Saldo vom 14.10.2026:";"1.237,50 €"',
      '""',
      '"Belegdatum";"Wertstellung";"Status";"Beschreibung";"Umsatztyp";"Betrag (€)";"Fremdwährungsbetrag"',
      '"13.10.26";"13.10.26";"Gebucht";"Einzahlung";"Eingang";"1.250,00";""',
      '"04.10.26";"05.10.26";"Gebucht";"KORN BAKERY";"Ausgang";"-12,50";"-14,00"',
    ],
    reads: ["2026-10-04 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "DKB, old card",
    options: { isCard: true },
    lines: [
      '"Kreditkarte:";"4930********1234 Kreditkarte";',
      '"Saldo:";"1237.50 EUR";',
      "",
      '"Umsatz abgerechnet und nicht im Saldo enthalten";"Wertstellung";"Belegdatum";"Beschreibung";"Betrag (EUR)";"Ursprünglicher Betrag";',
      '"Nein";"13.10.2026";"13.10.2026";"Einzahlung";"1.250,00";"";',
      '"Ja";"05.10.2026";"04.10.2026";"KORN BAKERY";"-12,50";"-14,00 USD";',
    ],
    reads: ["2026-10-04 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Handelsbanken SE",
    options: { currency: "SEK" },
    lines: [
      "Reskontradatum;Transaktionsdatum;Text;Belopp;Saldo",
      "2026-10-13;2026-10-13;Acme AB;1250,00;2237,50",
      "2026-10-05;2026-10-05;Korn bageri;-12,50;987,50",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "HSBC UK, without titles",
    options: { currency: "GBP" },
    lines: ["05/10/2026,KORN BAKERY VIS,-12.50", '13/10/2026,ACME LTD CR,"1,250.00"'],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "HypoVereinsbank",
    lines: [
      "Kontonummer;Buchungsdatum;Valuta;Empfaenger 1;Empfaenger 2;Verwendungszweck;Betrag;Waehrung",
      "1234567890;05.10.2026;05.10.2026;Bäckerei Korn;;Brot;-12,50;EUR",
      "1234567890;13.10.2026;13.10.2026;Acme GmbH;;Rechnung 7;1.250,00;EUR",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "ING DE",
    lines: [
      "Umsatzanzeige;Datei erstellt am: 14.10.2026 08:00",
      "",
      "IBAN;DE02 1203 0000 0000 2020 51",
      "Kontoname;Girokonto",
      "Bank;ING",
      "Kunde;Ada Bell",
      "Zeitraum;01.10.2026 - 14.10.2026",
      "Saldo;2.237,50;EUR",
      "",
      "Sortierung;Datum absteigend",
      "",
      "Buchung;Valuta;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung",
      "13.10.2026;13.10.2026;Acme GmbH;Gutschrift;Rechnung 7;2.237,50;EUR;1.250,00;EUR",
      "05.10.2026;05.10.2026;Bäckerei Korn;Lastschrift;Brot;987,50;EUR;-12,50;EUR",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "ING NL in Dutch",
    lines: [
      '"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen";"Saldo na mutatie";"Tag"',
      '"20261013";"Acme BV";"NL20INGB0001234567";"NL91ABNA0417164300";"OV";"Bij";"1250,00";"Overschrijving";"Factuur 7";"2237,50";""',
      '"20261005";"Bakkerij Korn";"NL20INGB0001234567";"";"BA";"Af";"12,50";"Betaalautomaat";"Pasvolgnr 001";"987,50";""',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "ING NL in English",
    lines: [
      "Date;Name / Description;Account;Counterparty;Code;Debit/credit;Amount (EUR);Transaction type;Notifications;Resulting balance;Tag",
      "20261013;Acme BV;NL20INGB0001234567;NL91ABNA0417164300;OV;Credit;1250,00;Transfer;Invoice 7;2237,50;",
      "20261005;Bakkerij Korn;NL20INGB0001234567;;BA;Debit;12,50;Payment terminal;Card 001;987,50;",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "KBC, account",
    lines: [
      "Rekeningnummer;Rubrieknaam;Naam;Munt;Afschriftnummer;Datum;Omschrijving;Valuta;Bedrag;Saldo;credit;debet;rekeningnummer tegenpartij;BIC tegenpartij;Naam tegenpartij;Adres tegenpartij;gestructureerde mededeling;Vrije mededeling",
      "BE68539007547034;;BELL ADA;EUR; 02026010;05/10/2026;BETALING BAKKERIJ;05/10/2026;-12,50;987,50;;-12,50;;;BAKKERIJ KORN;;;",
      "BE68539007547034;;BELL ADA;EUR; 02026010;13/10/2026;OVERSCHRIJVING ACME;13/10/2026;1250,00;2237,50;1250,00;;BE71 0961 2345 6769;GKCCBEBB;ACME NV;;;FACTUUR 7",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "KBC, card",
    options: { isCard: true },
    lines: [
      "kredietkaart;kaarthouder;uitgavenstaat;datum verrichting;Datum verrekening;bedrag;credit;debet;munt;koers;bedrag in EUR;Kosten op verrichting;Handelaar;locatie;land;toelichting",
      "1234********5678;BELL ADA;202610;05/10/2026;13/10/2026;-14,00;;-14,00;USD;1,12;-12,50;0,00;KORN BAKERY;NEW YORK;US;",
      "1234********5678;BELL ADA;202610;06/10/2026;13/10/2026;-40,00;;-40,00;EUR;1;-40,00;0,00;KANTOORSHOP;GENT;BE;",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-06 -40.00"],
  },
  {
    bank: "Lloyds, Halifax",
    options: { currency: "GBP" },
    lines: [
      "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance",
      "13/10/2026,FPI,'11-22-33,12345678,ACME LTD,,1250.00,2237.50",
      "05/10/2026,DEB,'11-22-33,12345678,KORN BAKERY,12.50,,987.50",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "mBank",
    options: { currency: "PLN" },
    lines: [
      "mBank S.A. Bankowość Detaliczna;",
      "#Klient;",
      "ADA BELL;",
      "#Waluta;#Wpływy;#Wydatki;",
      "PLN;1 250,00;-12,50;",
      "",
      "#Data operacji;#Data księgowania;#Opis operacji;#Tytuł;#Nadawca/Odbiorca;#Numer konta;#Kwota;#Saldo po operacji;",
      '2026-10-05;2026-10-05;ZAKUP PRZY UŻYCIU KARTY;"PIEKARNIA KORN";"  ";\'\';-12,50;987,50;',
      '2026-10-13;2026-10-13;PRZELEW ZEWNĘTRZNY PRZYCHODZĄCY;"FAKTURA 7";"ACME SP Z O O";\'61109010140000071219812874\';1 250,00;2 237,50;',
      ";;;;;#Saldo końcowe;2 237,50 PLN;",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Mercury",
    options: { currency: "USD" },
    lines: [
      "Date (UTC),Description,Amount,Status,Source Account,Bank Description,Reference,Note,Last Four Digits,Name On Card,Category,GL Code,Timestamp,Original Currency",
      "10-14-2026,Phone Inc,-20.00,Pending,Mercury Checking xx1234,PHONE INC,,,1234,Ada Bell,,,10-14-2026 08:00:00,USD",
      "10-13-2026,Acme Inc,1250.00,Sent,Mercury Checking xx1234,ACME INC,Invoice 7,,,,,,10-13-2026 08:00:00,USD",
      "10-05-2026,Korn Bakery,-12.50,Sent,Mercury Checking xx1234,KORN BAKERY,,,1234,Ada Bell,,,10-05-2026 08:00:00,USD",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00", "2026-10-14 -20.00 pending"],
  },
  {
    bank: "Monzo",
    options: { currency: "GBP" },
    lines: [
      "Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In",
      "tx_01,05/10/2026,08:00:00,Card payment,Korn Bakery,,Eating out,-12.50,GBP,-14.00,EUR,,,,KORN BAKERY,,-12.50,",
      "tx_02,13/10/2026,08:00:00,Faster payment,Acme Ltd,,Income,1250.00,GBP,1250.00,GBP,Invoice 7,,,ACME,,,1250.00",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "N26, new",
    lines: [
      '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"',
      '2026-10-05,2026-10-05,"Korn Bakery",,Presentment,,"Main Account",-12.50,-14.00,USD,1.12',
      '2026-10-13,2026-10-13,"Acme GmbH",DE02120300000000202051,"Credit Transfer","Invoice 7","Main Account",1250.00,,,',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "N26, older",
    lines: [
      '"Date","Payee","Account number","Transaction type","Payment reference","Category","Amount (EUR)","Amount (Foreign Currency)","Type Foreign Currency","Exchange Rate"',
      '"2026-10-05","Korn Bakery","","MasterCard Payment","","Food","-12.5","-14.0","USD","1.12"',
      '"2026-10-13","Acme GmbH","DE02120300000000202051","Income","Invoice 7","Income","1250.0","","",""',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "NatWest, Ulster",
    options: { currency: "GBP" },
    lines: [
      "Date,Type,Description,Value,Balance,Account Name,Account Number",
      "05 Oct 2026,D/D,KORN BAKERY,-12.50,987.50,BELL A,112233-12345678",
      "13 Oct 2026,BAC,ACME LTD,1250.00,2237.50,BELL A,112233-12345678",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Nordea SE",
    options: { currency: "SEK" },
    lines: [
      "Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta",
      "Reserverat;-20,00;;;;Telefon AB;;SEK",
      "2026/10/13;1250,00;;1234 56 78901;;Acme AB;2237,50;SEK",
      "2026/10/05;-12,50;1234 56 78901;;;Korn bageri;987,50;SEK",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00", "2026-10-13 -20.00 pending"],
  },
  {
    bank: "PayPal in English",
    options: { currency: "USD" },
    lines: [
      '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Shipping Address","Address Status","Sales Tax","Balance","Country Code","Balance Impact"',
      '"10/05/2026","08:00:00","PDT","Korn Bakery","Express Checkout Payment","Completed","USD","-12.50","0.00","-12.50","a@example.com","b@example.com","1AB","","","0.00","987.50","US","Debit"',
      '"10/13/2026","08:00:00","PDT","Acme Inc","Website Payment","Completed","USD","1,250.00","-36.55","1,213.45","c@example.com","a@example.com","2AB","","","104.00","2,200.95","US","Credit"',
    ],
    reads: ["2026-10-05 -12.50 USD", "2026-10-13 1213.45 USD"],
  },
  {
    bank: "PayPal in German",
    lines: [
      '"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Absender E-Mail-Adresse","Empfänger E-Mail-Adresse","Transaktionscode","Lieferadresse","Adress-Status","Umsatzsteuer","Guthaben","Ländervorwahl","Auswirkung auf Guthaben"',
      '"05.10.2026","08:00:00","CEST","Bäckerei Korn","Zahlung","Abgeschlossen","EUR","-12,50","0,00","-12,50","a@example.com","b@example.com","1AB","","","0,00","987,50","DE","Soll"',
      '"13.10.2026","08:00:00","CEST","Acme GmbH","Zahlung","Abgeschlossen","EUR","1.250,00","-31,60","1.218,40","c@example.com","a@example.com","2AB","","","199,58","2.205,90","DE","Haben"',
    ],
    reads: ["2026-10-05 -12.50 EUR", "2026-10-13 1218.40 EUR"],
  },
  {
    bank: "PKO BP",
    options: { currency: "PLN" },
    lines: [
      '"Data operacji","Data waluty","Typ transakcji","Kwota","Waluta","Saldo po transakcji","Opis transakcji","","","",""',
      '"","","Blokada","-20.00","PLN","W rozliczeniu","Telefon SA","","","",""',
      '"2026-10-13","2026-10-13","Przelew na rachunek","+1250.00","PLN","+2237.50","Tytuł: FAKTURA 7","Nazwa nadawcy: ACME","","",""',
      '"2026-10-05","2026-10-05","Płatność kartą","-12.50","PLN","+987.50","Tytuł: PIEKARNIA KORN","","","",""',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00", "2026-10-13 -20.00 pending"],
  },
  {
    bank: "PostFinance, 2024",
    options: { currency: "CHF" },
    lines: [
      "Datum von:;01.10.2026",
      "Datum bis:;14.10.2026",
      "Buchungsart:;Alle Buchungen",
      "Konto:;CH9300762011623852957",
      "Währung:;CHF",
      "",
      "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie",
      "",
      "13.10.2026;Gutschrift;ACME AG;1250.00;;;",
      "05.10.2026;Lastschrift;BÄCKEREI KORN;;-12.50;;",
      "",
      "Disclaimer:",
      "Der Dokumentinhalt wurde durch Filtereinstellungen der Kundinnen und Kunden generiert.",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "PostFinance, 2016",
    options: { currency: "CHF" },
    lines: [
      "Konto:;CH9300762011623852957",
      "Währung:;CHF",
      "",
      "Buchungsdatum;Avisierungstext;Gutschrift;Lastschrift;Valuta;Saldo ",
      "13.10.2026;GUTSCHRIFT ACME AG;1'250.00;;13.10.2026;2'237.50",
      "05.10.2026;KAUF BÄCKEREI KORN;;-12.50;05.10.2026;987.50",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "PostFinance, card",
    options: { currency: "CHF", isCard: true },
    lines: [
      "Kartenkonto:;0000 0000 0000 1234",
      "Invoicing period;Booking date;Purchase date;Booking details;Credit in CHF;Debit in CHF",
      "Current;13.10.2026;13.10.2026;PAYMENT;1250.00;",
      "Current;05.10.2026;04.10.2026;KORN BAKERY;;-12.50",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Qonto in English",
    lines: [
      "Status,Settlement date (UTC),Operation date (UTC),Total amount (incl. VAT),Currency,Counterparty name,Payment method,Transaction ID,IBAN,Reference,Category,Note,VAT amount,Initiator",
      "Processing,,2026-10-14 08:00:00,-20.00,EUR,Telefon AG,Card,qonto-3,DE02120300000000202051,,,,-3.19,Ada Bell",
      "Executed,2026-10-13 08:00:00,2026-10-13 07:00:00,1250.00,EUR,Acme GmbH,Transfer,qonto-2,DE02120300000000202051,Invoice 7,,,199.58,",
      "Executed,2026-10-05 08:00:00,2026-10-04 08:00:00,-12.50,EUR,Korn Bakery,Card,qonto-1,DE02120300000000202051,,,,-0.82,Ada Bell",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00", "2026-10-14 -20.00 pending"],
  },
  {
    bank: "Qonto in French",
    lines: [
      "Statut;Date de la valeur (UTC);Date de l'opération (UTC);Montant total (TTC);Débit;Crédit;Solde;Devise;Montant total (TTC) (local);Devise (local);Montant total de la TVA;Montant total (HT);Nom du compte;IBAN du compte;Nom de la contrepartie;IBAN de la contrepartie;Méthode de paiement;Identifiant de transaction;Référence;Note",
      "Exécuté;13-10-2026 08:00:00;13-10-2026 07:00:00;1 250,00;;1 250,00;2 237,50;EUR;1 250,00;EUR;208,33;1 041,67;Compte principal;FR7630006000011234567890189;Acme SARL;FR7630006000011234567890189;Virement;q-2;Facture 7;",
      "Exécuté;05-10-2026 08:00:00;04-10-2026 08:00:00;-12,50;12,50;;987,50;EUR;-14,00;USD;-0,65;-11,85;Compte principal;FR7630006000011234567890189;Boulangerie Korn;;Carte;q-1;;",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "QuickBooks, two columns that guides read in opposite ways",
    options: { currency: "USD" },
    lines: [
      "Date,Description,Credit,Debit",
      "10/05/2026,Korn Bakery,,12.50",
      "10/13/2026,Acme Inc,1250.00,",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Rabobank",
    lines: [
      '"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Naam uiteindelijke partij","Naam initiërende partij","BIC tegenpartij","Code","Batch ID","Transactiereferentie","Machtigingskenmerk","Incassant ID","Betalingskenmerk","Omschrijving-1","Omschrijving-2","Omschrijving-3","Reden retour","Oorspr bedrag","Oorspr munt","Koers"',
      '"NL20RABO0001234567","EUR","RABONL2U","000000000000000101","2026-10-05","2026-10-05","-12,50","+987,50","","Bakkerij Korn","","","","bc","","","","","","Pinpas 001","","","","-14,00","USD","1,12"',
      '"NL20RABO0001234567","EUR","RABONL2U","000000000000000102","2026-10-13","2026-10-13","+1250,00","+2237,50","NL91ABNA0417164300","Acme BV","","","ABNANL2A","cb","","","","","","Factuur 7","","","","","",""',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Raiffeisen CH",
    options: { currency: "CHF" },
    lines: [
      "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date",
      "CH9300762011623852957;2026-10-05 00:00:00.0;Einkauf Bäckerei Korn;-12.5;987.5;2026-10-05 00:00:00.0",
      "CH9300762011623852957;2026-10-13 00:00:00.0;Gutschrift Acme AG;1250;2237.5;2026-10-13 00:00:00.0",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "RBC, one currency used",
    options: { currency: "CAD" },
    lines: [
      '"Account Type","Account Number","Transaction Date","Cheque Number","Description 1","Description 2","CAD$","USD$"',
      "Chequing,01234-1234567,10/5/2026,,KORN BAKERY,,-12.50,",
      "Chequing,01234-1234567,10/13/2026,,ACME INC,,1250.00,",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "RBC, both currencies used",
    options: { currency: "CAD" },
    lines: [
      '"Account Type","Account Number","Transaction Date","Cheque Number","Description 1","Description 2","CAD$","USD$"',
      "Chequing,01234-1234567,10/5/2026,,KORN BAKERY,,-12.50,",
      "Chequing,01234-7654321,10/13/2026,,ACME INC,,,1250.00",
    ],
    asks: "amount-column",
  },
  {
    bank: "Revolut, personal",
    lines: [
      "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance",
      "CARD_PAYMENT,Current,2026-10-04 08:00:00,2026-10-05 08:00:00,Korn Bakery,-12.50,0.00,EUR,COMPLETED,987.50",
      "TOPUP,Current,2026-10-13 08:00:00,2026-10-13 08:00:00,Payment from Acme,1250.00,5.00,EUR,COMPLETED,2232.50",
      "CARD_PAYMENT,Current,2026-10-14 08:00:00,,Phone Inc,-20.00,0.00,EUR,PENDING,",
      "CARD_PAYMENT,Current,2026-10-14 09:00:00,,Phone Inc,-30.00,0.00,EUR,REVERTED,",
    ],
    reads: ["2026-10-05 -12.50 EUR", "2026-10-13 1245.00 EUR", "2026-10-14 -20.00 EUR pending"],
  },
  {
    bank: "Revolut Business",
    lines: [
      "Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Card number,Card label,Card state,Orig currency,Orig amount,Payment currency,Amount,Total amount,Exchange rate,Fee,Fee currency,Balance,Account,Beneficiary account number,Beneficiary sort code or routing number,Beneficiary IBAN,Beneficiary BIC,MCC,Related transaction id,Spend program",
      "2026-10-04,2026-10-05,id-1,CARD_PAYMENT,COMPLETED,Korn Bakery,,Ada Bell,555544******1234,Travel,ACTIVE,USD,-14.00,EUR,-12.50,-12.75,0.89,-0.25,EUR,987.25,EUR Main,,,,,5462,,",
      "2026-10-13,2026-10-13,id-2,TOPUP,COMPLETED,Payment from Acme,Invoice 7,,,,,EUR,1250.00,EUR,1250.00,1250.00,,0.00,EUR,2237.25,EUR Main,,,,,,,",
      "2026-10-14,,id-3,CARD_PAYMENT,PENDING,Phone Inc,,Ada Bell,555544******1234,Travel,ACTIVE,EUR,-20.00,EUR,-20.00,-20.00,,0.00,EUR,,EUR Main,,,,,4814,,",
    ],
    reads: ["2026-10-05 -12.75 EUR", "2026-10-13 1250.00 EUR", "2026-10-14 -20.00 EUR pending"],
  },
  {
    bank: "Revolut Business, older, without a total",
    lines: [
      "Date started (UTC),Date completed (UTC),ID,Type,Description,Reference,Payer,Card number,Orig currency,Orig amount,Payment currency,Amount,Fee,Balance,Account,Beneficiary account number,Beneficiary sort code or routing number,Beneficiary IBAN,Beneficiary BIC",
      "2026-10-04,2026-10-05,id-1,CARD_PAYMENT,Korn Bakery,,Ada Bell,555544******1234,USD,-14.00,EUR,-12.50,-0.25,987.25,EUR Main,,,,",
      "2026-10-13,2026-10-13,id-2,TOPUP,Payment from Acme,Invoice 7,,,EUR,1250.00,EUR,1250.00,0.00,2237.25,EUR Main,,,,",
    ],
    reads: ["2026-10-05 -12.75 EUR", "2026-10-13 1250.00 EUR"],
  },
  {
    bank: "Santander ES",
    lines: [
      "FECHA OPERACIÓN;FECHA VALOR;CONCEPTO;IMPORTE EUR;SALDO",
      "05/10/2026;05/10/2026;Compra Panadería;-12,50;987,50",
      "13/10/2026;13/10/2026;Transferencia de Acme SL;1.250,00;2.237,50",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Scotiabank, account",
    options: { currency: "CAD" },
    lines: [
      "Filter,Date,Description,Sub-description,Type of Transaction,Amount,Balance",
      ",2026-10-13,Payroll,ACME INC,Credit,1250.00,2237.50",
      ",2026-10-05,Point of sale,KORN BAKERY,Debit,-12.50,987.50",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Scotiabank, card",
    options: { currency: "CAD", isCard: true },
    lines: [
      "Filter,Date,Description,Sub-description,Status,Type of Transaction,Amount",
      ",2026-10-14,PHONE INC,TORONTO,pending,Debit,20.00",
      ",2026-10-13,PAYMENT FROM ACCOUNT,,posted,Credit,1250.00",
      ",2026-10-05,KORN BAKERY,TORONTO,posted,Debit,12.50",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00", "2026-10-14 -20.00 pending"],
  },
  {
    bank: "SEB, three places after the point",
    options: { currency: "SEK" },
    lines: [
      "Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp;Saldo",
      "2026-10-13;2026-10-13;5490990004;ACME AB;1250.000;2237.500",
      "2026-10-05;2026-10-05;5490990003;KORN BAGERI;-12.500;987.500",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Shopify, transactions",
    options: { currency: "USD" },
    lines: [
      "Transaction Date,Type,Order,Card Brand,Card Source,Payout Status,Payout Date,Payout ID,Available On,Amount,Fee,Net,Checkout,Payment Method Name,Presentment Amount,Presentment Currency,Currency,VAT",
      "2026-10-05 08:00:00 -0400,charge,#1001,visa,online,paid,2026-10-07,701,2026-10-07,50.00,1.75,48.25,#C1,card,46.00,EUR,USD,0.00",
      "2026-10-13 08:00:00 -0400,refund,#1001,visa,online,paid,2026-10-15,702,2026-10-15,-20.00,0.00,-20.00,#C1,card,-18.40,EUR,USD,0.00",
    ],
    reads: ["2026-10-05 48.25", "2026-10-13 -20.00"],
  },
  {
    bank: "Shopify, payouts",
    options: { currency: "USD" },
    lines: [
      "Payout Date,Status,Charges,Refunds,Adjustments,Reserved Funds,Fees,Retried Amount,Total,Currency",
      "2026-10-05,paid,1300.00,0.00,0.00,0.00,-50.00,0.00,1250.00,USD",
      "2026-10-13,paid,100.00,-20.00,0.00,0.00,-4.00,0.00,76.00,USD",
    ],
    reads: ["2026-10-05 1250.00", "2026-10-13 76.00"],
  },
  {
    bank: "Société Générale",
    lines: [
      '="00012345678";01/10/2026;14/10/2026;2;13/10/2026;2237,50 EUR',
      "",
      "Date de l'opération;Libellé;Détail de l'écriture;Montant de l'opération;Devise",
      "13/10/2026;VIR RECU;VIR RECU ACME SARL FACTURE 7;1250,00;EUR",
      "05/10/2026;CARTE X1234;CARTE X1234 BOULANGERIE KORN;-12,50;EUR",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Sparkasse, CSV-CAMT",
    lines: [
      '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"',
      '"DE02120300000000202051";"14.10.26";"14.10.26";"LASTSCHRIFT";"Telefon";"";"";"";"";"";"";"Telefon AG";"DE89370400440532013000";"COBADEFF";"-20,00";"EUR";"Umsatz vorgemerkt"',
      '"DE02120300000000202051";"13.10.26";"13.10.26";"GUTSCHR. UEBERWEISUNG";"Rechnung 7";"";"";"";"";"";"";"Acme GmbH";"DE89370400440532013000";"COBADEFF";"1.250,00";"EUR";"Umsatz gebucht"',
      '"DE02120300000000202051";"05.10.26";"05.10.26";"FOLGELASTSCHRIFT";"Brot";"";"";"";"";"12,50";"3,00";"Bäckerei Korn";"DE89370400440532013000";"COBADEFF";"-15,50";"EUR";"Umsatz gebucht"',
    ],
    reads: ["2026-10-05 -15.50", "2026-10-13 1250.00", "2026-10-14 -20.00 pending"],
  },
  {
    bank: "Sparkasse, CSV-MT940",
    lines: [
      '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer";"BLZ";"Betrag";"Waehrung";"Info"',
      '"12345678";"13.10.26";"13.10.26";"GUTSCHRIFT";"Rechnung 7";"Acme GmbH";"DE89370400440532013000";"COBADEFF";"1250,00";"EUR";"Umsatz gebucht"',
      '"12345678";"05.10.26";"05.10.26";"LASTSCHRIFT";"Brot";"Bäckerei Korn";"DE89370400440532013000";"COBADEFF";"-12,50";"EUR";"Umsatz gebucht"',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Square, transactions",
    options: { currency: "USD" },
    lines: [
      "Date,Time,Time Zone,Gross Sales,Discounts,Service Charges,Net Sales,Gift Card Sales,Tax,Tip,Partial Refunds,Total Collected,Source,Card,Card Entry Methods,Cash,Square Gift Card,Other Tender,Other Tender Type,Other Tender Note,Fees,Net Total,Transaction ID,Event Type",
      "2026-10-05,08:00:00,Eastern Time,$22.50,$0.00,$0.00,$22.50,$0.00,$1.80,$0.00,$0.00,$24.30,Register,$24.30,Tapped,$0.00,$0.00,$0.00,,,-$0.95,$23.35,tx1,Payment",
      "2026-10-13,08:00:00,Eastern Time,-$10.00,$0.00,$0.00,-$10.00,$0.00,-$0.80,$0.00,$0.00,-$10.80,Register,-$10.80,Tapped,$0.00,$0.00,$0.00,,,$0.00,-$10.80,tx2,Refund",
    ],
    reads: ["2026-10-05 23.35", "2026-10-13 -10.80"],
  },
  {
    bank: "Starling",
    options: { currency: "GBP" },
    lines: [
      "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes",
      "05/10/2026,Korn Bakery,KORN,CONTACTLESS,-12.50,987.50,EATING_OUT,",
      "13/10/2026,Acme Ltd,Invoice 7,FASTER PAYMENT,1250.00,2237.50,INCOME,",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Stripe, balance",
    options: { currency: "USD" },
    lines: [
      "id,Type,Source,Amount,Fee,Destination Platform Fee,Destination Platform Fee Currency,Net,Currency,Created (UTC),Available On (UTC),Description,Customer Facing Amount,Customer Facing Currency,Transfer,Transfer Date (UTC),Transfer Group",
      "txn_1,charge,ch_1,50.00,1.75,,,48.25,usd,2026-10-05 08:00,2026-10-07 00:00,Invoice 7,50.00,usd,,,",
      "txn_2,payout,po_1,-48.25,0.00,,,-48.25,usd,2026-10-13 08:00,2026-10-13 00:00,STRIPE PAYOUT,,,,,",
    ],
    reads: ["2026-10-05 48.25 USD", "2026-10-13 -48.25 USD"],
  },
  {
    bank: "Stripe, balance report",
    options: { currency: "USD" },
    lines: [
      '"balance_transaction_id","created","available_on","currency","gross","fee","net","reporting_category","description"',
      '"txn_1","2026-10-05 08:00:00","2026-10-07 00:00:00","usd","50.00","1.75","48.25","charge","Invoice 7"',
      '"txn_2","2026-10-13 08:00:00","2026-10-13 00:00:00","usd","-48.25","0.00","-48.25","payout","STRIPE PAYOUT"',
    ],
    reads: ["2026-10-05 48.25", "2026-10-13 -48.25"],
  },
  {
    bank: "Stripe, payouts",
    options: { currency: "USD" },
    lines: [
      "id,Amount,Created (UTC),Currency,Livemode,Arrival Date (UTC),Source Type,Destination,Status,Type,Method,Description,Balance Transaction",
      "po_1,48.25,2026-10-05 08:00,usd,true,2026-10-07 00:00,card,ba_1,paid,bank_account,standard,STRIPE PAYOUT,txn_2",
      "po_2,96.50,2026-10-13 08:00,usd,true,2026-10-15 00:00,card,ba_1,paid,bank_account,standard,STRIPE PAYOUT,txn_4",
    ],
    reads: ["2026-10-05 48.25", "2026-10-13 96.50"],
  },
  {
    bank: "TD Canada, without titles",
    options: { currency: "CAD" },
    lines: [
      "10/05/2026,KORN BAKERY,12.50,,987.50",
      "10/06/2026,OFFICE SHOP,40.00,,947.50",
      "10/13/2026,ACME INC,,1250.00,2197.50",
      "10/14/2026,PHONE INC,20.00,,2177.50",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-06 -40.00", "2026-10-13 1250.00", "2026-10-14 -20.00"],
  },
  {
    bank: "UBS",
    options: { currency: "CHF" },
    lines: [
      "Kontonummer:;0123 00456789.01;",
      "IBAN:;CH93 0076 2011 6238 5295 7;",
      "Von:;2026-10-01;",
      "Bis:;2026-10-14;",
      "Anfangssaldo:;1000.00;",
      "Schlusssaldo:;2237.50;",
      "Bewertet in:;CHF;",
      "Anzahl Transaktionen in diesem Zeitraum:;2;",
      "",
      "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;",
      '2026-10-13;08:00:00;2026-10-13;2026-10-13;CHF;;1250.00;;2237.50;T2;"Acme AG";"Gutschrift";"Rechnung 7";;',
      '2026-10-05;08:00:00;2026-10-05;2026-10-05;CHF;-12.50;;;987.50;T1;"Bäckerei Korn";"Zahlung";"";;',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "UBS, a collective order with its parts",
    options: { currency: "CHF" },
    lines: [
      "Trade date;Trade time;Booking date;Value date;Currency;Debit;Credit;Individual amount;Balance;Transaction no.;Description1;Description2;Description3;Footnotes;",
      '2026-10-13;08:00:00;2026-10-13;2026-10-13;CHF;;1250.00;;2185.00;T2;"Acme AG";"Credit";"Invoice 7";;',
      '2026-10-05;08:00:00;2026-10-05;2026-10-05;CHF;-52.50;;;935.00;T1;"e-banking order (2)";"";"";;',
      ';;;;;;;-12.50;;;"Korn Bakery";"";"";;',
      ';;;;;;;-40.00;;;"Office Shop";"";"";;',
    ],
    reads: ["2026-10-05 -52.50", "2026-10-13 1250.00"],
  },
  {
    bank: "VR banks",
    lines: [
      "Bezeichnung Auftragskonto;IBAN Auftragskonto;BIC Auftragskonto;Bankname Auftragskonto;Buchungstag;Valutadatum;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;BIC (SWIFT-Code) Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;Waehrung;Saldo nach Buchung;Bemerkung;Gekennzeichneter Umsatz;Glaeubiger ID;Mandatsreferenz",
      "Girokonto;DE02120300000000202051;GENODEF1;VR Bank;13.10.2026;13.10.2026;Acme GmbH;DE89370400440532013000;COBADEFF;Gutschrift;Rechnung 7;1.250,00;EUR;2.237,50;;;;",
      "Girokonto;DE02120300000000202051;GENODEF1;VR Bank;05.10.2026;05.10.2026;Bäckerei Korn;DE89370400440532013000;COBADEFF;Lastschrift;Brot;-12,50;EUR;987,50;;;;",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "VR banks, old, with a column without a title",
    lines: [
      '"VR Bank";"";"";"";"";"";"";"";"";""',
      '"Kontonummer:";"12345678";"";"";"";"";"";"";"";""',
      '"Buchungstag";"Valuta";"Auftraggeber/Zahlungsempfänger";"Empfänger/Zahlungspflichtiger";"Konto-Nr.";"IBAN";"Vorgang/Verwendungszweck";"Kundenreferenz";"Währung";"Umsatz";""',
      '"13.10.2026";"13.10.2026";"Ada Bell";"Acme GmbH";"";"DE89370400440532013000";"Rechnung 7";"";"EUR";"1.250,00";"H"',
      '"05.10.2026";"05.10.2026";"Ada Bell";"Bäckerei Korn";"";"DE89370400440532013000";"Brot";"";"EUR";"12,50";"S"',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Wells Fargo",
    options: { currency: "USD" },
    lines: [
      '"DATE","DESCRIPTION","AMOUNT","CHECK #","STATUS"',
      '"10/14/2026","PHONE INC","-20.00","","Pending"',
      '"10/13/2026","ACME INC","1250.00","","Posted"',
      '"10/05/2026","KORN BAKERY","-12.50","","Posted"',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00", "2026-10-14 -20.00 pending"],
  },
  {
    bank: "Wells Fargo, without titles",
    options: { currency: "USD" },
    lines: [
      '"10/13/2026","1250.00","*","","ACME INC"',
      '"10/05/2026","-12.50","*","","KORN BAKERY"',
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
  {
    bank: "Wise, statement",
    lines: [
      '"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant,"Card Last Four Digits","Card Holder Full Name",Attachment,Note,"Total fees"',
      'CARD-1,05-10-2026,-12.50,EUR,"Card transaction of 14.00 USD",,987.50,EUR,USD,1.12,,,,"Korn Bakery",1234,"Ada Bell",,,0.25',
      'TRANSFER-2,13-10-2026,1250.00,EUR,"Received money from Acme","Invoice 7",2237.50,,,,"Acme GmbH",,,,,,,,0.00',
    ],
    reads: ["2026-10-05 -12.50 EUR", "2026-10-13 1250.00 EUR"],
  },
  {
    bank: "Wise, history",
    lines: [
      'ID,Status,Direction,"Created on","Finished on","Source fee amount","Source fee currency","Target fee amount","Target fee currency","Source name","Source amount (after fees)","Source currency","Target name","Target amount (after fees)","Target currency","Exchange rate",Reference,Batch,"Created by",Category,Note',
      'CARD-1,COMPLETED,OUT,"2026-10-04 08:00:00","2026-10-05 08:00:00",0.25,EUR,,,"Ada Bell",12.50,EUR,"Korn Bakery",14.00,USD,1.12,,,"Ada Bell",,',
      'TRANSFER-2,COMPLETED,IN,"2026-10-13 08:00:00","2026-10-13 08:00:00",0.00,EUR,,,"Acme GmbH",1250.00,EUR,"Ada Bell",1250.00,EUR,1.00,"Invoice 7",,,,',
      'TRANSFER-3,CANCELLED,OUT,"2026-10-14 08:00:00",,0.00,EUR,,,"Ada Bell",30.00,EUR,"Phone Inc",30.00,EUR,1.00,,,"Ada Bell",,',
    ],
    reads: ["2026-10-05 -12.75 EUR", "2026-10-13 1250.00 EUR"],
  },
  {
    bank: "Xero, template for statements",
    options: { currency: "GBP" },
    lines: [
      "*Date,*Amount,Payee,Description,Reference,Check Number",
      "05/10/2026,-12.50,Korn Bakery,Bread,,",
      "13/10/2026,1250.00,Acme Ltd,Invoice 7,INV-7,",
    ],
    reads: ["2026-10-05 -12.50", "2026-10-13 1250.00"],
  },
];

for (const one of EXPORTS) {
  const { bank, lines, options } = one;
  test(`${bank}: ${"reads" in one ? "is read" : `asks for ${one.asks}`}`, () => {
    const file = readCsvStatement(lines.join("\n"), { ...OPTIONS, ...options });
    const asked = file.questions.map(({ id }) => id);
    if ("asks" in one) {
      assert.ok(asked.includes(one.asks), `asks ${asked.join()}`);
      return;
    }
    assert.deepEqual([asked, file.errors], [[], []]);
    const rows = file.statements.flatMap(({ currency, rows }) =>
      rows.map(({ date, minor, isPending }) => {
        const said = one.reads.some((row) => / [A-Z]{3}\b/.test(row)) ? ` ${currency}` : "";
        return `${date} ${(minor / 100).toFixed(2)}${said}${isPending ? " pending" : ""}`;
      }),
    );
    assert.deepEqual(rows.toSorted(), one.reads.toSorted());
  });
}
