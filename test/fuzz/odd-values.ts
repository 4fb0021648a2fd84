import type { Chance } from "../../src/demo/chance.ts";

/** Texts that often break programs. None of them matches the INTERNALS that answers must not contain. */
const TEXTS: readonly string[] = [
  "0 -1 1e309 NaN null undefined true [] {} __proto__ constructor toString % _ / . .. ~".split(" "),
  ["", " ", "\t", "\n", "\r\n", "\0", "a\0b", "\u0007", "\u001b[31m", "\u0085", "\u007f", "\\"],
  ["\ud800", "\udc00\ud800", "a\udfff", "\ufeff", "\ufffe", "\uffff", "\u2028", "\u200b"],
  ["🦊", "👩‍👩‍👧‍👦", "🇩🇪", "e\u0301", "İıſßẞ", "ﬃ", "Ωmega", "\u202eتجربة", "ключ", "数据", "\u{10ffff}"],
  ["' or 1=1 --", '"', "'; drop table tags; --", "$1", "?1", ":id", "%_%", "{{7*7}}", "${7*7}"],
  ["<script>alert(1)</script>", "../../../../etc/hosts", "file:///etc/hosts", "\\\\host\\share"],
  ["javascript:alert(1)", "http://", "https://[::1", "https://a b", "//host", "a@b", "a@b.cc@d"],
  ["2026-02-30", "2026-11-21T25:00:00Z", "0000-00-00", "+275760-09-13", "now", "infinity"],
  ["1970-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2026-11-21T09:00:00+23:59"],
  ["00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", "{0}"],
  ["=?base64?dGFncw==?=", "=?base64?!?=", "eyJhbGciOiJub25lIn0.e30.", "WyJ4IixudWxsXQ"],
].flat();

const LENGTHS = [200, 201, 300, 301, 1000, 10_000, 10_001, 60_000];

/** Each makes a valid text invalid or odd. */
const SPOILERS = [
  "\0",
  "\ud800",
  "\udfff",
  "\u001b",
  "\r\n",
  "\u0085",
  "\u202e",
  "\uffff",
  "'",
  "\\",
];

export function oddText(chance: Chance): string {
  if (chance.often(0.4)) return chance.pick(TEXTS);
  if (chance.often(0.6)) return `Text${chance.pick(SPOILERS)}${chance.between(0, 999)}`;
  if (chance.often(0.7)) return codeUnits(chance, chance.between(1, 20));
  return chance
    .pick([...TEXTS, "x"])
    .repeat(chance.pick(LENGTHS))
    .slice(0, chance.pick(LENGTHS));
}

/** Any code units of UTF-16, paired or not. */
function codeUnits(chance: Chance, length: number): string {
  const highest = chance.pick([0x7f, 0xff, 0xffff]);
  return String.fromCharCode(...Array.from({ length }, () => chance.between(0, highest)));
}

const NUMBERS = [
  [0, -0, 1, -1, 1.5, 1e-7, 99, 100, 101, 3651, 2 ** 31, -(2 ** 31), 2 ** 32],
  [2 ** 53 - 1, 2 ** 53, -(2 ** 53), 2 ** 63, 1e21, 1e308, Number.MIN_VALUE],
].flat();

export function oddNumber(chance: Chance): number {
  return chance.pick(NUMBERS);
}

/** A random value of any JSON type. */
export function oddValue(chance: Chance, depth = 2): unknown {
  switch (chance.between(0, depth > 0 ? 7 : 4)) {
    case 0:
      return null;
    case 1:
      return chance.often(0.5);
    case 2:
      return oddNumber(chance);
    case 3:
    case 4:
      return oddText(chance);
    case 5:
      return oddObject(chance, depth - 1);
    default:
      return Array.from({ length: chance.between(0, 3) }, () => oddValue(chance, depth - 1));
  }
}

export function oddObject(chance: Chance, depth = 2): Record<string, unknown> {
  const fields = Array.from({ length: chance.between(0, 3) }, () => [
    oddText(chance),
    oddValue(chance, depth),
  ]);
  return Object.fromEntries(fields);
}

/** Arrays and objects, nested 10 to 80 levels deep. */
export function nestedValue(chance: Chance): unknown {
  let value: unknown = null;
  for (let level = chance.between(10, 80); level > 0; level -= 1) {
    value = chance.often(0.5) ? [value] : { a: value };
  }
  return value;
}
