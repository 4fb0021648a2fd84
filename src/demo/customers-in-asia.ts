import type { DemoCustomer } from "./customers.ts";

/** From Asia, Africa and the Pacific. All are invented. */
// oxfmt-ignore
export const CUSTOMERS_IN_ASIA: readonly DemoCustomer[] = [
  { name: "株式会社みなと物流", email: "info@minato-butsuryu.example", billingEmail: "keiri@minato-butsuryu.example", website: "https://www.minato-butsuryu.example",
    contact: "佐々木 健", addressLine1: "海岸通1丁目2-4", zip: "231-0002", city: "横浜市中区", state: "神奈川県", country: "Japan", countryCode: "JP",
    preferred_currency: "JPY", default_payment_terms: 60, note: "Invoices close at the end of the month (月末締め翌々月末払い).", tags: ["Key account", "Manufacturing"], since: 266 },
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
