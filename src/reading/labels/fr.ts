import type { LanguageLabels } from "./label.ts";

export const FRENCH: LanguageLabels = {
  language: "fr",
  labels: {
    gross:
      "total ttc|montant ttc|montant total ttc|total général|total general ttc|total toutes taxes comprises|ttc|total facture|montant de la facture|montant total de la facture|total tvac|montant tvac|total tva comprise|total de la facture|prix total ttc|total ttc eur|montant total toutes taxes comprises|total avoir|montant de l avoir|total de l avoir|total tvac eur|total avec tva|montant total tva comprise",
    total: "total|montant total|somme|montant|total eur|total euros|somme totale|prix total",
    payable:
      "net à payer|net à payer ttc|reste à payer|à payer|montant à payer|montant dû|total à payer|solde à payer|somme à payer|total dû|solde dû|reste dû|montant net à payer|net à payer eur|net à payer en euros|montant total à payer|montant restant dû|à régler|montant à régler|restant à payer|total à régler|solde restant dû|net a déduire",
    prepaid:
      "acompte|acomptes|acompte versé|acomptes versés|déjà payé|déjà réglé|montant payé|avance|arrhes|montant déjà payé|déjà versé|acompte reçu|montant prépayé|versement|acompte payé|moins acompte|paiement reçu",
    net: "total ht|montant ht|ht|montant total ht|sous total|sous total ht|total hors taxes|total hors taxe|total net ht|net ht|base ht|total htva|montant htva|base imposable|montant net ht|hors taxes|total h t|montant hors taxes|htva|montant hors tva|total hors tva|base hors taxe|total net|montant net|base|total brut ht|bases ht|assiette",
    tax: "tva|montant tva|total tva|montant de la tva|dont tva|taxe|taxes|taxe sur la valeur ajoutée|tva incluse|montant total tva|total taxes|total des taxes|total de la tva|montant taxe|tps|tvq|tva sur|tva collectée",
    rounding: "arrondi|arrondis",
    given:
      "espèces|especes|reçu|recu|espèces reçues|rendu sur|versé|comptant|argent reçu|donné|espèces eur|payé espèces|règlement espèces",
    change: "rendu|monnaie|monnaie rendue|rendu monnaie|à rendre|a rendre|rendu espèces|rendu eur",
    card: "cb|carte bancaire|carte bleue|carte|carte bancaire eur|carte de crédit|carte de débit|sans contact|bancontact|cb sans contact|cb emv|visa|mastercard|paiement carte|règlement cb",
    none: "remise|remises|total remise|réduction|économie|vous économisez|points|points fidélité|fidélité|prix unitaire|pu|pu ht|prix unitaire ht|p u|prix|qté|quantité|solde précédent|ancien solde|solde|escompte|rabais|bon de réduction|avantage|avantage carte|pourboire|frais de port|port|livraison|nombre d articles|articles|nb articles|capital|au capital de|capital social|report|total remises|prix au kg|eco part|total articles|total heures|cagnotte|total éligible|éligible tr|ticket restaurant|montant ligne|taux de change|indemnité forfaitaire|indemnité",
    number:
      "facture n|facture no|facture numéro|numéro de facture|n de facture|n facture|no de facture|no facture|facture|réf facture|numéro facture|n° facture|num facture|avoir n|avoir no|numéro d avoir|n d avoir|avoir|ticket n|ticket no|numéro de ticket|n ticket|note n|reçu n|numéro de document|n de document|n° ticket|pièce n|n de pièce|référence facture|facture d avoir n|facture d avoir|ticket|document n",
    other_number:
      "numéro client|n client|no client|code client|client n|réf client|référence client|votre référence|notre référence|numéro de commande|n de commande|n commande|commande n|bon de commande|commande|numéro de contrat|n contrat|contrat n|bon de livraison|n bl|bl n|devis n|n de devis|devis|siret|siren|rcs|ape|naf|code ape|code naf|tél|téléphone|tel|fax|télécopie|mobile|portable|compte n|n de compte|numéro de compte|iban|bic|swift|caisse|caissier|vendeur|magasin|terminal|no auto|autorisation|facture d origine|facture initiale|sur facture|facture concernée|dossier|dossier n|projet|ide|client|référence|réf|table|couverts|commercial|référence commande|article|code article|numéro fiscal|n siret|n siren|n dossier|bce|numéro d entreprise|lot|facture d origine n|engagement|numéro d engagement|code service",
    issued:
      "date de facture|date facture|date de facturation|date d émission|émise le|émis le|facture du|date de la facture|établie le|date du document|date d établissement|date avoir|date de l avoir|avoir du|facturé le|date d avoir|date du ticket|date d édition|date pièce",
    date: "date|date et heure|le|du|date heure|date de vente|date d achat|fait le",
    due: "échéance|date d échéance|à payer avant le|payable le|date limite de paiement|à régler avant le|échéance le|payable avant le|date de paiement|à payer pour le|paiement avant le|à régler le|date de règlement|payable au plus tard le|règlement le|échéance au|avant le|exigible le|payable jusqu au",
    other_date:
      "date de livraison|livré le|livraison le|date de commande|commande du|date d expédition|période|période de facturation|date de prestation|date de la prestation|date d exécution|date de réalisation|imprimé le|valable jusqu au|date de début|date de fin|du au|au|arrivée|départ|prélèvement le|facture du origine|date de valeur|date devis|date commande|date livraison|date de vente prestation|expire le|date de validité|devis du|date facture d origine|période du",
    vat_id:
      "n tva|no tva|numéro de tva|tva intracommunautaire|n tva intracommunautaire|numéro tva|n de tva|n° tva|numéro de tva intracommunautaire|n de tva intracommunautaire|id tva|tva intracom|tva intra|identifiant tva|numéro d identification tva|n tva intra|tva intracommunautaire n",
    recipient:
      "facturé à|adresse de facturation|adresse de livraison|livré à|destinataire|facturer à|livrer à|acheteur|client facturé|à l attention de|facture à|nom du client|adressé à",
    supplier: "vendeur|fournisseur|émetteur|prestataire|bénéficiaire|titulaire du compte|titulaire",
    reference:
      "référence de paiement|communication|communication structurée|référence à rappeler|réf paiement|référence paiement|à l ordre de",
    credit_title:
      "avoir|facture d avoir|note de crédit|facture rectificative|facture d annulation|remboursement|facture de correction",
    invoice_title:
      "facture|facture de vente|facture d acompte|facture de solde|facture proforma|note d honoraires",
    receipt_title:
      "ticket de caisse|reçu|ticket client|ticket|merci de votre visite|caisse|caissier|hôte de caisse|merci et à bientôt|carte bancaire|ticket à conserver|note|duplicata|justificatif|hôtesse|vous avez été servi par",
    reverse_charge:
      "autoliquidation|auto liquidation|autoliquidation de la tva|exonération de tva article 262|livraison intracommunautaire|tva due par le preneur|exonération tva art 262|autoliquidation par le preneur|article 283",
    exempt:
      "tva non applicable|article 293 b|art 293 b|293 b du cgi|exonéré de tva|non assujetti à la tva|exonération de tva|tva non applicable art 293b|franchise de taxe|franchise en base|293b",
  },
  months: [
    "janvier|janv|jan",
    "février|févr|fév",
    "mars",
    "avril|avr",
    "mai",
    "juin",
    "juillet|juil",
    "août",
    "septembre|sept",
    "octobre|oct",
    "novembre|nov",
    "décembre|déc",
  ],
  words:
    "le la les des du et pour par vous votre nous est au aux une un dans sur en sont ou avec qui merci être date montant facture paiement client adresse prix quantité ce cette",
};
