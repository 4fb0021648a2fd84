import { fold } from "../../../../core/fold.ts";

/** Words of cells in thirteen languages, as `fold` and `bareWords` leave them. */

const IN = setOf(
  "cr c credit kredit h haben bij in + + abono crediti avere inn ind uznanie wplyw gutschrift crdt k dal incoming entrata entrada ingreso receita einnahme eingang recette inkomst indtaegt inntekt tulo prijem przychod income",
);
const OUT = setOf(
  "dr d debit debet s soll af out - cargo debe dare ut ud obciazenie wyplyw belastung dbit ma_dati outgoing uscita salida saida gasto despesa ausgabe ausgang depense uitgave udgift utgift meno vydaj wydatek expense",
);

/** 1 for money in, -1 for money out. */
export function directionWord(text: string): 1 | -1 | null {
  const word = fold(text.trim()).replaceAll(/[. ]/g, "");
  if (IN.has(word)) return 1;
  return OUT.has(word) ? -1 : null;
}

const PENDING =
  /\b(pending|vorgemerkt\w*|vorlaufig\w*|en attente|pendiente\w*|in sospeso|pendente\w*|in behandeling|afventer|reserv\w*|vantande|varaus|oczekuj\w*|cekajici|nezauctovan\w*|unbooked|authori[sz]ed|processing|en cours|in bearbeitung|offen|blokada)\b/;

const DECLINED =
  /\b(declined|reverted|reversed|failed|canceled|cancelled|denied|rejected|refused|abgelehnt|storniert|abgebrochen|fehlgeschlagen|refuse|annule|rechazad\w*|anulad\w*|cancelad\w*|rifiutat\w*|annullat\w*|geweigerd|geannuleerd|afvist|annulleret|nekad|avvist|hylatty|odrzucon\w*|zamitnut\w*|expired|voided|removed)\b/;

export function isPendingWord(text: string): boolean {
  return text !== "" && PENDING.test(fold(text));
}

export function isDeclinedWord(text: string): boolean {
  return text !== "" && DECLINED.test(fold(text));
}

export type Summary = "opening" | "closing" | "total";

const OPENING = setOf(
  "opening_balance balance_brought_forward brought_forward previous_balance beginning_balance starting_balance balance_bf anfangssaldo alter_kontostand alter_saldo saldovortrag eroffnungssaldo startsaldo ancien_solde solde_initial solde_precedent saldo_anterior saldo_inicial saldo_iniziale saldo_precedente beginsaldo vorig_saldo oud_saldo primosaldo startsaldo ingaende_saldo inngaende_saldo alkusaldo saldo_poczatkowe pocatecni_zustatek",
);
const CLOSING = setOf(
  "closing_balance ending_balance current_balance new_balance balance_carried_forward carried_forward balance saldo kontostand endsaldo neuer_kontostand neuer_saldo aktueller_kontostand letzter_kontostand schlusssaldo abschlusssaldo nouveau_solde solde_final solde solde_actuel saldo_final saldo_actual saldo_finale saldo_attuale saldo_atual eindsaldo nieuw_saldo huidig_saldo ultimosaldo slutsaldo utgaende_saldo loppusaldo saldo_koncowe konecny_zustatek available_balance verfugbarer_saldo",
);
const TOTAL = setOf(
  "total totals sum subtotal total_amount summe gesamt gesamtsumme zwischensumme somme totale totaal totalt yhteensa suma razem celkem soucet total_debits total_credits totale_entrate totale_uscite summa",
);

export function summaryOf(text: string): Summary | null {
  const word = bareWords(text);
  if (OPENING.has(word)) return "opening";
  if (CLOSING.has(word)) return "closing";
  return TOTAL.has(word) ? "total" : null;
}

/** Drops days, amounts, currencies, signs and small words between them. */
function bareWords(text: string): string {
  return fold(text.replaceAll(/\b[A-Z]{3}\b(?=\W*$)/g, ""))
    .replaceAll(
      /\b(vom|per|am|at|on|as of|au|al|den|der|fra|dnia|k|del|the|of)\b(?=[\s\d.:])/g,
      " ",
    )
    .replaceAll(/[^\p{L} ]+/gu, " ")
    .trim()
    .replaceAll(/\s+/g, "_");
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
