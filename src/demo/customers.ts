import type { z } from "zod";
import type { CreateWholeCustomer } from "../domains/customers/create-customer.ts";

export const DEMO_TAGS = [
  "Hospitality",
  "Key account",
  "Manufacturing",
  "Non-profit",
  "Retail",
  "Retainer",
  "Slow payer",
  "Start-up",
] as const;

export type DemoCustomer = Omit<z.output<typeof CreateWholeCustomer>, "tag_ids"> & {
  readonly tags: readonly (typeof DEMO_TAGS)[number][];
  /** Days ago, as `archived`. */
  readonly since: number;
  readonly archived?: number;
};

/** All are invented; telephone numbers are from ranges set aside for fiction. */
// oxfmt-ignore
export const CUSTOMERS_IN_EUROPE: readonly DemoCustomer[] = [
  { name: "Käthe Brandt Keramik", email: "hallo@brandt-keramik.example", website: "https://brandt-keramik.example",
    contact: "Käthe Brandt", addressLine1: "Karl-Heine-Straße 48", zip: "04229", city: "Leipzig", country: "Germany", countryCode: "DE",
    vatNumber: "DE999000121", preferred_currency: "EUR", default_payment_terms: 14, invoice_language: "de", tags: ["Retail"], since: 231 },
  { name: "Nordlicht Energie eG", email: "projekte@nordlicht-energie.example", billingEmail: "rechnung@nordlicht-energie.example, k.jessen@nordlicht-energie.example",
    website: "https://www.nordlicht-energie.example", phone: "+49 30 23125 014", contact: "Karen Jessen", addressLine1: "Norderhofenden 9", zip: "24937", city: "Flensburg",
    country: "Germany", countryCode: "DE", vatNumber: "DE999000238", preferred_currency: "EUR", default_payment_terms: 30, invoice_language: "de",
    note: "Invoices need the purchase order number of the quarter; Karen sends it in the first week.", tags: ["Key account", "Retainer"], since: 540 },
  { name: "Bäckerei Sonnleitner", email: "backstube@sonnleitner.example", contact: "Josef Sonnleitner", addressLine1: "Daiserstraße 31", zip: "81371",
    city: "München", country: "Germany", countryCode: "DE", vatNumber: "DE999000345", preferred_currency: "EUR", default_payment_terms: 14, invoice_language: "de", tags: ["Retail"], since: 402 },
  { name: "Wolke Sieben Reisen GmbH", email: "info@wolke-sieben.example", website: "https://wolke-sieben.example", contact: "Tobias Krämer",
    addressLine1: "Venloer Straße 212", zip: "50823", city: "Köln", country: "Germany", countryCode: "DE", vatNumber: "DE999000451", preferred_currency: "EUR",
    default_payment_terms: 30, invoice_language: "de", note: "Gave up the business; the last invoice is paid.", tags: ["Hospitality", "Slow payer"], since: 575, archived: 120 },
  { name: "Förderverein Stadtbücherei Lindenau e. V.", email: "vorstand@buecherei-lindenau.example", contact: "Dr. Renate Öztürk", addressLine1: "Lindenauer Markt 5",
    zip: "04177", city: "Leipzig", country: "Germany", countryCode: "DE", preferred_currency: "EUR", default_payment_terms: 30, invoice_language: "de", tags: ["Non-profit"], since: 188 },
  { name: "Weingut Grünauer", email: "office@gruenauer.example", website: "https://gruenauer.example", contact: "Lukas Grünauer", addressLine1: "Kellergasse 17",
    zip: "3500", city: "Krems an der Donau", country: "Austria", countryCode: "AT", vatNumber: "ATU99900057", preferred_currency: "EUR", default_payment_terms: 21, invoice_language: "de",
    tags: ["Retail", "Hospitality"], since: 96 },
  { name: "Praxis am Seefeld AG", email: "leitung@praxis-seefeld.example", billingEmail: "buchhaltung@praxis-seefeld.example", contact: "Dr. med. Noëlle Zürcher",
    addressLine1: "Dufourstrasse 88", zip: "8008", city: "Zürich", country: "Switzerland", countryCode: "CH", vatNumber: "CHE-999.000.648 MWST", preferred_currency: "CHF",
    default_payment_terms: 30, invoice_language: "de", note: "No patient data outside of their own systems, test data included.", tags: ["Key account"], since: 204 },
  { name: "Maison Élodie Fabre", email: "bonjour@elodie-fabre.example", website: "https://www.elodie-fabre.example", phone: "+33 1 99 00 12 34", contact: "Élodie Fabre",
    addressLine1: "14, rue des Capucins", zip: "69001", city: "Lyon", country: "France", countryCode: "FR", vatNumber: "FR99999000743", preferred_currency: "EUR",
    default_payment_terms: 45, invoice_language: "fr", tags: ["Retail", "Slow payer"], since: 333 },
  { name: "Fundación Raíces Vivas", email: "contacto@raicesvivas.example", website: "https://raicesvivas.example", contact: "Íñigo Peñalver", addressLine1: "Calle Feria 112",
    zip: "41002", city: "Sevilla", country: "Spain", countryCode: "ES", vatNumber: "ESG99900084", preferred_currency: "EUR", default_payment_terms: 60,
    note: "Reduced rate, agreed for all of their projects.", tags: ["Non-profit"], since: 297 },
  { name: "Hotel Miradouro", email: "reservas@hotel-miradouro.example", billingEmail: "financeiro@hotel-miradouro.example", website: "https://hotel-miradouro.example",
    contact: "João Conceição", addressLine1: "Rua da Graça 63", zip: "1170-167", city: "Lisboa", country: "Portugal", countryCode: "PT", vatNumber: "PT999000955",
    preferred_currency: "EUR", default_payment_terms: 30, tags: ["Hospitality", "Key account"], since: 259 },
  { name: "Officina Bellandi S.r.l.", email: "ufficio@officina-bellandi.example", contact: "Chiara Bellandi", addressLine1: "Via Nizza 201", zip: "10126", city: "Torino",
    state: "TO", country: "Italy", countryCode: "IT", vatNumber: "IT99900010567", preferred_currency: "EUR", default_payment_terms: 60, tags: ["Manufacturing"], since: 61 },
  { name: "Van der Meulen Fietsen", email: "werkplaats@vandermeulen.example", website: "https://vandermeulen.example", contact: "Sjoerd van der Meulen",
    addressLine1: "Oudegracht 340", zip: "3511 PK", city: "Utrecht", country: "Netherlands", countryCode: "NL", vatNumber: "NL999001147B01", preferred_currency: "EUR",
    default_payment_terms: 14, invoice_language: "nl", tags: ["Retail"], since: 152 },
  { name: "Åkerblom Möbler AB", email: "order@akerblom-mobler.example", phone: "+46 8 465 004 12", contact: "Göran Åkerblom", addressLine1: "Linnégatan 29", zip: "413 04",
    city: "Göteborg", country: "Sweden", countryCode: "SE", vatNumber: "SE999001238001", preferred_currency: "SEK", default_payment_terms: 30, tags: ["Manufacturing", "Retail"], since: 418 },
  { name: "Sørensen & Døtre ApS", email: "hej@soerensen-doetre.example", website: "https://soerensen-doetre.example", contact: "Søren Kjærgaard Sørensen",
    addressLine1: "Mejlgade 55", zip: "8000", city: "Aarhus C", country: "Denmark", countryCode: "DK", vatNumber: "DK99900135", preferred_currency: "DKK", default_payment_terms: 14,
    tags: ["Start-up"], since: 33 },
  { name: "Fjellheim Sykkel AS", email: "post@fjellheim-sykkel.example", contact: "Ingrid Bråthen", addressLine1: "Nygårdsgaten 71", zip: "5015", city: "Bergen",
    country: "Norway", countryCode: "NO", vatNumber: "NO999001424MVA", preferred_currency: "NOK", default_payment_terms: 21, tags: ["Start-up", "Retail"], since: 77 },
  { name: "Kahvila Käpylä Oy", email: "tilaukset@kahvila-kapyla.example", contact: "Päivi Hämäläinen", addressLine1: "Pohjolankatu 4", zip: "00610", city: "Helsinki",
    country: "Finland", countryCode: "FI", vatNumber: "FI99900151", preferred_currency: "EUR", default_payment_terms: 14, tags: ["Hospitality"], since: 364 },
  { name: "Żółta Łódź Studio", email: "biuro@zolta-lodz.example", website: "https://zolta-lodz.example", contact: "Małgorzata Wójcik", addressLine1: "ul. Piotrkowska 138",
    zip: "90-062", city: "Łódź", country: "Poland", countryCode: "PL", vatNumber: "PL9990016320", preferred_currency: "PLN", default_payment_terms: 14, tags: ["Start-up"], since: 119 },
  { name: "Čajovna U Řeky", email: "cajovna@u-reky.example", contact: "Jiří Dvořáček", addressLine1: "Křenová 26", zip: "602 00", city: "Brno", country: "Czechia",
    countryCode: "CZ", preferred_currency: "CZK", default_payment_terms: 14, tags: ["Hospitality"], since: 48 },
  { name: "Ashcombe & Daughters Ltd", email: "studio@ashcombe.example", billingEmail: "accounts@ashcombe.example", website: "https://www.ashcombe.example",
    phone: "+44 20 7946 0381", contact: "Imogen Ashcombe", addressLine1: "The Old Foundry", addressLine2: "12 Narrow Quay", zip: "BS1 4QA", city: "Bristol",
    country: "United Kingdom", countryCode: "GB", vatNumber: "GB999001741", preferred_currency: "GBP", default_payment_terms: 30,
    note: "Retainer of 20 hours a month; unused hours lapse.", tags: ["Retainer", "Retail"], since: 486 },
  { name: "Ó Briain Boatworks", email: "office@obriain-boats.example", phone: "+353 20 912 4471", contact: "Caoimhe Ó Briain", addressLine1: "Dock Road", city: "Galway",
    zip: "H91 X4T2", country: "Ireland", countryCode: "IE", vatNumber: "IE9990018AB", preferred_currency: "EUR", default_payment_terms: 30, tags: ["Manufacturing"], since: 279 },
  { name: "Ελιά & Αλάτι", email: "info@elia-alati.example", website: "https://elia-alati.example", contact: "Δέσποινα Παπαδάκη", addressLine1: "Ζαμπελίου 22", zip: "731 31",
    city: "Χανιά", country: "Greece", countryCode: "GR", vatNumber: "EL999001953", preferred_currency: "EUR", default_payment_terms: 30, tags: ["Hospitality", "Retail"], since: 140 },
  { name: "Майстерня «Соняшник»", email: "pryvit@sonyashnyk.example", contact: "Олена Ковальчук", addressLine1: "вул. Вірменська 15", zip: "79008", city: "Львів",
    country: "Ukraine", countryCode: "UA", preferred_currency: "EUR", default_payment_terms: 14, note: "Writes in Ukrainian or English, both are fine.", tags: ["Start-up"], since: 19 },
];

