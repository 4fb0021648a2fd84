import { fold } from "../../core/fold.ts";
import { withoutHidden } from "../../core/visible.ts";
import type { PaperFields } from "../../shared/paper.ts";
import type { MailOrigin, Own } from "../paper.ts";
import { vendorKeyOf } from "../vendor-key.ts";
import { figuresIn } from "./amounts.ts";
import { datesIn } from "./dates.ts";
import {
  placedField,
  type FoundLabel,
  isOf,
  isAnyOf,
  type PageLine,
  type Piece,
  type Reading,
  type Span,
} from "./page-lines.ts";

type VendorFields = Pick<PaperFields, "vendor" | "vendor_key" | "iban">;

/** Forms of companies at the end of a name. */
const FORM =
  /(?:^|[\s,])(?:GmbH(?:\s?&\s?Co\.?\s?(?:KG|OHG)(?:aA)?)?|mbH|AG(?:\s?&\s?Co\.?\s?KG)?|KG|OHG|e\.?\s?K\.?|UG(?:\s?\(haftungsbeschränkt\))?|GbR|PartG(?:\s?mbB)?|SE|Ltd\.?|Limited|LLC|L\.L\.C\.|Inc\.?|Corp\.?|Corporation|PLC|plc|LLP|Pty(?:\.? Ltd\.?)?|SA|S\.A\.(?:S\.)?|SASU?|SARL|S\.?à\s?r\.?l\.?|EURL|SNC|S\.?L\.?U?\.?|SLU?|S\.?r\.?l\.?s?\.?|SRL|S\.?p\.?A\.?|SpA|S\.n\.c\.|S\.a\.s\.|B\.?V\.?|N\.?V\.?|BVBA|V\.?O\.?F\.?|AB|HB|KB|A\/S|ApS|AS|ASA|Oyj?|Oy Ab|Tmi|Ky|Sp\.\s?z\s?o\.?\s?o\.?|Sp\.\s?[jk]\.|Lda\.?|Unipessoal(?:,? Lda\.?)?|Kft\.?|s\.\s?r\.\s?o\.|K\.?K\.?|Co\.)(?=$|[\s,.;:·•|)–-])/u;
const BANK = /bank|sparkasse|banque|banco|banca|caisse d|kreditinstitut|raiffeisen|pankki/i;
const SEPARATOR = /\s*[·•|∙●]\s*|\s+[–-]\s+|\s*,\s+|\s*;\s*|\s{3,}/u;

type Candidate = {
  readonly name: string;
  readonly span: Span;
  readonly points: number;
};

/** The seller, by names beside VAT numbers, in the line of the sender, or in large letters at the top. */
export function readVendor(reading: Reading, own: Own, mail: MailOrigin | null): VendorFields {
  const blocked = recipientPieces(reading);
  const vats = vatNumbersOf(reading, own, blocked);
  const ibans = ibansOf(reading, own);
  const candidates = candidatesOf(reading, { own, mail, blocked, vats });
  const [best, second] = candidates.toSorted((one, other) => other.points - one.points);
  const isClear =
    best !== undefined &&
    best.points >= 5 &&
    (second === undefined || best.points > second.points + 0.5 || isSameName(best, second));
  const named =
    best === undefined || best.points < 1
      ? largestAtTop(reading, own, blocked)
      : { ...best, sure: isClear ? ("medium" as const) : ("low" as const) };
  const domain = domainOf(mail, own);
  const vat = new Set(vats.map(({ value }) => value)).size === 1 ? vats[0] : undefined;
  const iban = new Set(ibans.map(({ value }) => value)).size === 1 ? ibans[0] : undefined;
  const key = vendorKeyOf({
    vat: vat?.value ?? null,
    iban: iban?.value ?? null,
    domain,
    name: named?.name ?? null,
  });
  const keySpan = vat?.span ?? iban?.span ?? named?.span;
  return {
    ...(named !== null && { vendor: placedField(reading, named.span, named.name, named.sure) }),
    ...(key !== null &&
      keySpan !== undefined && {
        vendor_key: placedField(
          reading,
          keySpan,
          key,
          key.startsWith("name:") ? (named?.sure ?? "low") : "medium",
        ),
      }),
    ...(iban !== undefined && { iban: placedField(reading, iban.span, iban.value, "medium") }),
  };
}

function isSameName(one: Candidate, other: Candidate): boolean {
  const [first, second] = [plainName(one.name), plainName(other.name)];
  return first.startsWith(second) || second.startsWith(first);
}

