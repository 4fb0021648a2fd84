import type { InvoiceLanguage } from "../domains/invoices/invoice-body.ts";

/** Words of the public page that the document itself does not have. */
type PageWords = {
  readonly amountDue: string;
  readonly dueBy: (day: string) => string;
  readonly wasDue: (day: string) => string;
  readonly credited: string;
  readonly paid: string;
  readonly refunded: string;
  readonly paidOn: (day: string) => string;
  readonly isPaid: string;
  readonly isCanceled: string;
  readonly doNotPay: string;
  readonly isRefunded: string;
  readonly nothingDue: string;
  readonly owedBack: (amount: string) => string;
  readonly howToPay: string;
  readonly download: string;
  readonly kilobytes: string;
  readonly from: string;
  readonly to: string;
  readonly lines: string;
};

const NO_BREAK = "\u00a0";

export const PAGE_WORDS: Readonly<Record<InvoiceLanguage, PageWords>> = {
  en: {
    amountDue: "Amount due",
    dueBy: (day) => `Please pay by ${day}.`,
    wasDue: (day) => `Overdue: it was due on ${day}.`,
    credited: "Credited",
    paid: "Paid",
    refunded: "Refunded",
    paidOn: (day) => `Paid on ${day}`,
    isPaid: "Paid",
    isCanceled: "Canceled",
    doNotPay: "Please do not pay this invoice.",
    isRefunded: "Refunded",
    nothingDue: "Nothing is due.",
    owedBack: (amount) => `You get ${amount} back.`,
    howToPay: "How to pay",
    download: "Download PDF",
    kilobytes: "KB",
    from: "From",
    to: "To",
    lines: "Items",
  },
  de: {
    amountDue: "Offener Betrag",
    dueBy: (day) => `Bitte zahlen Sie bis zum ${day}.`,
    wasDue: (day) => `Überfällig: fällig war sie am ${day}.`,
    credited: "Gutgeschrieben",
    paid: "Gezahlt",
    refunded: "Erstattet",
    paidOn: (day) => `Bezahlt am ${day}`,
    isPaid: "Bezahlt",
    isCanceled: "Storniert",
    doNotPay: "Bitte zahlen Sie diese Rechnung nicht.",
    isRefunded: "Erstattet",
    nothingDue: "Es ist nichts zu zahlen.",
    owedBack: (amount) => `Sie erhalten ${amount} zurück.`,
    howToPay: "So zahlen Sie",
    download: "PDF herunterladen",
    kilobytes: "KB",
    from: "Von",
    to: "An",
    lines: "Positionen",
  },
  fr: {
    amountDue: "Montant à payer",
    dueBy: (day) => `Merci de régler au plus tard le ${day}.`,
    wasDue: (day) => `En retard${NO_BREAK}: l’échéance était le ${day}.`,
    credited: "Avoirs",
    paid: "Payé",
    refunded: "Remboursé",
    paidOn: (day) => `Payée le ${day}`,
    isPaid: "Payée",
    isCanceled: "Annulée",
    doNotPay: "Merci de ne pas régler cette facture.",
    isRefunded: "Remboursée",
    nothingDue: "Il n’y a rien à payer.",
    owedBack: (amount) => `${amount} vous seront remboursés.`,
    howToPay: "Comment payer",
    download: "Télécharger le PDF",
    kilobytes: "Ko",
    from: "De",
    to: "À",
    lines: "Lignes",
  },
  nl: {
    amountDue: "Te betalen",
    dueBy: (day) => `Gelieve vóór of op ${day} te betalen.`,
    wasDue: (day) => `Te laat: de vervaldatum was ${day}.`,
    credited: "Gecrediteerd",
    paid: "Betaald",
    refunded: "Terugbetaald",
    paidOn: (day) => `Betaald op ${day}`,
    isPaid: "Betaald",
    isCanceled: "Geannuleerd",
    doNotPay: "Wij verzoeken u deze factuur niet te betalen.",
    isRefunded: "Terugbetaald",
    nothingDue: "Er hoeft niets te worden betaald.",
    owedBack: (amount) => `U krijgt ${amount} terug.`,
    howToPay: "Zo betaalt u",
    download: "PDF downloaden",
    kilobytes: "kB",
    from: "Van",
    to: "Aan",
    lines: "Regels",
  },
};
