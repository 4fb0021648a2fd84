import type { LanguageLabels } from "./label.ts";

export const ITALIAN: LanguageLabels = {
  language: "it",
  labels: {
    gross:
      "totale fattura|totale documento|importo totale|totale complessivo|totale ivato|totale iva inclusa|totale con iva|totale generale|totale iva compresa|importo totale documento|totale lordo|importo fattura|totale della fattura|importo totale fattura|totale documento eur|totale nota di credito|importo totale iva inclusa|lordo|importo lordo",
    total:
      "totale|totale euro|totale eur|importo|somma|totale complessivo euro|totale da pagare euro",
    payable:
      "totale da pagare|da pagare|netto a pagare|importo da pagare|totale dovuto|importo dovuto|saldo da pagare|residuo|totale a pagare|netto da pagare|importo a pagare|saldo dovuto|residuo da pagare|totale netto a pagare|importo residuo",
    prepaid:
      "acconto|acconti|acconto versato|già pagato|importo pagato|anticipo|pagato|caparra|acconto già versato|versato|acconto ricevuto|totale pagato",
    net: "imponibile|totale imponibile|subtotale|netto|importo netto|totale netto|totale merce|totale imponibile iva|base imponibile|totale senza iva|sub totale|imponibile iva|netto merce|totale imponibili|importo imponibile|imponibile importo|totale iva esclusa|totale senza imposte",
    tax: "iva|imposta|totale iva|importo iva|totale imposta|di cui iva|totale imposte|iva inclusa|imposte|importo imposta|totale i v a|totale iva eur|ammontare iva|di cui i v a",
    rounding: "arrotondamento|arrotondamenti",
    given:
      "contanti|contante|pagamento contante|pagamento contanti|ricevuto|importo ricevuto|pagato contanti|consegnato|contanti euro|importo pagato contanti",
    change: "resto|resto euro|resto contanti|resto eur",
    card: "carta|carta di credito|bancomat|carta di debito|pagamento elettronico|pagobancomat|visa|mastercard|elettronico|pagamento carta|carta credito|pagamento elettronico euro",
    none: "sconto|sconti|totale sconto|totale sconti|risparmio|hai risparmiato|punti|saldo punti|prezzo unitario|prezzo|quantità|qta|q ta|saldo precedente|saldo|spese di trasporto|trasporto|spese|spese incasso|spedizione|pezzi|articoli|numero pezzi|n pezzi|bollo|imposta di bollo|capitale sociale|cap soc|riporto|ritenuta|ritenuta d acconto|coperto|mancia|totale pezzi|totale articoli|buono|buono pasto|non riscosso|ritenuta acconto|cassa previdenza|contributo|prezzo kg|tasso di cambio|totale ore|abbuono|contributo integrativo|enpals|prezzo tot",
    number:
      "fattura n|fattura no|fattura numero|numero fattura|n fattura|numero della fattura|fattura nr|fattura|nr fattura|num fattura|numero documento|n documento|documento n|nota di credito n|numero nota di credito|nota di credito|documento n|scontrino n|ricevuta n|doc n|parcella n|numero doc|documento commerciale n|nr documento|n° fattura|nota credito n|n doc|fattura di vendita n|ricevuta numero|numero",
    other_number:
      "codice cliente|cod cliente|cliente n|n cliente|numero cliente|ordine n|n ordine|numero ordine|ordine|vostro ordine|ddt|ddt n|numero ddt|preventivo|preventivo n|contratto|contratto n|partita iva|p iva|piva|codice fiscale|cod fisc|c f|cod fiscale|rea|telefono|tel|fax|cell|cellulare|conto|conto corrente|c c|numero di conto|cassa|cassiere|operatore|negozio|terminale|autorizzazione|riferimento|vs riferimento|ns riferimento|rif|fattura originale|rif fattura|riferimento fattura|codice destinatario|sdi|codice univoco|cig|cup|commessa|progetto|tavolo|rt|matricola|agente|codice articolo|codice|reg imprese|registro imprese|matr|pos|abi|cab|cin|rep|a fronte della fattura|a storno della fattura|codice sdi|cod destinatario|numero rea",
    issued:
      "data fattura|data della fattura|data documento|data emissione|data di emissione|emessa il|emesso il|fattura del|data del documento|data nota di credito|data doc|data di fatturazione",
    date: "data|data e ora|del|data ora|in data|data acquisto",
    due: "scadenza|data scadenza|data di scadenza|scadenza pagamento|entro il|da pagare entro|pagare entro il|scadenze|pagamento entro|data pagamento|pagamento entro il|scade il|da pagare entro il|scad",
    other_date:
      "data consegna|data di consegna|data ordine|ordine del|data ddt|ddt del|data spedizione|periodo|periodo di riferimento|periodo di fatturazione|competenza|data prestazione|dal|al|valido fino al|data stampa|arrivo|partenza|data valuta|data trasporto|inizio trasporto|data fattura originale|data decorrenza|data inizio|data fine|preventivo del|data preventivo|data inizio trasporto",
    vat_id:
      "partita iva|p iva|piva|part iva|p i|partita i v a|c f e p iva|codice fiscale e partita iva|p iva e c f|p iva c f|cod fisc e p iva|cf p iva|c f p iva|id fiscale iva|identificativo fiscale",
    recipient:
      "destinatario|spettabile|spett le|cliente|intestatario|cessionario|fatturare a|indirizzo di fatturazione|indirizzo di consegna|destinazione|committente|cessionario committente|spett|luogo di destinazione|intestatario fattura|acquirente|egregio",
    supplier:
      "fornitore|cedente|prestatore|cedente prestatore|mittente|emittente|beneficiario|intestato a|venditore",
    reference: "causale|causale pagamento|riferimento pagamento",
    credit_title:
      "nota di credito|nota credito|nota di accredito|storno|reso|nota di variazione|documento commerciale di reso",
    invoice_title:
      "fattura|fattura di vendita|fattura immediata|fattura differita|fattura accompagnatoria|parcella|fattura di cortesia|fattura elettronica|fattura proforma|copia di cortesia|fattura di acconto",
    receipt_title:
      "documento commerciale|scontrino|scontrino fiscale|ricevuta|ricevuta fiscale|grazie e arrivederci|cassa|cassiere|documento n|arrivederci e grazie|grazie per la visita|operatore|documento commerciale di vendita o prestazione",
    reverse_charge:
      "inversione contabile|reverse charge|non imponibile art 41|cessione intracomunitaria|operazione non imponibile|non imponibile|art 17 comma 6|non imponibile art 8",
    exempt:
      "esente iva|esente|esente art 10|regime forfettario|regime forfetario|operazione senza applicazione iva|escluso iva|fuori campo iva|non soggetto iva|senza applicazione dell iva|art 1 commi 54|esenzione|regime dei minimi|operazione esente",
  },
  months: [
    "gennaio|gen|genn",
    "febbraio|feb|febb",
    "marzo|mar",
    "aprile|apr",
    "maggio|mag",
    "giugno|giu",
    "luglio|lug",
    "agosto|ago",
    "settembre|set|sett",
    "ottobre|ott",
    "novembre|nov",
    "dicembre|dic",
  ],
  words:
    "il lo la gli le di del della dei e per con da in un una che si non al alla vostro grazie sono data importo pagamento cliente prezzo quantità totale fattura descrizione aliquota via nostro presente",
};
