import { minorOf } from "../../../shared/money.ts";

export type ReadAmount = { readonly minor: number } | { readonly why: string };

/**
 * Reads an amount with a comma or a point. Of both, the last is the decimal mark. A single mark is the
 * decimal one, since the formats that are read so have no marks of thousands.
 */
export function readAmount(text: string, currency: string): ReadAmount {
  const bare = text.replaceAll(/\s/g, "").replaceAll("−", "-");
  const [all, sign = "", digits = ""] = /^([-+]?)([\d.,]{1,40})$/.exec(bare) ?? [];
  const plainDigits = all === undefined ? null : withPoint(digits);
  if (plainDigits === null) return { why: "It is no amount." };
  const read = minorOf(sign + plainDigits, currency);
  if (read.state === "read") return { minor: read.value };
  return { why: read.state === "refused" ? read.why : "The amount is empty." };
}

/** The digits with a point as decimal mark, and no other; null where the marks make no number. */
function withPoint(digits: string): string | null {
  const marks = digits.replaceAll(/\d/g, "");
  if (marks.length < 2)
    return /\d/.test(digits) ? digits.replace(",", ".").replace(/\.$/, "") : null;
  const [group = "", last = ""] = [marks.at(0), marks.at(-1)];
  const at = group === last ? digits.length : digits.lastIndexOf(last);
  const whole = digits.slice(0, at);
  const grouped = whole.split(group);
  const isGrouped = grouped.every(
    (part, index) => /^\d{1,3}$/.test(part) && (index === 0 || part.length === 3),
  );
  if (!isGrouped) return null;
  return `${grouped.join("")}.${digits.slice(at + 1)}`.replace(/\.$/, "");
}
