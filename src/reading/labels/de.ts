import type { LanguageLabels } from "./label.ts";

export const GERMAN: LanguageLabels = {
  language: "de",
  labels: {
    gross:
      "gesamtbetrag|rechnungsbetrag|rechnungssumme|bruttobetrag|gesamtbetrag brutto|gesamt brutto|brutto gesamt|summe brutto|bruttosumme|brutto summe|brutto|brutto betrag|gesamtsumme brutto|gesamtsumme inkl mwst|gesamtbetrag inkl mwst|gesamt inkl mwst|summe inkl mwst|gesamtbetrag inkl ust|gesamt inkl ust|summe inkl ust|total inkl mwst|endbetrag|endsumme|rechnungsendbetrag|rechnungsgesamtbetrag|gesamtrechnungsbetrag|rechnungsbetrag brutto|gutschriftsbetrag|gutschriftbetrag|gesamtbetrag inklusive mehrwertsteuer|gesamtbetrag incl mwst|summe incl mwst|gesamt incl mwst|bruttogesamtbetrag|gesamtbruttobetrag|rechnungsbetrag inkl mwst|gesamtbetrag der rechnung|rechnungsbetrag gesamt|totalbetrag|erstattungsbetrag|korrekturbetrag|schlussbetrag|bruttowert|bruttoumsatz",
    total:
      "summe|gesamt|gesamtsumme|total|endpreis|gesamtpreis|betrag gesamt|gesamt eur|summe eur|rechnung gesamt|summe gesamt|betrag|kaufbetrag|gesamtbetrag eur|zu bezahlen|summa",
    payable:
      "zahlbetrag|zu zahlen|zu zahlender betrag|zahlungsbetrag|fälliger betrag|fälligkeitsbetrag|restbetrag|offener betrag|noch zu zahlen|zu zahlender gesamtbetrag|verbleibender betrag|restzahlung|zahllast|zu überweisen|überweisungsbetrag|zahlbar|offener rechnungsbetrag|zu bezahlender betrag|noch offen|restforderung|forderung|forderungsbetrag|nachzahlung|betrag fällig",
    prepaid:
      "anzahlung|anzahlungen|bereits gezahlt|bereits bezahlt|vorauszahlung|vorauszahlungen|abschlag|abschläge|abschlagszahlung|abschlagszahlungen|geleistete anzahlungen|geleistete zahlungen|erhaltene anzahlung|erhaltene anzahlungen|gezahlter betrag|abzgl anzahlung|abzüglich anzahlung|abzüglich bereits gezahlt|vorausbezahlt|bisher gezahlt|akontozahlung|abzüglich abschlagszahlungen|abzgl bereits gezahlt|zahlungseingang|bereits gezahlter betrag|abzüglich vorauszahlung",
    net: "netto|nettobetrag|summe netto|netto summe|nettosumme|netto gesamt|gesamt netto|gesamtbetrag netto|gesamtnetto|zwischensumme|zwischensumme netto|warenwert|warenwert netto|nettowert|nettoumsatz|netto warenwert|rechnungsbetrag netto|gesamtsumme netto|bemessungsgrundlage|steuerbasisbetrag|basisbetrag|summe ohne mwst|gesamtbetrag ohne mwst|gesamt ohne mwst|total exkl mwst|betrag netto|gesamtnettobetrag|nettogesamt|nettorechnungsbetrag|gesamtpositionen|summe positionen|positionssumme|gesamtbetrag der positionen|betrag ohne mwst|summe ohne ust|nettoentgelt|zwischentotal|nettogesamtbetrag|gesamt exkl mwst|betrag exkl mwst|steuerbetrag netto",
    tax: "mwst|ust|mehrwertsteuer|umsatzsteuer|mwst betrag|ust betrag|steuerbetrag|steuer|zzgl mwst|zzgl ust|zuzüglich mwst|zuzüglich mehrwertsteuer|zuzüglich umsatzsteuer|inkl mwst|enthaltene mwst|enthaltene mehrwertsteuer|enthaltene umsatzsteuer|darin enthaltene mwst|davon mwst|inkl ust|incl mwst|enth mwst|gesamtsteuer|summe mwst|summe ust|summe steuer|gesamtbetrag mwst|mwst gesamt|ust gesamt|gesamt mwst|gesamt ust|steuerbeträge|mehrwertsteuerbetrag|umsatzsteuerbetrag|steuer gesamt|inklusive mehrwertsteuer|enthält mwst|summe umsatzsteuer|summe mehrwertsteuer|steuersumme|vorsteuer|gesamtbetrag steuer|gesetzliche mwst|steuergesamtbetrag|summe steuerbeträge|ges mwst|gesetzl mwst",
    rounding: "rundung|rundungsbetrag|rundungsdifferenz|rundungsausgleich|ausgleichsrundung",
    given:
      "gegeben|bar|bargeld|gegeben bar|bar gegeben|barzahlung|bar eur|erhalten|bezahlt bar|geg|barbetrag|gegeben eur|zahlung bar|bar bezahlt|erhaltenbar",
    change:
      "rückgeld|zurück|wechselgeld|rückgabe|rückgeld bar|zurück bar|rückgeld eur|retour|rückgeldbar|rueckgeld|zurueck",
    card: "ec karte|eckarte|girocard|karte|kartenzahlung|kreditkarte|ec cash|ec|visa|mastercard|maestro|unbar|debitkarte|kontaktlos|electronic cash|ec lastschrift|ec zahlung|bezahlt mit karte|karte eur|vpay|debit mastercard|girokarte|visa debit|kartenzahlung eur|paypal",
    none: "sie sparen|ersparnis|gespart|rabatt|gesamtrabatt|nachlass|skonto|skontobetrag|punkte|bonuspunkte|punktestand|payback punkte|einzelpreis|preis|stückpreis|einheitspreis|preis einheit|ep|menge|anzahl|alter saldo|saldo|kontostand|guthaben|neuer saldo|übertrag|gutschein|pfand|posten|anzahl artikel|artikel|stück|trinkgeld|versand|versandkosten|gesamtersparnis|stundensatz|umrechnungskurs|wechselkurs|gp|gesamtgewicht|gesamtmenge|positionen|mindestbestellwert|versicherungssumme|warenwert brutto|stammkapital|grundkapital|mahngebühr|coupon|preisvorteil|ihr vorteil|rabattvorteil|zahlbetrag bei skonto|abzüglich skonto|bei zahlung innerhalb|mit skonto|gesamtstunden|summe stunden|anzahl positionen|seitensumme|zwischenübertrag|zuschlag|zuschläge|abschläge|gesamtbetrag der zuschläge|gesamtbetrag der abschläge|summe zuschläge|summe nachlässe|summe abschläge|preis je einheit|euro kg|eur kg|kassenstand",
    number:
      "rechnungsnummer|rechnungsnr|rechnung nr|handelsrechnung|handelsrechnung nr|rechnungs nr|rechnung nummer|rechnung|rechn nr|re nr|belegnummer|beleg nr|belegnr|rg nr|rgnr|rechnungs nummer|gutschriftsnummer|gutschrift nr|gutschriftsnr|gutschrift|bon nr|bonnr|bonnummer|bon|stornorechnung nr|stornorechnung|korrekturrechnung nr|rechnungskorrektur nr|rechnungskorrektur|faktura nr|fakturanummer|faktura|quittung nr|schlussrechnung nr|schlussrechnung|teilrechnung nr|teilrechnung|abschlagsrechnung nr|abschlagsrechnung|dokumentnummer|dokument nr|kassenbon nr|rechnung no|kassenbeleg nr|beleg|belegno|quittungsnummer|rechnungs id|re nummer",
    other_number:
      "kundennummer|kunden nr|kundennr|kd nr|kdnr|kunde nr|ihre kundennummer|bestellnummer|bestell nr|bestellnr|auftragsnummer|auftrags nr|auftrag nr|auftragsnr|auftrag|bestellung|lieferschein|lieferscheinnummer|lieferschein nr|vertragsnummer|vertrag nr|vertragskonto|vertragskontonummer|projektnummer|projekt|angebotsnummer|angebot nr|angebot|steuernummer|steuer nr|st nr|stnr|handelsregister|hrb|hra|telefon|tel|telefonnummer|fax|telefax|mobil|handy|terminal|terminal id|terminalid|ta nr|trace nr|genehmigungs nr|kasse|kassen nr|filiale|markt|bediener|kassierer|verkäufer|konto|kontonummer|konto nr|blz|bankleitzahl|bic|artikelnummer|artikel nr|art nr|pos|ihre bestellung|bestellreferenz|ihr zeichen|unser zeichen|referenz|referenznummer|ust id|ustid|lieferantennummer|lieferanten nr|personalnummer|zählernummer|mandatsreferenz|gläubiger id|gläubiger identifikationsnummer|gln|käuferreferenz|leitweg id|ursprungsrechnung|originalrechnung|zu rechnung|zur rechnung|bezug rechnung|zu rechnung nr|zur rechnung nr|vorgangsnummer|vorgang|mitgliedsnummer|seriennummer|tse|tse signatur|signatur|seriennr|transaktion|transaktionsnummer|tse transaktion|ean|vu nr|pan|karten nr|kartennummer|kartennr|kundenkarte|autorisierungsnummer|as zeit|debitor|debitorennummer|deb nr|objektnummer|policennummer|buchungsnummer|reservierungsnummer|zimmer|tisch|ansprechpartner|sachbearbeiter|beleg tse",
    issued:
      "rechnungsdatum|datum der rechnung|rechnung vom|ausstellungsdatum|belegdatum|rechnungs datum|erstellt am|erstellungsdatum|dokumentdatum|gutschriftsdatum|gutschrift vom|ausgestellt am|datum der ausstellung|rechnungsdat|rg datum|bondatum|re datum|kaufdatum|datum rechnung|gutschriftdatum|rechn datum|fakturadatum|belegdat",
    date: "datum|datum uhrzeit|datum zeit|verkaufsdatum|vom|dat|den",
    due: "fällig|fällig am|fälligkeit|fälligkeitsdatum|zahlbar bis|zahlbar bis zum|zu zahlen bis|zahlungsziel|zahlung bis|zahlungsfrist|fällig bis|bitte zahlen sie bis|bitte überweisen sie bis|zahlbar am|spätestens bis|netto fällig|spätestens zum|zahlungstermin|bis spätestens|bis zum|ohne abzug bis|netto bis|fällig zum|zu begleichen bis",
    other_date:
      "lieferdatum|leistungsdatum|liefertermin|lieferzeitpunkt|leistungszeitpunkt|leistungszeitraum|lieferzeitraum|abrechnungszeitraum|rechnungszeitraum|zeitraum|liefertag|geliefert am|lieferung am|lieferung|bestelldatum|bestellt am|auftragsdatum|bestellung vom|auftrag vom|angebot vom|lieferschein vom|versanddatum|druckdatum|gedruckt am|gültig bis|gültig ab|gültig|anreise|abreise|buchungsdatum|vertragsbeginn|valuta|wertstellung|steuerdatum|eingangsdatum|geburtsdatum|rechnung vom originalrechnung|zur rechnung vom|zu rechnung vom|skonto bis|umtausch bis|leistung vom|liefer leistungsdatum|lieferdatum leistungsdatum|nächste abbuchung|abbuchung am|einzug am|lastschrift am|bis|von|tse start|tse stop|startzeit|endezeit|start|ende|beginn",
    vat_id:
      "ust idnr|ustidnr|ust id nr|ust id|umsatzsteuer id|umsatzsteuer identifikationsnummer|umsatzsteueridentifikationsnummer|uid|uid nr|uid nummer|mwst nr|mwst nummer|umsatzsteuer identnummer|ust ident nr|ust identnr|umsatzsteuer id nr|umsatzsteuer idnr|atu nr",
    recipient:
      "rechnungsempfänger|rechnungsadresse|rechnung an|lieferadresse|käufer|kunde|empfänger|lieferanschrift|rechnungsanschrift|an|leistungsempfänger|auftraggeber|warenempfänger|abweichende lieferadresse|für",
    supplier:
      "verkäufer|rechnungssteller|lieferant|absender|leistungserbringer|kontoinhaber|zahlungsempfänger|begünstigter|aussteller|rechnungsaussteller",
    reference:
      "verwendungszweck|zahlungsreferenz|referenznummer zahlung|kassenzeichen|buchungszeichen|zahlungszweck",
    credit_title:
      "gutschrift|rechnungskorrektur|stornorechnung|korrekturrechnung|rechnungsgutschrift|storno|stornobeleg|retoure|gutschriftanzeige|rückzahlung|rechnungsstorno|warenrücknahme",
    invoice_title:
      "rechnung|handelsrechnung|wartungsrechnung|stromrechnung|telefonrechnung|mobilfunkrechnung|einzelrechnung|warenrechnung|dienstleistungsrechnung|nebenkostenabrechnung|abrechnung|schlussrechnung|teilrechnung|abschlagsrechnung|sammelrechnung|faktura|honorarnote|anzahlungsrechnung|endabrechnung|monatsrechnung|honorarrechnung|eingangsrechnung|jahresrechnung|steuerrechnung",
    receipt_title:
      "kassenbon|kassenbeleg|kassenzettel|quittung|bon|kundenbeleg|händlerbeleg|bonnr|bon nr|kasse|kassierer|bediener|vielen dank für ihren einkauf|vielen dank für ihren besuch|danke für ihren einkauf|beleg|bewirtungsbeleg|es bediente sie|tankquittung|barverkauf|zapfsäule|säule|filiale|zapfpunkt|kassenquittung",
    reverse_charge:
      "reverse charge|steuerschuldnerschaft des leistungsempfängers|umkehr der steuerschuldnerschaft|steuerschuld des leistungsempfängers|innergemeinschaftliche lieferung|steuerfreie innergemeinschaftliche lieferung|übergang der steuerschuld|13b ustg|steuerschuldnerschaft geht auf den leistungsempfänger",
    exempt:
      "19 ustg|kleinunternehmer|kleinunternehmerregelung|umsatzsteuerbefreit|umsatzsteuerfrei|steuerfrei|steuerbefreit|nicht steuerbar|keine umsatzsteuer|ohne umsatzsteuer|von der umsatzsteuer befreit|mwst befreit|unecht steuerbefreit|19 abs 1 ustg|gemäss 19 ustg|kleinunternehmerin|4 nr",
  },
  months: [
    "januar|jan|jänner|jän",
    "februar|feb|feber",
    "märz|mär|mrz|maerz",
    "april|apr",
    "mai",
    "juni|jun",
    "juli|jul",
    "august|aug",
    "september|sep|sept",
    "oktober|okt",
    "november|nov",
    "dezember|dez",
  ],
  words:
    "der die das und für mit von wir sie ihr ihre ist den dem des zu im auf bitte nicht eine einer bei uns nach oder bis sind unter wird werden datum rechnung betrag summe steuer menge preis netto brutto mwst bar kunde",
};
