import type { LanguageLabels } from "./label.ts";

export const DANISH: LanguageLabels = {
  language: "da",
  labels: {
    gross:
      "total inkl moms|i alt inkl moms|fakturabeløb|samlet beløb|total inklusive moms|beløb inkl moms|bruttobeløb|brutto|totalbeløb|i alt inklusive moms|fakturatotal|kreditbeløb|total dkk inkl moms|faktura total|samlet beløb inkl moms|ialt inkl moms|samlet total|kreditnota total|beløb i alt",
    total: "total|i alt|ialt|i alt dkk|total dkk|sum|beløb|samlet pris|totalt|ialt dkk|total kr",
    payable:
      "at betale|til betaling|beløb til betaling|at betale dkk|skyldigt beløb|restbeløb|udestående|forfaldent beløb|i alt at betale|total til betaling|skyldig saldo|resterende beløb|til betaling dkk|rest til betaling|betales",
    prepaid:
      "forudbetalt|allerede betalt|betalt|aconto|depositum|forudbetaling|indbetalt|heraf betalt|betalt beløb|acontobeløb|fratrukket aconto",
    net: "subtotal|netto|nettobeløb|total ekskl moms|i alt ekskl moms|beløb ekskl moms|ekskl moms|momsgrundlag|total eksklusive moms|momspligtigt beløb|beløb uden moms|total excl moms|ialt ekskl moms|netto i alt|momspligtig|sum ekskl moms|nettosum|excl moms|momsbeløbsgrundlag|total uden moms",
    tax: "moms|momsbeløb|heraf moms|moms i alt|total moms|merværdiafgift|moms udgør|moms dkk|moms 25|momsen udgør|samlet moms|inkl moms|moms beløb|deraf moms|moms heraf|afgift|moms ialt",
    rounding: "afrunding|øreafrunding|øre afrunding",
    given: "kontant|modtaget|kontant modtaget|betalt kontant|kontanter|kontant dkk",
    change: "retur|byttepenge|tilbage|byttepenge retur|retur kontant|penge retur",
    card: "kort|dankort|betalingskort|visa dankort|kreditkort|mobilepay|kortbetaling|visa|mastercard|visa debit|kontaktløs|debitkort",
    none: "rabat|rabatter|du sparer|sparet|samlet rabat|point|bonus|stykpris|enhedspris|pris|à pris|antal|tidligere saldo|saldo|drikkepenge|fragt|forsendelse|levering|varer|antal varer|pant|timepris|gebyr|rykkergebyr|i alt rabat|total rabat|du har sparet|heraf rabat|vekselkurs|stk pris|mængde|antal varer i alt|kurs|medlemsrabat|timer i alt|morarente|kontorabat|medlemsbonus",
    number:
      "fakturanummer|fakturanr|faktura nr|faktura nummer|faktura|kreditnota nr|kreditnotanummer|kreditnotanr|kreditnota|kvittering nr|kvitteringsnummer|bonnummer|bon nr|bonnr|bilagsnummer|bilag nr|bilagsnr|dokumentnummer|dokument nr|regning nr|faktura no|kassebon nr|regningsnummer|bon|nota nr",
    other_number:
      "kundenummer|kundenr|kunde nr|debitornummer|debitornr|ordrenummer|ordrenr|ordre nr|ordre|rekvisitionsnummer|rekvisition|indkøbsordre|jeres ref|deres ref|vores ref|vor ref|reference|tilbudsnummer|tilbud|kontraktnummer|projektnummer|projekt|sagsnummer|sag|følgeseddel|følgeseddelnummer|cvr|cvr nr|cvr nummer|se nr|telefon|tlf|tel|fax|mobil|konto|kontonummer|kontonr|reg nr|regnr|registreringsnummer|bank|bic|swift|iban|kasse|ekspedient|butik|terminal|term|ekspeditør|varenummer|varenr|medlemsnummer|oprindelig faktura|vedrørende faktura|krediterer faktura|vedr faktura|kunde|bord|ean|ean nr|ean nummer|gln|autorisation|ref nr|ref|aftalenummer|kortnr|p nummer|betjent af|kasse nr|abonnementsnummer|ordre id",
    issued:
      "fakturadato|faktura dato|udstedelsesdato|udstedt|udstedt den|dato for udstedelse|dokumentdato|kreditnotadato|bilagsdato|købsdato|fakturaens dato|regningsdato",
    date: "dato|dato tid|dato og tid|den",
    due: "forfaldsdato|forfald|forfalder|betalingsdato|betales senest|senest betaling|sidste rettidige betalingsdato|betalingsfrist|senest|forfalder den|sidste betalingsdag|betalingsfristen|sidste rettidige betaling|betales inden|forfaldsdag|rettidig betaling|forfalder til betaling",
    other_date:
      "leveringsdato|leveret|ordredato|bestillingsdato|periode|fakturaperiode|afsendelsesdato|udskriftsdato|gyldig til|ankomst|afrejse|fra|til|valørdato|udført|dato for levering|oprindelig fakturadato|byttes inden|tilbudsdato|byttefrist",
    vat_id:
      "cvr|cvr nr|cvr nummer|momsnr|moms nr|momsnummer|se nr|vat nr|momsregistreringsnummer|cvr se nr|vat nummer|cvrnr",
    recipient:
      "faktureringsadresse|leveringsadresse|faktura til|modtager|køber|kunde|att|fakturamodtager|faktureres til|leveres til",
    supplier: "sælger|leverandør|afsender|udsteder|betalingsmodtager",
    reference:
      "betalings id|betalingsid|fi kode|fik|betalingsreference|kortart|+71|+73|+75|betalings reference",
    credit_title: "kreditnota|kredit nota|kreditfaktura|tilbagebetaling|returbon|refundering",
    invoice_title: "faktura|slutfaktura|acontofaktura|regning|samlefaktura|proformafaktura",
    receipt_title:
      "kvittering|kassebon|bon|tak for besøget|tak for handlen|kasse|ekspedient|gem bonen|på gensyn|de blev betjent af|du blev betjent af|kundens kopi|kvitteringskopi|tak for i dag|velkommen igen|tak for købet|gem kvitteringen",
    reverse_charge:
      "omvendt betalingspligt|omvendt momspligt|reverse charge|eu leverance|momsfri eu leverance|omvendt betalingspligt moms",
    exempt:
      "momsfri|momsfrit|fritaget for moms|momsfritaget|ikke momspligtig|uden moms|ikke momsregistreret",
  },
  months: [
    "januar|jan",
    "februar|feb",
    "marts|mar",
    "april|apr",
    "maj",
    "juni|jun",
    "juli|jul",
    "august|aug",
    "september|sep|sept",
    "oktober|okt",
    "november|nov",
    "december|dec",
  ],
  words:
    "og at er for med på til af den det som vi du jeres ikke om fra en et har ved efter dage tak dato faktura beløb moms antal pris betaling kunde heraf vores venligst bedes inden eller deres i alt",
};
