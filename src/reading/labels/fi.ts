import type { LanguageLabels } from "./label.ts";

export const FINNISH: LanguageLabels = {
  language: "fi",
  labels: {
    gross:
      "yhteensä sis alv|laskun loppusumma|loppusumma|verollinen summa|verollinen yhteensä|yhteensä verollinen|laskun summa|kokonaissumma|bruttosumma|brutto|verollinen|verollinen hinta yhteensä|yhteensä sisältää alv|summa sis alv|laskun kokonaissumma|yhteensä alv sis|laskun yhteissumma|hyvityksen summa|veroll yhteensä|verollinen kokonaissumma",
    total: "yhteensä|summa|yhteensä eur|yht|kaikki yhteensä|yhteensä euroa|yht eur|total",
    payable:
      "maksettava|maksettavaa|maksettava yhteensä|maksettavaa yhteensä|maksettava summa|maksettava eur|avoin summa|jäljellä|avoinna|maksettavaa jäljellä|maksettavaa eur|eräpäivänä maksettava|jää maksettavaksi",
    prepaid:
      "ennakkomaksu|ennakko|maksettu|jo maksettu|suoritettu|maksettu etukäteen|ennakkomaksut|käsiraha|ennakkoon maksettu|aiemmin maksettu",
    net: "veroton|veroton summa|veroton yhteensä|netto|nettosumma|välisumma|yhteensä alv 0|alv 0|veron peruste|verottomat yhteensä|yhteensä veroton|summa ilman alv|veroton hinta yhteensä|ilman alv|arvonlisäveroton|yhteensä ilman alv|verotta|verot|alv 0 yhteensä|veroton kokonaissumma|verollinen veroton",
    tax: "alv|arvonlisävero|vero|alv yhteensä|arvonlisävero yhteensä|alv summa|veron määrä|josta alv|sis alv|vero yhteensä|alv osuus|veron osuus|sisältää alv|alv erittely|alv eur|alv määrä|verot yhteensä",
    rounding: "pyöristys|pyöristysero",
    given:
      "käteinen|käteismaksu|vastaanotettu|annettu|saatu|käteinen annettu|käteisellä|maksettu käteisellä",
    change: "takaisin|vaihtoraha|palautus|takaisin käteistä",
    card: "kortti|pankkikortti|korttimaksu|luottokortti|maksukortti|lähimaksu|visa|mastercard|visa debit|debit|korttitapahtuma|veloitus|korttiveloitus|mobilepay",
    none: "alennus|alennukset|säästit|säästö|pisteet|bonus|bonukset|bonusta|yksikköhinta|á hinta|a hinta|hinta|kpl hinta|määrä|kpl|edellinen saldo|saldo|tippi|toimituskulut|rahti|postikulut|tuotteita|pantti|tuntihinta|laskutuslisä|osakepääoma|plussa|plussapisteet|alennus yhteensä|valuuttakurssi|kampanja|bonusostot|tunnit yhteensä|viivästyskorko|huomautuskulut|s etukortti|kilohinta",
    number:
      "laskun numero|laskunumero|lasku nro|laskun nro|lasku|lasku numero|hyvityslaskun numero|hyvityslasku nro|hyvityslasku|kuitti nro|kuittinumero|kuitin numero|tositenumero|tosite nro|kuitti|laskunro|lasku no|tosite|tositteen numero|hyvityslaskun nro|kuittinro",
    other_number:
      "asiakasnumero|asiakas nro|asiakasnro|tilausnumero|tilaus nro|tilausnro|tilaus|ostotilausnumero|viitteenne|viitteemme|viitteenne nro|tarjousnumero|tarjous|sopimusnumero|projektinumero|projekti|lähetysluettelo|lähete|y tunnus|ytunnus|puhelin|puh|puhelinnumero|gsm|faksi|tilinumero|tili|iban|bic|swift|kassa|kassanhoitaja|myyjä|toimipaikka|myymälä|pääte|maksupääte|terminaali|tuotenumero|tuotenro|jäsennumero|alkuperäinen lasku|hyvitettävä lasku|koskee laskua|asiakas|pöytä|varmenne|verkkolaskuosoite|ovt|ovt tunnus|välittäjä|krnro|viite nro|kortin numero|käyttöpaikka|tapahtuma|asiakkaan viite|yhteyshenkilö|kauppias|kuittinumero pääte",
    issued:
      "laskun päiväys|laskun päivämäärä|laskun pvm|laskupäivä|laskutuspäivä|laskutuspvm|päiväys|laadittu|laskun päivä|hyvityslaskun päivä|ostopäivä|kuitin päiväys|laskupvm|laskun päivays",
    date: "pvm|päivämäärä|päivä|pvm ja aika|aika|pvm klo|päiväys ja aika",
    due: "eräpäivä|eräpvm|erääntyy|maksupäivä|maksettava viimeistään|viimeistään|laskun eräpäivä|erä pvm|maksuaika|viimeinen maksupäivä|maksettava",
    other_date:
      "toimituspäivä|toimituspvm|toimitettu|tilauspäivä|tilauspvm|ajalta|laskutuskausi|laskutusjakso|kausi|jakso|tulostettu|tulostuspäivä|voimassa|saapuminen|lähtö|palvelun päivä|alkuperäisen laskun päivä|suorituspäivä|toimitusaika|kirjauspäivä|vaihto oikeus",
    vat_id:
      "y tunnus|ytunnus|alv numero|alv nro|alv tunnus|vat nro|vat numero|alv rek|alv tunniste|y tunnus alv",
    recipient:
      "laskutusosoite|toimitusosoite|vastaanottaja|ostaja|laskun saaja|laskutettava|asiakas|laskun vastaanottaja|maksaja|asiakkaan nimi",
    supplier: "myyjä|toimittaja|laskuttaja|lähettäjä|saaja|palveluntarjoaja",
    reference: "viitenumero|viitenro|viite|viite nro|maksun viite",
    credit_title: "hyvityslasku|hyvitys|palautus|palautuskuitti|hyvityskuitti|korjauslasku",
    invoice_title: "lasku|loppulasku|koontilasku|ennakkolasku|osalasku|käteislasku",
    receipt_title:
      "kuitti|kassakuitti|käteiskuitti|kiitos käynnistä|kassa|kassanhoitaja|tervetuloa uudelleen|asiakkaan kuitti|asiakkaan kappale|kiitos ostoksesta|kiitos|korttitosite|kauppiaan kappale|säilytä kuitti|kiitos ja tervetuloa|teitä palveli",
    reverse_charge:
      "käännetty verovelvollisuus|käännetty arvonlisävero|yhteisömyynti|ostaja verovelvollinen|käännetty alv|alv 0 yhteisömyynti|yhteisökauppa",
    exempt:
      "veroton myynti|alv vapaa|arvonlisäverovapaa|ei alv velvollinen|verovapaa|ei arvonlisäverovelvollinen|alv 0 vähäinen toiminta|vähäinen liiketoiminta|arvonlisäveroton myynti",
  },
  months: [
    "tammikuu|tammikuuta|tammi",
    "helmikuu|helmikuuta|helmi",
    "maaliskuu|maaliskuuta|maalis",
    "huhtikuu|huhtikuuta|huhti",
    "toukokuu|toukokuuta|touko",
    "kesäkuu|kesäkuuta|kesä",
    "heinäkuu|heinäkuuta|heinä",
    "elokuu|elokuuta|elo",
    "syyskuu|syyskuuta|syys",
    "lokakuu|lokakuuta|loka",
    "marraskuu|marraskuuta|marras",
    "joulukuu|joulukuuta|joulu",
  ],
  words:
    "ja on ei ole että tai sekä kun jos mukaan teidän meidän oy sisältää maksu lasku laskun summa yhteensä määrä hinta päivä pvm alv veroton eräpäivä viitenumero kiitos asiakas tuote tilaus netto maksuehto ystävällisesti viivästyskorko",
};
