import type { LanguageLabels } from "./label.ts";

export const POLISH: LanguageLabels = {
  language: "pl",
  labels: {
    gross:
      "wartość brutto|razem brutto|suma brutto|kwota brutto|brutto|łącznie brutto|ogółem brutto|wartość faktury|kwota faktury|razem z vat|łączna kwota brutto|wartość brutto razem|suma pln|suma zł|kwota ogółem|wartość sprzedaży brutto|ogółem|łączna kwota|wartość brutto ogółem|razem wartość brutto|kwota korekty|suma brutto pln",
    total:
      "razem|suma|łącznie|razem pln|kwota|wartość|sprzedaż|wartość razem|razem zł|kwota razem|suma łączna|total|razem suma",
    payable:
      "do zapłaty|razem do zapłaty|pozostało do zapłaty|kwota do zapłaty|suma do zapłaty|do zapłaty pln|do zapłaty razem|pozostaje do zapłaty|należność|należność ogółem|łącznie do zapłaty|należność do zapłaty|kwota należności|pozostało|do zapłacenia|do zwrotu|razem należność",
    prepaid:
      "zaliczka|zapłacono|wpłacono|przedpłata|wpłata|kwota zapłacona|zaliczki|już zapłacono|opłacono|otrzymano zaliczkę|wpłacona zaliczka|kwota wpłacona|rozliczone zaliczki",
    net: "wartość netto|razem netto|suma netto|kwota netto|netto|łącznie netto|ogółem netto|podstawa opodatkowania|wartość netto razem|suma częściowa|sprzedaż opodatkowana|sprzed opod|podstawa|łączna kwota netto|sprzedaż netto|sprz opod|podsuma|sprzed opod ptu",
    tax: "vat|kwota vat|podatek|podatek vat|razem vat|suma vat|ptu|kwota ptu|suma ptu|kwota podatku|wartość vat|podatek ptu|łącznie vat|w tym vat|kwota podatku vat|suma podatku|podatek razem|łączna kwota vat|ptu a|ptu b|ptu c|kwota a|kwota b|suma ptu pln",
    rounding: "zaokrąglenie|zaokrąglenia",
    given: "gotówka|otrzymano|gotówka pln|wpłata gotówka|płatność gotówka|zapłata gotówka|gotowka",
    change: "reszta|reszta pln|wydano|reszta gotówka|reszta wydano",
    card: "karta|karta płatnicza|karta kredytowa|płatność kartą|blik|karta pln|płatność karta|bezgotówkowa|visa|mastercard|karta debetowa|zapłacono kartą|płatność bezgotówkowa",
    none: "rabat|rabaty|upust|suma rabatów|oszczędzasz|zaoszczędzono|punkty|saldo punktów|cena jednostkowa|cena|cena netto|cena brutto|cena jedn|ilość|szt|saldo poprzednie|saldo|napiwek|dostawa|przesyłka|koszt dostawy|liczba pozycji|pozycji|kaucja|kapitał zakładowy|przeniesienie|bonifikata|opust|zniżka|obniżka|kurs|kurs waluty|wartość rabatu|łączny rabat|cena jedn netto|j m|liczba sztuk|zaoszczędziłeś|suma punktów",
    number:
      "faktura nr|faktura vat nr|numer faktury|nr faktury|faktura numer|faktura vat|faktura|faktura korygująca nr|faktura korygująca|korekta nr|numer dokumentu|nr dokumentu|paragon nr|nr paragonu|paragon fiskalny nr|numer paragonu|rachunek nr|nr rachunku sprzedaży|numer korekty|nr wydruku|nr wydr|nota nr|faktura zaliczkowa nr|faktura końcowa nr|dokument nr|numer|faktura vat numer",
    other_number:
      "numer klienta|nr klienta|klient nr|kod klienta|zamówienie nr|nr zamówienia|numer zamówienia|zamówienie|umowa nr|nr umowy|numer umowy|oferta nr|wz|wz nr|nr wz|nip|regon|krs|pesel|telefon|tel|faks|fax|kom|numer konta|nr konta|konto|rachunek bankowy|nr rachunku|numer rachunku|rachunek|konto bankowe|bic|swift|iban|kasa|kasjer|sklep|terminal|sprzedawca nr|autoryzacja|kod autoryzacji|referencja|projekt|do faktury|dotyczy faktury|do faktury nr|korekta do faktury|faktura pierwotna|faktura korygowana|klient|stolik|bdo|pkwiu|indeks|kod|nr ref|nr sys|nip nabywcy|pos|nr karty|transakcja|nr transakcji|obsługuje|kasjer nr|mid|tid|dotyczy faktury nr|numer ksef|ksef|nr ewidencyjny|nr unikatowy",
    issued:
      "data wystawienia|data faktury|wystawiono dnia|data wystawienia faktury|wystawiona dnia|data dokumentu|data wyst|miejsce i data wystawienia|wystawiono|data wystawienia korekty|dnia wystawienia|wystawiono w dniu|data zakupu",
    date: "data|dnia|z dnia|data i godzina|data czas|w dniu",
    due: "termin płatności|termin zapłaty|płatne do|zapłata do|termin|płatność do|data płatności|płatne do dnia|termin płatn|do dnia|płatne w terminie do|termin płatności do|płatność w terminie do",
    other_date:
      "data sprzedaży|data dostawy|data wykonania|data zamówienia|data wykonania usługi|data dostawy towaru|data zakończenia dostawy|okres|okres rozliczeniowy|od|do|data wydruku|ważne do|data otrzymania zaliczki|data faktury pierwotnej|data faktury korygowanej|z dnia faktury|data wydania|data zakończenia dostawy usługi|data dostawy wykonania usługi|data zapłaty|data wysyłki|data realizacji|data korygowanej faktury|data umowy",
    vat_id:
      "nip|nip ue|nip sprzedawcy|vat ue|nr vat ue|numer nip|nr nip|nr identyfikacji podatkowej|nip sprzedawca",
    recipient:
      "nabywca|odbiorca|kupujący|nip nabywcy|płatnik|zamawiający|adres dostawy|dane nabywcy|klient|adres nabywcy",
    supplier: "sprzedawca|wystawca|dostawca|dane sprzedawcy|usługodawca|wystawił|sprzedający",
    reference: "tytuł przelewu|tytułem|tytuł płatności|tytuł wpłaty",
    credit_title:
      "faktura korygująca|korekta|nota kredytowa|korekta faktury|faktura korekta|faktura vat korygująca|zwrot|paragon zwrotu|nota korygująca",
    invoice_title:
      "faktura|faktura vat|faktura zaliczkowa|faktura końcowa|faktura proforma|rachunek|faktura marża|faktura sprzedaży|faktura uproszczona",
    receipt_title:
      "paragon fiskalny|paragon|paragon niefiskalny|kasjer|kasa|dziękujemy za zakupy|zapraszamy ponownie|potwierdzenie|niefiskalny|dziękujemy|dowód zakupu|dziękujemy i zapraszamy ponownie|wydruk niefiskalny|potwierdzenie płatności",
    reverse_charge:
      "odwrotne obciążenie|wewnątrzwspólnotowa dostawa towarów|wdt|mechanizm odwrotnego obciążenia|reverse charge|podatek rozlicza nabywca",
    exempt:
      "zwolniony z vat|zwolnione z vat|sprzedaż zwolniona|zwolnienie z vat|zwolniony z podatku|nie podlega opodatkowaniu|art 113|zw|zwolnienie podmiotowe|zwolnione|podmiot zwolniony|zwolniony",
  },
  months: [
    "styczeń|stycznia|sty",
    "luty|lutego|lut",
    "marzec|marca|mar",
    "kwiecień|kwietnia|kwi",
    "maj|maja",
    "czerwiec|czerwca|cze",
    "lipiec|lipca|lip",
    "sierpień|sierpnia|sie",
    "wrzesień|września|wrz",
    "październik|października|paź",
    "listopad|listopada|lis",
    "grudzień|grudnia|gru",
  ],
  words:
    "i w na z do nie się jest oraz od dla przez po za lub nr że przy ul zapłaty faktura data kwota cena ilość wartość nazwa sprzedawca nabywca termin sposób płatności przelew stawka razem słownie dziękujemy podatek",
};
