import { isPaidIn, majorMoney, toMajor } from "../src/shared/money.ts";

/** `1 time entry`, `3 time entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}

/** `1:30`, `1,204:30`: tracked time in grids, lists and charts. In sentences it is `spoken`. */
export function hours(seconds: number): string {
  if (seconds > 0 && seconds < 60) return "< 0:01";
  const minutes = Math.floor(seconds / 60);
  const whole = Math.floor(minutes / 60).toLocaleString("en-GB");
  return `${whole}:${String(minutes % 60).padStart(2, "0")}`;
}

export function chartHours(value: number): string {
  return hours(Math.round(value * 3600));
}

/**
 * Formats minor units: 12,000 of the euro are `€120.00`. A yen has no minor unit, a dinar has 1,000.
 */
export function money(minor: number, currency: string): string {
  return majorMoney(toMajor(minor, currency), currency);
}

/** Formats major units: `−€12.50`. */
export function majorText(major: number, currency: string): string {
  return `${major < 0 ? "−" : ""}${majorMoney(Math.abs(major), currency)}`;
}

/** `Show 50 more of 120`; `Show the other 5` where these are all. */
export function moreWords(left: number, atOnce: number): string {
  return left > atOnce
    ? `Show ${atOnce} more of ${left.toLocaleString("en-GB")}`
    : `Show the other ${left.toLocaleString("en-GB")}`;
}

/** Share in whole percents. Only nothing is 0 and only all is 100: 99.6 % is 99. */
export function shareOf(part: number, whole: number): number {
  const share = Math.round((100 * part) / whole);
  if (part > 0 && part < whole) return Math.min(99, Math.max(1, share));
  return share;
}

export function currencies(): readonly { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames("en", { type: "currency" });
  return Intl.supportedValuesOf("currency")
    .filter(isPaidIn)
    .map((code) => ({ value: code, label: `${code}, ${names.of(code) ?? code}` }));
}

const UNITS = ["B", "KB", "MB", "GB"] as const;

/** `830 B`, `1.5 MB`: 1 KB is 1,024 bytes, as the limits of uploads are. */
export function fileSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** power;
  return `${size.toLocaleString("en-GB", { maximumFractionDigits: size < 10 ? 1 : 0 })} ${UNITS[power] ?? ""}`;
}
