import type { DemoCustomer } from "./customers.ts";

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