/** All are invented; telephone numbers are from ranges set aside for fiction. */
// oxfmt-ignore
export const CUSTOMERS_IN_THE_AMERICAS: readonly DemoCustomer[] = [
  { name: "Harbor & Hale Coffee Roasters", email: "hello@harborandhale.example", billingEmail: "ap@harborandhale.example", website: "https://harborandhale.example",
    phone: "+1 207-555-0142", contact: "Naomi Hale", addressLine1: "48 Commercial St", addressLine2: "Suite 3", zip: "04101", city: "Portland", state: "ME",
    country: "United States", countryCode: "US", preferred_currency: "USD", default_payment_terms: 30, tags: ["Retail", "Key account"], since: 247 },
  { name: "Maple Row Outfitters Inc.", email: "web@maplerow.example", billingEmail: "payables@maplerow.example", website: "https://shop.maplerow.example",
    phone: "+1 416-555-0117", contact: "Priya Raghunathan", addressLine1: "720 Queen St W", zip: "M6J 1E8", city: "Toronto", state: "ON", country: "Canada",
    countryCode: "CA", preferred_currency: "CAD", default_payment_terms: 45, note: "Code freeze from 10 November to 3 January.", tags: ["Retail"], since: 193 },
  { name: "Blue Mesa Surveying LLC", email: "office@bluemesa.example", phone: "+1 505-555-0168", contact: "Walter Begay", addressLine1: "1900 Cerrillos Rd", zip: "87505",
    city: "Santa Fe", state: "NM", country: "United States", countryCode: "US", preferred_currency: "USD", default_payment_terms: 30, tags: ["Manufacturing"], since: 521, archived: 210 },
  { name: "Atelier québécois du bois", email: "atelier@bois-quebec.example", contact: "François-Xavier Bélanger", addressLine1: "3450, rue Ontario Est", zip: "H1W 1P9",
    city: "Montréal", state: "QC", country: "Canada", countryCode: "CA", preferred_currency: "CAD", default_payment_terms: 30, tags: ["Manufacturing"], since: 311 },
  { name: "Café Jacarandá", email: "hola@cafe-jacaranda.example", contact: "Ximena Núñez", addressLine1: "Av. Chapultepec 233", zip: "44140", city: "Guadalajara",
    state: "Jalisco", country: "Mexico", countryCode: "MX", preferred_currency: "MXN", default_payment_terms: 14, tags: ["Hospitality"], since: 84 },
  { name: "Editora Sabiá Ltda.", email: "redacao@editora-sabia.example", website: "https://editora-sabia.example", contact: "Conceição Araújo", addressLine1: "Rua Harmonia 410",
    zip: "05435-000", city: "São Paulo", state: "SP", country: "Brazil", countryCode: "BR", preferred_currency: "BRL", default_payment_terms: 30, tags: ["Slow payer"], since: 447 },
  { name: "Ñandú Viajes", email: "equipo@nandu-viajes.example", contact: "Agustín Etchegaray", addressLine1: "Av. San Martín 1120", zip: "M5500", city: "Mendoza",
    country: "Argentina", countryCode: "AR", preferred_currency: "USD", default_payment_terms: 0, note: "Pays in advance, in US dollars.", tags: ["Hospitality", "Start-up"], since: 55 },
  { name: "Third Coast Food Bank", email: "tech@thirdcoast-food.example", phone: "+1 312-555-0193", contact: "Marcus Adeyemi", addressLine1: "2233 S Throop St", zip: "60608",
    city: "Chicago", state: "IL", country: "United States", countryCode: "US", preferred_currency: "USD", default_payment_terms: 60, tags: ["Non-profit", "Retainer"], since: 390 },
];