function plainName(name: string): string {
  return fold(name).replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

function isOwn(text: string, own: Own): boolean {
  const folded = plainName(text);
  return own.names.some((name) => {
    const plain = plainName(name);
    return (
      plain.length > 2 && (folded.includes(plain) || (folded.length > 4 && plain.includes(folded)))
    );
  });
}

const LINES_OF_ADDRESS = 5;

/** Text that names the buyer: right of a label such as `Bill to`, or in its column below. */
function recipientPieces({ lines, language }: Reading): ReadonlySet<Piece> {
  const blocked = new Set<Piece>();
  for (const { pieces, page } of lines)
    for (const piece of pieces) {
      const label = piece.labels.find((each) => isRecipientLabel(each, piece, language));
      if (label === undefined) continue;
      const hasText = /\p{L}{3}/u.test(piece.text.slice(label.end));
      if (hasText) blocked.add(piece);
      const next = lines[piece.line]?.pieces[piece.at + 1];
      if (!hasText && next !== undefined && next.box.left - piece.box.right < 150)
        blocked.add(next);
      let isBehindTown = false;
      for (const line of lines.slice(piece.line + 1, piece.line + 1 + LINES_OF_ADDRESS)) {
        if (line.page !== page) break;
        const below = line.pieces.filter(
          ({ box }) =>
            box.left < piece.box.right + 60 &&
            box.right > piece.box.left &&
            box.left > piece.box.left - 40,
        );
        if (below.some(({ labels }) => labels.some((each) => isOf(each, "supplier", language))))
          break;
        // The line of a sender, or what follows the town, is another's.
        if (below.some(({ text }) => /[·•|∙●]/u.test(text))) break;
        const isVat = below.some(({ labels }) =>
          labels.some((each) => isOf(each, "vat_id", language)),
        );
        if (isBehindTown && !isVat) break;
        for (const each of below) blocked.add(each);
        isBehindTown ||= below.some(({ text }) => /(?<!\d)\d{4,6}(?!\d)/.test(text));
      }
    }
  return blocked;
}

function isRecipientLabel(label: FoundLabel, piece: Piece, language: string | null): boolean {
  if (label.start > 2 || !isOf(label, "recipient", language)) return false;
  return (
    label.key.length > 4 ||
    /^\s*[:：]?\s*$/.test(piece.text.slice(label.end)) ||
    piece.text[label.end] === ":"
  );
}

type Sources = {
  readonly own: Own;
  readonly mail: MailOrigin | null;
  readonly blocked: ReadonlySet<Piece>;
  readonly vats: readonly Numbered[];
};

function candidatesOf(reading: Reading, sources: Sources): readonly Candidate[] {
  const text = fold(
    reading.lines.flatMap(({ pieces }) => pieces.map((each) => each.text)).join("\n"),
  ).slice(0, 40_000);
  const domains = [...text.matchAll(/(?:@|www\.|https?:\/\/)([a-z0-9][a-z0-9-]{2,40})\./g)].map(
    ([, name = ""]) => plainName(name),
  );
  return reading.lines.flatMap((line) =>
    line.pieces.flatMap((piece) => {
      const found = nameIn(piece, reading.language);
      if (found === null || isOwn(found.name, sources.own)) return [];
      if (BANK.test(found.name)) return [];
      const points = pointsOf(found, line, reading, { ...sources, text, domains });
      return [{ name: found.name, span: found.span, points }];
    }),
  );
}

type FoundName = {
  readonly name: string;
  readonly span: Span;
  readonly hasForm: boolean;
  readonly hasLabel: boolean;
  readonly isSenderLine: boolean;
};

/** Name with the form of a company, or behind a label of the seller. */
function nameIn(piece: Piece, language: string | null): FoundName | null {
  const label = piece.labels.find((each) => each.start <= 2 && isOf(each, "supplier", language));
  const hasLabel = label !== undefined && /^\s*:/.test(piece.text.slice(label.end));
  const from = hasLabel ? label.end + 1 : 0;
  const text = piece.text.slice(from, from + 200);
  const form = FORM.exec(text);
  if (form === null && !hasLabel) return null;
  if (piece.words.length > 30) return null;
  const end = form === null ? text.length : form.index + form[0].length;
  const before = text.slice(0, end);
  const parts = before.split(SEPARATOR);
  const last = parts.at(-1) ?? "";
  // `Name, GmbH` keeps both parts.
  const name = (last.trim().length <= 5 && parts.length > 1 ? before : last)
    .replace(/^[\s:.,©-]+/, "")
    .trim();
  if (!/\p{L}{2}/u.test(name) || name.length > 80 || name.split(/\s+/).length > 9) return null;
  if (plainName(name).length < 4) return null;
  const start = from + text.indexOf(name.slice(0, 10));
  const isSenderLine = /[·•|∙●,–-]\s/u.test(piece.text) && /\b\d{4,5}\b/.test(piece.text);
  return {
    name: withoutHidden(name),
    span: { piece, start: Math.max(start, 0), end: from + end },
    hasForm: form !== null,
    hasLabel,
    isSenderLine,
  };
}

function pointsOf(
  { name, span, hasForm, hasLabel, isSenderLine }: FoundName,
  line: PageLine,
  { lines, pages }: Reading,
  {
    blocked,
    vats,
    mail,
    text,
    domains,
  }: Sources & { readonly text: string; readonly domains: readonly string[] },
): number {
  const { piece } = span;
  const plain = plainName(name);
  const page = pages[line.page - 1];
  const share = (piece.box.top + piece.box.bottom) / 2 / Math.max(page?.height ?? 1, 1);
  const nearVat = vats.some(
    (vat) =>
      lines[vat.span.piece.line]?.page === line.page &&
      Math.abs(vat.span.piece.line - piece.line) <= 5 &&
      (vat.span.piece.line === piece.line || overlaps(vat.span.piece, piece)),
  );
  const times = text.split(fold(name)).length - 1;
  const first = plain.slice(0, Math.max(4, Math.min(plain.length, 8)));
  const sender = domainOf(mail, { names: [], vatNumbers: [], ibans: [], country: null });
  return (
    (hasForm ? 2 : 0) +
    (hasLabel ? 4 : 0) +
    (isSenderLine ? 3 : 0) +
    (nearVat ? 3 : 0) +
    (share < 0.2 ? 1 : 0) +
    (share > 0.85 ? 1 : 0) +
    (times > 1 ? 1.5 : 0) +
    (domains.some(
      (domain) => domain.length > 3 && (domain.startsWith(first) || plain.startsWith(domain)),
    )
      ? 2
      : 0) +
    (sender !== null && plainName(sender).startsWith(first.slice(0, 5)) ? 2 : 0) -
    (blocked.has(piece) ? 6 : 0)
  );
}

function overlaps(one: Piece, other: Piece): boolean {
  return Math.min(one.box.right, other.box.right) > Math.max(one.box.left, other.box.left);
}

const NO_NAMES = [
  "invoice_title",
  "credit_title",
  "number",
  "other_number",
  "issued",
  "date",
  "due",
  "other_date",
  "recipient",
  "vat_id",
  "gross",
  "total",
  "receipt_title",
] as const;

/** Words in the largest letters of the top fifth. */
function largestAtTop(
  { lines, pages, language }: Reading,
  own: Own,
  blocked: ReadonlySet<Piece>,
): { readonly name: string; readonly span: Span; readonly sure: "low" } | null {
  const first = lines.filter(({ page }) => page === 1);
  const top = Math.min(...first.map(({ box }) => box.top));
  const bottom = Math.max(...first.map(({ box }) => box.bottom));
  const end = Math.max(top + (bottom - top) / 5, (pages[0]?.height ?? 0) / 5);
  const possible = first
    .flatMap(({ pieces }) => pieces)
    .filter((piece) => {
      const letters = piece.text.replaceAll(/[^\p{L}]/gu, "").length;
      const isTitled = piece.labels.some(
        (label) => label.start <= 2 && isAnyOf(label, NO_NAMES, language),
      );
      return (
        piece.box.top <= end &&
        letters >= 3 &&
        letters > piece.text.length * 0.5 &&
        piece.words.length <= 8 &&
        !isTitled &&
        !blocked.has(piece) &&
        !isOwn(piece.text, own) &&
        !/@|www\.|\bTel\b|\d{5}/.test(piece.text) &&
        datesIn(piece).length === 0 &&
        figuresIn(piece).length <= 1
      );
    });
  const heightOf = ({ box }: Piece) => box.bottom - box.top;
  const tallest = Math.max(...possible.map(heightOf));
  const piece = possible.find((each) => heightOf(each) >= tallest * 0.9);
  if (piece === undefined) return null;
  const name = withoutHidden(piece.text.trim()).slice(0, 80);
  return { name, span: { piece, start: 0, end: piece.text.length }, sure: "low" };
}

type Numbered = { readonly value: string; readonly span: Span };

/** Forms of VAT numbers of the EU and near it, without spaces and points. */
const VAT_FORMS =
  /^(?:ATU\d{8}|BE[01]\d{9}|BG\d{9,10}|CY\d{8}[A-Z]|CZ\d{8,10}|DE\d{9}|DK\d{8}|EE\d{9}|EL\d{9}|ES[A-Z0-9]\d{7}[A-Z0-9]|FI\d{8}|FR[A-Z0-9]{2}\d{9}|GB\d{9}(?:\d{3})?|HR\d{11}|HU\d{8}|IE\d[A-Z0-9]\d{5}[A-Z]{1,2}|IT\d{11}|LT\d{9}(?:\d{3})?|LU\d{8}|LV\d{11}|MT\d{8}|NL\d{9}B\d{2}|PL\d{10}|PT\d{9}|RO\d{2,10}|SE\d{12}|SI\d{8}|SK\d{10}|CHE\d{9}|XI\d{9})$/;
const VAT = /(?<![\p{L}\d])([A-Z]{2,3}[ -]?[A-Z0-9][A-Z0-9 .-]{6,16})/gu;

function vatNumbersOf(
  reading: Reading,
  own: Own,
  blocked: ReadonlySet<Piece>,
): readonly Numbered[] {
  const owned = new Set(
    own.vatNumbers.map((number) => number.replaceAll(/[^A-Z0-9]/gi, "").toUpperCase()),
  );
  return reading.lines.flatMap(({ pieces }) =>
    pieces.flatMap((piece) =>
      blocked.has(piece)
        ? []
        : [...piece.text.matchAll(VAT)].flatMap(({ 0: text, index }) => {
            const value = vatIn(text);
            if (value === null || owned.has(value)) return [];
            return [{ value, span: { piece, start: index, end: index + text.trimEnd().length } }];
          }),
    ),
  );
}

/** The number at the beginning of a text, without spaces and points. */
function vatIn(text: string): string | null {
  for (let end = text.length; end >= 8; end -= 1) {
    const value = text.slice(0, end).replaceAll(/[ .-]/g, "");
    if (VAT_FORMS.test(value) && !/[A-Z0-9]/.test(text[end] ?? " ")) return value;
  }
  return null;
}

const IBAN =
  /(?<![\p{L}\d])([A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?)(?![A-Z0-9])/gu;

function ibansOf({ lines }: Reading, own: Own): readonly Numbered[] {
  const owned = new Set(own.ibans.map((iban) => iban.replaceAll(/\s/g, "").toUpperCase()));
  return lines.flatMap(({ pieces }) =>
    pieces.flatMap((piece) =>
      [...piece.text.matchAll(IBAN)].flatMap(({ 0: text, index }) => {
        const value = validStart(text);
        if (value === null || owned.has(value)) return [];
        return [{ value, span: { piece, start: index, end: index + text.length } }];
      }),
    ),
  );
}

/** The IBAN with which the text begins; words of capitals may follow it. */
function validStart(text: string): string | null {
  const letters = text.replaceAll(" ", "");
  for (let end = Math.min(letters.length, 34); end >= 15; end -= 1)
    if (isIban(letters.slice(0, end))) return letters.slice(0, end);
  return null;
}

/** ISO 7064, mod 97-10. */
function isIban(iban: string): boolean {
  let rest = 0;
  for (const letter of iban.slice(4) + iban.slice(0, 4))
    for (const digit of String(Number.parseInt(letter, 36)))
      rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** Mail hosts of everybody. */
const SHARED_HOSTS =
  /^(?:gmail|googlemail|outlook|hotmail|live|yahoo|gmx|web|icloud|me|aol|t-online|proton|protonmail|mail|orange|free|laposte|libero|wp|o2|telia|online)\./;

function domainOf(mail: MailOrigin | null, own: Own): string | null {
  const host = /@([a-z0-9.-]+\.[a-z]{2,})>?\s*$/i.exec(mail?.sender ?? "")?.[1]?.toLowerCase();
  if (host === undefined || SHARED_HOSTS.test(host)) return null;
  const labels = host.split(".");
  const size = /^(?:co|com|org|net|ac|gov)$/.test(labels.at(-2) ?? "") && labels.length > 2 ? 3 : 2;
  const domain = labels.slice(-size).join(".");
  return isOwn(labels.at(-size) ?? "", own) ? null : domain;
}
