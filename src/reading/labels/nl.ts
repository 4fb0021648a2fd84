import type { LanguageLabels } from "./label.ts";

export const DUTCH: LanguageLabels = {
  language: "nl",
  labels: {
    gross:
      "totaal incl btw|totaal inclusief btw|totaalbedrag|factuurbedrag|totaal bedrag|totaalbedrag incl btw|totaalbedrag inclusief btw|bedrag incl btw|bedrag inclusief btw|eindtotaal|totaal factuur|brutobedrag|bruto|totaal bruto|totaal incl|factuurtotaal|totaal factuurbedrag|creditbedrag|totaal creditnota|totaal in eur incl btw|factuurbedrag incl btw|incl btw totaal|totaal inc btw|totaalfactuurbedrag",
    total: "totaal|totaal eur|som|bedrag|totaal euro|totaalprijs|te voldoen totaal",
    payable:
      "te betalen|te betalen bedrag|totaal te betalen|te voldoen|nog te betalen|openstaand bedrag|verschuldigd|verschuldigd bedrag|restbedrag|totaal te voldoen|nog te voldoen|openstaand|te betalen bedrag eur|openstaand saldo|te betalen eur",
    prepaid:
      "aanbetaling|vooruitbetaald|reeds betaald|betaald bedrag|al betaald|voorschot|reeds voldaan|aanbetaald|vooruitbetaling|betaald|minus aanbetaling|voorschotten|reeds ontvangen",
    net: "subtotaal|totaal excl btw|totaal exclusief btw|netto|nettobedrag|netto bedrag|bedrag excl btw|bedrag exclusief btw|excl btw|totaal netto|grondslag|maatstaf|maatstaf van heffing|subtotaal excl btw|subtotaal exclusief btw|excl|netto totaal|totaal excl|btw grondslag|totaal ex btw|belastbaar bedrag|netto btw grondslag|bedrag ex btw",
    tax: "btw|btw bedrag|totaal btw|omzetbelasting|btw totaal|waarvan btw|belasting|bedrag btw|btw hoog|btw laag|incl btw|inclusief btw|btw over|totaalbedrag btw|totaal belasting",
    rounding: "afronding|afrondingsverschil",
    given:
      "contant|contant betaald|ontvangen|cash|gegeven|betaald contant|contant ontvangen|contant eur|contant gegeven",
    change: "wisselgeld|terug|retour contant|teruggave|terug contant|wisselgeld eur|teruggegeven",
    card: "pin|pinnen|bankpas|pinbetaling|maestro|betaald met pin|betaling pin|v pay|debitcard|creditcard|kaart|ideal|bancontact|contactloos|kaartbetaling|visa|mastercard|pin betaling|betaalpas",
    none: "korting|totale korting|uw voordeel|voordeel|u bespaart|bespaard|punten|zegels|koopzegels|spaarpunten|airmiles|bonus|bonuskaart|prijs|stukprijs|prijs per stuk|eenheidsprijs|tarief|aantal|vorig saldo|saldo|fooi|verzendkosten|verzending|artikelen|aantal artikelen|statiegeld|emballage|betalingskorting|kredietbeperking|uurtarief|totaal korting|totaal artikelen|totaal uren|uw bonus voordeel|totaal voordeel|wisselkoers|bespaarde|prijs per eenheid|stuks",
    number:
      "factuurnummer|factuurnr|factuur nr|factuur nummer|factuur|factuur no|factuurno|creditnota nummer|creditnotanummer|creditnota nr|creditnota|creditfactuur|creditfactuurnummer|bonnummer|bon nr|bonnr|kassabon nr|documentnummer|document nr|nota nr|notanummer|transactienummer bon|creditnr|rekening nr factuur|factuurref|bon",
    other_number:
      "klantnummer|klant nr|klantnr|debiteurnummer|debiteur nr|debiteurennummer|relatienummer|relatienr|ordernummer|order nr|ordernr|order|bestelnummer|bestelling|bestel nr|uw ordernummer|uw referentie|onze referentie|referentie|kenmerk|uw kenmerk|offertenummer|offerte|contractnummer|contract|projectnummer|project|pakbon|pakbonnummer|kvk|kvk nummer|kvk nr|k v k|telefoon|tel|telefoonnummer|fax|mobiel|rekeningnummer|rekening|rek nr|iban|bic|kassa|kassier|filiaal|winkel|terminal|medewerker|autorisatiecode|transactie|transactienummer|artikelnummer|artikelnr|polisnummer|lidnummer|oorspronkelijke factuur|betreft factuur|factuur waarop|ondernemingsnummer|klant|tafel|handelsregister|verkoper|leveranciersnummer|kaart nr|kaartnummer|merchant|periode nr|dossiernummer|reserveringsnummer",
    issued:
      "factuurdatum|datum factuur|factuur datum|datum van uitgifte|uitgiftedatum|uitgegeven op|documentdatum|creditnota datum|datum creditnota|opgemaakt op|aankoopdatum|creditdatum|datum creditfactuur",
    date: "datum|datum tijd|datum en tijd|dd",
    due: "vervaldatum|betaaldatum|uiterste betaaldatum|te betalen voor|te betalen vóór|betalen voor|uiterlijk|uiterlijk betalen|betaaltermijn|te voldoen voor|vervalt op|uiterlijke betaaldatum|betalen vóór|uiterlijk te betalen|vervaldag|betaling uiterlijk|betaal voor",
    other_date:
      "leverdatum|leveringsdatum|afleverdatum|besteldatum|orderdatum|datum levering|datum bestelling|periode|factuurperiode|van|tot|tot en met|geleverd op|verzenddatum|afdrukdatum|geldig tot|aankomst|vertrek|prestatiedatum|ingangsdatum|incassodatum|datum oorspronkelijke factuur|datum dienst|offertedatum|valutadatum|ruilen tot|retour voor",
    vat_id:
      "btw nummer|btw nr|btwnr|btw id|btw identificatienummer|btw identificatienr|omzetbelastingnummer|ob nummer|btw nummer leverancier|btw be",
    recipient:
      "factuuradres|afleveradres|factuur aan|klantgegevens|t a v|ter attentie van|geadresseerde|koper|leveradres|gefactureerd aan|aan|factureren aan|verzendadres|afnemer",
    supplier: "leverancier|verkoper|afzender|tenaamstelling|t n v|ten name van|begunstigde",
    reference:
      "betalingskenmerk|betaalkenmerk|omschrijving betaling|onder vermelding van|o v v|gestructureerde mededeling|mededeling|betaalreferentie",
    credit_title:
      "creditnota|creditfactuur|credit nota|credit factuur|correctiefactuur|retourbon|terugbetaling",
    invoice_title:
      "factuur|verkoopfactuur|nota|eindfactuur|termijnfactuur|voorschotfactuur|deelfactuur|proforma factuur",
    receipt_title:
      "kassabon|bon|kassaticket|klantticket|bedankt en tot ziens|kassa|u bent geholpen door|kopie kaarthouder|bedankt voor uw aankoop|bedankt voor uw bezoek|kopie|aankoopbewijs|klantkopie|kasticket|bedankt voor uw bestelling",
    reverse_charge:
      "btw verlegd|verlegd|btw verlegd naar|intracommunautaire levering|verleggingsregeling|btw verlegd naar afnemer|verleggingsregeling btw",
    exempt:
      "vrijgesteld van btw|btw vrijgesteld|vrijgesteld|kleineondernemersregeling|kor|vrijstelling van btw|geen btw|factuur vrijgesteld van ob|bijzondere vrijstellingsregeling|vrijgesteld van ob",
  },
  months: [
    "januari|jan",
    "februari|feb",
    "maart|mrt",
    "april|apr",
    "mei",
    "juni|jun",
    "juli|jul",
    "augustus|aug",
    "september|sep|sept",
    "oktober|okt",
    "november|nov",
    "december|dec",
  ],
  words:
    "de het een van en voor met op uw wij te bij is dit aan door om niet zijn naar u onze graag binnen dagen onder vermelding datum factuur bedrag aantal prijs omschrijving btw totaal klant bedankt betalen over",
};
