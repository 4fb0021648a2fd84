import { isCurrency } from "../../core/money.ts";
import type { Sure } from "../../shared/paper.ts";
import type { Figure } from "./amounts.ts";
import { isAnyOf, type Piece, type Reading, type Span } from "./page-lines.ts";

export type ReadCurrency = { readonly code: string; readonly sure: Sure; readonly span: Span };

/** Signs of one currency alone. */
const SIGNS: Readonly<Record<string, string>> = {
  "€": "EUR",
  "£": "GBP",
  US$: "USD",
  A$: "AUD",
  AU$: "AUD",
  C$: "CAD",
  CA$: "CAD",
  NZ$: "NZD",
  HK$: "HKD",
  S$: "SGD",
  SG$: "SGD",
  R$: "BRL",
  MX$: "MXN",
  円: "JPY",
  元: "CNY",
  "₹": "INR",
  "₺": "TRY",
  "₴": "UAH",
  "₽": "RUB",
  "₩": "KRW",
  "₪": "ILS",
  "฿": "THB",
  "₫": "VND",
  "₱": "PHP",
  zł: "PLN",
  zl: "PLN",
  Kč: "CZK",
  Ft: "HUF",
  lei: "RON",
  Fr: "CHF",
  euro: "EUR",
  euros: "EUR",
  Euro: "EUR",
};

/** Words of a paper that tell the currency of a sign which several have; the first that fits counts. */
const CONTEXTS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  $: [
    [/\bABN\b|Australia/, "AUD"],
    [/\b[HPQ]ST\b|\bTPS\b|Canada/, "CAD"],
    [/New Zealand/, "NZD"],
    [/Singapore/, "SGD"],
    [/Hong Kong/, "HKD"],
    [/M[eé]xico|\bRFC\b/, "MXN"],
    [
      /sales tax|United States|\bU\.?S\.?A\b|\b(?:A[LKZR]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? \d{5}\b/i,
      "USD",
    ],
  ],
  kr: [
    [/\bCVR\b|Danmark|Dankort|\bDK-?\d{8}\b|MobilePay/i, "DKK"],
    [/\bMVA\b|Norge|BankAxept|\bKID\b|Vipps|\bNO\s?\d{9}/i, "NOK"],
    [/bankgiro|plusgiro|Sverige|Swish|\bSE\d{12}\b|org\.?\s?nr|momsreg/i, "SEK"],
    [/Ísland|Island|kennitala/i, "ISK"],
  ],
  "¥": [
    [/[\u3040-\u30FF]|Japan|日本/, "JPY"],
    [/人民币|China|中国/, "CNY"],
  ],
  Rs: [
    [/GSTIN|India/i, "INR"],
    [/Pakistan|\bNTN\b/i, "PKR"],
    [/Sri Lanka/i, "LKR"],
  ],
  RM: [[/Malaysia|\bSST\b|SDN BHD/i, "MYR"]],
  KD: [[/Kuwait|الكويت/i, "KWD"]],
};

const KRONER: Readonly<Record<string, string>> = { sv: "SEK", da: "DKK", nb: "NOK" };

/** Code for a sign, by the other words of the paper; null where they do not tell. */
function codeOfSign(sign: string, text: string, language: string | null): string | null {
  const own = SIGNS[sign];
  if (own !== undefined) return own;
  const key = sign === "￥" ? "¥" : sign;
  const told = (CONTEXTS[key] ?? []).filter(([words]) => words.test(text)).map(([, code]) => code);
  if (new Set(told).size === 1) return told[0] ?? null;
  return key === "kr" && told.length === 0 ? (KRONER[language ?? ""] ?? null) : null;
}

const TOTALS = ["gross", "total", "payable"] as const;

/** Codes that stand by themselves: `EUR` as the head of a column, `Currency: EUR`. */
const STATED =
  /(?:currency|w[äa]hrung|devise|moneda|valuta|divisa|waluta|moeda|betr[äa]ge in|amounts in|montants en|importes en|importi in|bedragen in|belopp i|in)\s?[:(]?\s?([A-Z]{3})(?!\p{L})/iu;

/**
 * Currency of the paper: by codes beside figures, those beside totals first, then by signs in their context.
 * A paper without both has none.
 */
export function paperCurrency(
  { lines, language }: Reading,
  figures: ReadonlyMap<Piece, readonly Figure[]>,
  text: string,
): ReadCurrency | null {
  const votes = new Map<string, { points: number; isSure: boolean; span: Span }>();
  const vote = (code: string, points: number, isSure: boolean, span: Span) => {
    const known = votes.get(code);
    votes.set(code, {
      points: (known?.points ?? 0) + points,
      isSure: isSure || known?.isSure === true,
      span: known?.span ?? span,
    });
  };
  const codes = new Map<string, string | null>();
  const codeOf = (sign: string) => {
    const known = codes.get(sign);
    if (known !== undefined) return known;
    const code = codeOfSign(sign, text, language);
    codes.set(sign, code);
    return code;
  };
  for (const { pieces } of lines) {
    const isTotal = pieces.some(({ labels }) =>
      labels.some((label) => isAnyOf(label, TOTALS, language)),
    );
    for (const piece of pieces) {
      for (const figure of figures.get(piece) ?? []) {
        if (figure.currency === null) continue;
        const isCode = /^[A-Z]{3}$/.test(figure.currency);
        const code = isCode ? figure.currency : codeOf(figure.currency);
        if (code !== null)
          vote(
            code,
            (isTotal ? 5 : 1) * (isCode ? 2 : 1),
            isCode || SIGNS[figure.currency] !== undefined,
            figure,
          );
      }
      const stated = codeAlone(piece.text);
      if (stated !== null)
        vote(stated, isTotal ? 6 : 2, true, { piece, start: 0, end: piece.text.length });
    }
  }
  const [best, second] = [...votes].toSorted(([, one], [, other]) => other.points - one.points);
  if (best === undefined) return null;
  const [code, { points, isSure, span }] = best;
  const isClear = points > (second?.[1].points ?? 0) * 1.5;
  return { code, sure: isSure && isClear ? "medium" : "low", span };
}

function codeAlone(text: string): string | null {
  const trimmed = text.trim();
  const sign = /(?:[/([]|\bin )\s?(€|£|EUR|USD|GBP|CHF)[)\]]?$/.exec(trimmed)?.[1];
  if (sign !== undefined) return SIGNS[sign] ?? sign;
  const code = /^[(:[]?([A-Z]{3})[)\]:]?$/.exec(trimmed)?.[1] ?? STATED.exec(text)?.[1] ?? "";
  if (/^[A-Z]{3}$/.test(code) && isCurrency(code)) return code;
  return trimmed === "€" ? "EUR" : null;
}
