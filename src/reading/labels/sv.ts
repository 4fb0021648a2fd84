import type { LanguageLabels } from "./label.ts";

export const SWEDISH: LanguageLabels = {
  language: "sv",
  labels: {
    gross:
      "totalt inkl moms|summa inkl moms|totalbelopp|fakturabelopp|totalt inklusive moms|belopp inkl moms|bruttobelopp|brutto|total inkl moms|fakturasumma|summa totalt|fakturatotal|slutsumma|total summa|totalsumma|kreditbelopp|totalbelopp inkl moms|totalt belopp|summa inklusive moms|summa faktura|fakturans totalbelopp",
    total:
      "totalt|summa|total|belopp|summa sek|totalt sek|köp|total sek|totalt kr|summa kr|mottaget belopp",
    payable:
      "att betala|belopp att betala|summa att betala|totalt att betala|kvar att betala|att betala sek|restbelopp|förfallet belopp|återstår att betala|återstående belopp|att betala kr|att erlägga|totalt att betala sek",
    prepaid:
      "förskott|redan betalt|betalt|förskottsbetalning|delbetalning|inbetalt|avgår förskott|betalt belopp|tidigare betalt|erhållet förskott|avgår betalt",
    net: "netto|nettobelopp|summa exkl moms|totalt exkl moms|exkl moms|delsumma|belopp exkl moms|summa netto|momsunderlag|netto sek|total exkl moms|beskattningsunderlag|exklusive moms|totalt netto|belopp före moms|underlag|summa exklusive moms|totalt exklusive moms|netto exkl moms|momspliktigt belopp",
    tax: "moms|momsbelopp|varav moms|total moms|mervärdesskatt|summa moms|moms sek|moms totalt|moms kr|skatt|totalt moms|inkl moms|moms belopp|därav moms|moms 25|moms 12|moms 6|totalmoms",
    rounding: "öresavrundning|avrundning|öresutjämning|öresutj|öresavr",
    given: "kontant|kontanter|mottaget|mottaget kontant|erhållet|kontant mottaget|givet",
    change: "växel|tillbaka|åter|växel tillbaka|kontant tillbaka|åter kontant",
    card: "kort|kontokort|bankkort|kortköp|kortbetalning|betalkort|kreditkort|swish|visa|mastercard|debit mastercard|köp kort|visa debit|kontaktlös",
    none: "rabatt|rabatter|du sparar|sparat|total rabatt|poäng|bonus|bonuspoäng|á pris|a pris|pris|styckpris|enhetspris|antal|föregående saldo|saldo|ingående saldo|dricks|frakt|fraktkostnad|antal varor|varor|artiklar|pant|timpris|aktiekapital|expeditionsavgift|fakturaavgift|kassarabatt|totalt antal|totalt antal varor|totalt timmar|växelkurs|prisavdrag|medlemsrabatt|du har sparat|påminnelseavgift|dröjsmålsränta|jämförpris|rot avdrag|rut avdrag|summa rabatt|kr kg",
    number:
      "fakturanummer|fakturanr|faktura nr|faktura nummer|faktura|fakt nr|kreditnota nr|kreditfaktura nr|kreditfaktura|kreditnota|kvittonummer|kvitto nr|kvittonr|kvitto|verifikationsnummer|dokumentnummer|dokument nr|nota nr|fakturano|faktura no|kreditfakturanummer|kreditnotanummer|bongnummer|bongnr|kassakvitto nr|kvittonummer nr",
    other_number:
      "kundnummer|kundnr|kund nr|er referens|vår referens|er ref|vår ref|referens|ordernummer|ordernr|order nr|order|beställningsnummer|beställning|ert ordernummer|inköpsordernummer|offertnummer|offert|avtalsnummer|projektnummer|projekt|följesedel|följesedelsnummer|organisationsnummer|org nr|orgnr|org nummer|telefon|tel|tfn|fax|mobil|bankgiro|bankgironr|plusgiro|bg|pg|kontonummer|kontonr|konto|clearing|bic|swift|iban|kassa|kassör|kassör nr|butik|terminal|term|säljare|personal|artikelnummer|artikelnr|art nr|medlemsnummer|ursprunglig faktura|avser faktura|krediterar faktura|kund|bord|ref|kontrollkod|kontrollenhet|kontrollenhetsnr|autorisation|ref nr|anläggnings id|kortnr|kreditering av faktura|betjänad av|leverantörsnummer|butiksnr|kassanr",
    issued:
      "fakturadatum|faktura datum|utfärdandedatum|utfärdad|datum för faktura|dokumentdatum|kreditnotadatum|kreditfakturadatum|utställd|utskriven|utfärdat|köpdatum|datum faktura|kvittodatum",
    date: "datum|datum tid|datum och tid|dat",
    due: "förfallodatum|förfallodag|förfaller|betalas senast|att betala senast|oss tillhanda|oss tillhanda senast|senast|förf datum|betalningsdatum|förfaller till betalning|betala senast|sista betalningsdag|förfaller den|tillhanda senast|förf dag|betalning senast",
    other_date:
      "leveransdatum|levdatum|orderdatum|beställningsdatum|beställd|period|fakturaperiod|avser period|leveransdag|utskriftsdatum|giltig till|ankomst|avresa|från|till|valutadatum|tjänstedatum|utförd|utfört|levererad|ursprungligt fakturadatum|öppet köp till|bytesrätt till|offertdatum",
    vat_id:
      "momsregnr|momsreg nr|momsregistreringsnummer|momsnr|moms reg nr|vat nr|vat nummer|momsnummer|moms nr|momsregistreringsnr|vat no|momsreg",
    recipient:
      "faktureringsadress|fakturaadress|leveransadress|köpare|faktura till|mottagare|kund|faktureras|att|fakturamottagare",
    supplier: "säljare|leverantör|avsändare|betalningsmottagare|utfärdare|mottagare av betalning",
    reference:
      "ocr|ocr nr|ocr nummer|ocr referens|betalningsreferens|referensnummer|ange ocr|meddelande",
    credit_title:
      "kreditfaktura|kreditnota|kredit faktura|återbetalning|kreditering|retur|returkvitto",
    invoice_title: "faktura|slutfaktura|delfaktura|samlingsfaktura|proformafaktura|à contofaktura",
    receipt_title:
      "kvitto|kassakvitto|kundens ex|kortkvitto|kassör|välkommen åter|kassa|kvittokopia|kundens kvitto|spara kvittot|tack för besöket|tack för ditt köp|tack för ert besök|öppet köp|butikens ex|tack och välkommen åter|organisationsnr kvitto",
    reverse_charge:
      "omvänd skattskyldighet|omvänd betalningsskyldighet|omvänd moms|gemenskapsintern leverans|unionsintern leverans|omvänd skattskyldighet för byggtjänster",
    exempt:
      "momsfri|momsfritt|undantagen från moms|undantag från moms|undantag från skatteplikt|ej momspliktig|momsbefriad|skattefri",
  },
  months: [
    "januari|jan",
    "februari|feb",
    "mars|mar",
    "april|apr",
    "maj",
    "juni|jun",
    "juli|jul",
    "augusti|aug",
    "september|sep|sept",
    "oktober|okt",
    "november|nov",
    "december|dec",
  ],
  words:
    "och att är för med på till av den det som vi ni din er inte om från en ett har vid efter dagar tack datum faktura belopp moms antal pris summa betala kund varav vår ska enligt kvitto",
};