/** From Asia, Africa and the Pacific. All are invented. */
// oxfmt-ignore
export const CUSTOMERS_IN_ASIA: readonly DemoCustomer[] = [
  { name: "株式会社みなと物流", email: "info@minato-butsuryu.example", billingEmail: "keiri@minato-butsuryu.example", website: "https://www.minato-butsuryu.example",
    contact: "佐々木 健", addressLine1: "1-2-4 Kaigan-dori, Naka-ku", zip: "231-0002", city: "Yokohama", state: "Kanagawa", country: "Japan", countryCode: "JP",
    preferred_currency: "JPY", default_payment_terms: 60, invoice_name: "Minato Butsuryu K.K.", note: "Invoices close at the end of the month (月末締め翌々月末払い).", tags: ["Key account", "Manufacturing"], since: 266 },
  { name: "北星デザイン事務所", email: "studio@hokusei-design.example", contact: "渡辺 さくら", addressLine1: "南3条西8丁目7", zip: "060-0063", city: "札幌市中央区",
    state: "北海道", country: "Japan", countryCode: "JP", preferred_currency: "JPY", default_payment_terms: 30, tags: ["Retainer"], since: 172 },
  { name: "서울숲 공방", email: "hello@seoulsup.example", website: "https://seoulsup.example", contact: "김하늘", addressLine1: "성동구 왕십리로 83", zip: "04769", city: "서울",
    country: "South Korea", countryCode: "KR", preferred_currency: "KRW", default_payment_terms: 14, tags: ["Retail", "Start-up"], since: 104 },
  { name: "青竹茶業有限公司", email: "service@qingzhu-tea.example", contact: "林雅婷", addressLine1: "迪化街一段 167 號", zip: "103", city: "臺北市", country: "Taiwan",
    countryCode: "TW", preferred_currency: "TWD", default_payment_terms: 30, tags: ["Retail"], since: 346 },
  { name: "हिमालय पुस्तक भंडार", email: "namaste@himalaya-pustak.example", contact: "अंजलि रावत", addressLine1: "14 Rajpur Road", zip: "248001", city: "Dehradun",
    state: "Uttarakhand", country: "India", countryCode: "IN", preferred_currency: "INR", default_payment_terms: 30, tags: ["Retail"], since: 70 },
  { name: "Nguyễn Thị Mai Handicrafts", email: "mai@ntm-handicrafts.example", contact: "Nguyễn Thị Mai", addressLine1: "88 Trần Phú", city: "Hội An", country: "Vietnam",
    countryCode: "VN", preferred_currency: "USD", default_payment_terms: 14, tags: ["Manufacturing"], since: 12 },
  { name: "بيت الياسمين", email: "salam@bayt-alyasmin.example", website: "https://bayt-alyasmin.example", contact: "ليلى الحداد", addressLine1: "شارع الرينبو 41", city: "عمّان",
    country: "Jordan", countryCode: "JO", preferred_currency: "JOD", default_payment_terms: 21, tags: ["Hospitality"], since: 130 },
  { name: "סטודיו גליל", email: "shalom@studio-galil.example", contact: "נועה בן-דוד", addressLine1: "רחוב מסדה 12", city: "חיפה", country: "Israel", countryCode: "IL",
    preferred_currency: "ILS", default_payment_terms: 30, tags: ["Start-up"], since: 217 },
  { name: "İpek Yolu Tekstil A.Ş.", email: "siparis@ipekyolu.example", billingEmail: "muhasebe@ipekyolu.example", contact: "Işıl Çağlayan", addressLine1: "Kıbrıs Şehitleri Cd. 74",
    zip: "35220", city: "İzmir", country: "Türkiye", countryCode: "TR", preferred_currency: "TRY", default_payment_terms: 45, tags: ["Manufacturing", "Slow payer"], since: 459 },
  { name: "Karoo Sky Tours (Pty) Ltd", email: "bookings@karoosky.example", contact: "Thandiwe Mokoena", addressLine1: "7 Long Street", zip: "8001", city: "Cape Town",
    country: "South Africa", countryCode: "ZA", vatNumber: "4999002358", preferred_currency: "ZAR", default_payment_terms: 30, tags: ["Hospitality"], since: 503, archived: 88 },
];
