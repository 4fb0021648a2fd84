import type { LanguageLabels } from "./label.ts";

export const NORWEGIAN: LanguageLabels = {
  language: "nb",
  labels: {
    gross:
      "total inkl mva|sum inkl mva|totalbeløp|fakturabeløp|beløp inkl mva|totalt inkl mva|bruttobeløp|brutto|sum inklusive mva|total inklusive mva|totalsum|fakturasum|kreditbeløp|totalt inklusive mva|sum totalt|samlet beløp|totalt beløp|totalbeløp inkl mva|faktura total|sluttsum",
    total: "total|totalt|sum|beløp|sum nok|total nok|totalt nok|sum kr|kjøp|sum total",
    payable:
      "å betale|beløp å betale|til betaling|å betale nok|sum å betale|totalt å betale|restbeløp|skyldig beløp|utestående|utestående beløp|total å betale|gjenstående beløp|rest å betale|forfalt beløp|beløp til betaling|å betale kr|gjenstår å betale|total til betaling",
    prepaid:
      "forskudd|allerede betalt|betalt|akonto|forhåndsbetalt|innbetalt|depositum|forskuddsbetalt|betalt beløp|delbetaling|fratrukket forskudd",
    net: "netto|nettobeløp|sum eks mva|sum ekskl mva|total eks mva|beløp eks mva|eks mva|delsum|subtotal|mva grunnlag|grunnlag|sum uten mva|totalt eks mva|sum netto|ekskl mva|avgiftsgrunnlag|sum ekskl merverdiavgift|total ekskl mva|beløp uten mva|netto sum|nettosum|sum eksklusive mva|totalt ekskl mva",
    tax: "mva|mva beløp|herav mva|merverdiavgift|sum mva|total mva|moms|mva nok|mva totalt|inkl mva|mva 25|mva 15|mva 12|derav mva|avgift|mva kr|totalt mva|hvorav mva|mva sum",
    rounding: "øreavrunding|avrunding|øresavrunding",
    given: "kontant|mottatt|kontant mottatt|kontanter|betalt kontant|kontant nok",
    change: "tilbake|veksel|vekslepenger|retur kontant|kontant tilbake|veksel tilbake",
    card: "kort|bankkort|bankaxept|kortbetaling|kredittkort|vipps|bank|visa|mastercard|betalingskort|kontaktløs|debitkort|bankterminal",
    none: "rabatt|rabatter|du sparer|spart|total rabatt|poeng|bonus|trumf|trumf bonus|coop bonus|enhetspris|pris|stykkpris|antall|tidligere saldo|saldo|tips|frakt|fraktkostnader|levering|varer|antall varer|pant|timepris|gebyr|fakturagebyr|purregebyr|aksjekapital|valutakurs|du har spart|totalt antall|sum rabatt|antall varer totalt|medlemsrabatt|timer totalt|mengde|inngående saldo|forsinkelsesrente",
    number:
      "fakturanummer|fakturanr|faktura nr|faktura nummer|faktura|kreditnota nr|kreditnotanummer|kreditnotanr|kreditnota|kvittering nr|kvitteringsnummer|kvitteringsnr|bilagsnummer|bilag nr|bilagsnr|bongnummer|bong nr|bongnr|dokumentnummer|faktura no|salgskvittering|salgskvittering nr|regning nr|bong|kvittering|regningsnummer",
    other_number:
      "kundenummer|kundenr|kunde nr|ordrenummer|ordrenr|ordre nr|ordre|bestillingsnummer|bestilling|innkjøpsordre|deres ref|vår ref|din ref|referanse|tilbudsnummer|tilbud|avtalenummer|prosjektnummer|prosjekt|pakkseddel|organisasjonsnummer|org nr|orgnr|org nummer|foretaksregisteret|telefon|tlf|tel|faks|mobil|konto|kontonummer|kontonr|til konto|bankkonto|bic|swift|iban|kasse|kasserer|butikk|terminal|term|ekspeditør|selger|varenummer|varenr|medlemsnummer|opprinnelig faktura|gjelder faktura|krediterer faktura|kunde|bord|autorisasjon|ref nr|ref|abonnementsnummer|kortnr|målernummer|kasse nr|betjent av|butikknr",
    issued:
      "fakturadato|faktura dato|utstedelsesdato|utstedt|utstedt dato|dato for utstedelse|dokumentdato|kreditnotadato|kjøpsdato|bilagsdato|fakturaens dato",
    date: "dato|dato tid|dato og tid|dato klokkeslett",
    due: "forfallsdato|forfall|forfaller|betalingsfrist|betales innen|betales senest|senest|forfaller den|frist for betaling|betalingsdato|forfallsdag|å betale innen|innen",
    other_date:
      "leveringsdato|levert|levert dato|leveranse dato|ordredato|bestillingsdato|periode|fakturaperiode|sendt dato|utskriftsdato|gyldig til|ankomst|avreise|fra|til|valuteringsdato|utført|dato for levering|opprinnelig fakturadato|bytterett til|tilbudsdato|åpent kjøp til",
    vat_id:
      "org nr|orgnr|organisasjonsnummer|mva nr|mva nummer|foretaksregisteret|org nummer|mva registrert|vat nr",
    recipient:
      "fakturaadresse|leveringsadresse|faktura til|mottaker|kjøper|kunde|att|faktureres til|fakturamottaker",
    supplier: "selger|leverandør|avsender|utsteder|betalingsmottaker",
    reference: "kid|kid nummer|kidnr|kid nr|betalingsreferanse|merk betalingen|merkes med",
    credit_title:
      "kreditnota|kredittnota|kreditfaktura|tilbakebetaling|retur|returkvittering|kreditering",
    invoice_title: "faktura|sluttfaktura|akontofaktura|regning|samlefaktura|proformafaktura",
    receipt_title:
      "kvittering|salgskvittering|bong|takk for besøket|takk for handelen|kasse|kasserer|velkommen tilbake|kundens kopi|du ble betjent av|ta vare på kvitteringen|velkommen igjen|takk for handlen|bankaxept|ekspeditør",
    reverse_charge: "omvendt avgiftsplikt|snudd avregning|reverse charge|omvendt avgiftsplikt mva",
    exempt:
      "mva fri|fritatt for mva|unntatt mva|avgiftsfri|ikke mva pliktig|uten mva|avgiftsfritt|unntatt fra merverdiavgift|ikke merverdiavgiftspliktig",
  },
  months: [
    "januar|jan",
    "februar|feb",
    "mars|mar",
    "april|apr",
    "mai",
    "juni|jun",
    "juli|jul",
    "august|aug",
    "september|sep|sept",
    "oktober|okt",
    "november|nov",
    "desember|des",
  ],
  words:
    "og å er for med på til av den det som vi du dere ikke om fra en et har ved etter dager takk dato faktura beløp mva antall pris betaling kunde herav vår vennligst innen eller deres betale beskrivelse",
};
