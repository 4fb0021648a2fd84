import { analyse } from "chardet";
import { type Refusal, unreadable } from "../errors.ts";

export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;

export type Encoding = (typeof ENCODINGS)[number];

export type Decoded<Name extends string = Encoding> = {
  readonly encoding: Name;
  readonly text: string;
};

/**
 * Text of a file: by its byte order mark or its zeros, else as UTF-8, else as Windows-1252, which
 * spreadsheets in western Europe write.
 * @throws Refusal for a file that is no text
 */
export function decode(bytes: Uint8Array): Decoded {
  const decoded = decodeAs(bytes, unicodeOf(bytes) ?? "windows-1252");
  if (isBinary(decoded)) throw noText(bytes);
  return decoded;
}

/**
 * Text of a file of any country: an encoding of Unicode where it fits, else the one that the file names,
 * else a guess by its letters, else Windows-1252.
 * @param named label of the encoding that the beginning of the file names, if it does
 * @throws Refusal for a file that is no text
 */
export function decodeForeign(
  bytes: Uint8Array,
  named: (beginning: string) => string | null,
): Decoded<string> {
  const unicode = unicodeOf(bytes);
  const label = named(Buffer.from(bytes.subarray(0, SAMPLE)).toString("latin1"));
  const foreign = () => singleByte(label) ?? guessed(bytes) ?? "windows-1252";
  const decoded = decodeAs(bytes, unicode ?? foreign());
  if (isBinary(decoded))
    throw unreadable("The file is not a text file", "choose a file that the bank exported");
  return decoded;
}

function decodeAs<Name extends string>(bytes: Uint8Array, encoding: Name): Decoded<Name> {
  return { encoding, text: new TextDecoder(encoding).decode(bytes) };
}

function isBinary({ text }: Decoded<string>): boolean {
  return text.includes("\0");
}

/** Bytes at the beginning of a file in which its encoding is looked for. */
const SAMPLE = 4096;

function unicodeOf(bytes: Uint8Array): Exclude<Encoding, "windows-1252"> | null {
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  return marked?.[0] ?? byZeros(bytes) ?? (isUtf8(bytes) ? "utf-8" : null);
}

const MARKS: readonly (readonly [Exclude<Encoding, "windows-1252">, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

const LEAST_PAIRS = 8;

/** UTF-16 without a mark: in western text nearly every second byte is zero. */
function byZeros(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const sample = bytes.subarray(0, SAMPLE);
  const pairs = Math.floor(sample.length / 2);
  if (pairs < LEAST_PAIRS) return null;
  const zeros = (odd: 0 | 1) =>
    sample.filter((byte, index) => byte === 0 && index % 2 === odd).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (odd > pairs * 0.6 && even < pairs * 0.1) return "utf-16le";
  return even > pairs * 0.6 && odd < pairs * 0.1 ? "utf-16be" : null;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function singleByte(label: string | null): string | null {
  if (label === null) return null;
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith("utf") ? null : encoding;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** In percent. Below it, a few letters fit many encodings. */
const SURE = 25;

/** Looks only at lines beyond ASCII: other words would count for western Europe. */
function guessed(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 256 * 1024)).toString("latin1");
  const telling = start.split(/[\r\n]+/).filter((line) => /[\x80-\xff]/.test(line));
  const matches = analyse(Buffer.from(telling.join("\n"), "latin1"));
  const western = matches.find(({ name }) => /^(windows-1252|ISO-8859-1)$/.test(name));
  const [best] = matches;
  if (best === undefined || best.confidence < SURE) return null;
  return best.confidence > (western?.confidence ?? 0) ? singleByte(best.name) : null;
}

/** Excel's own files are ZIP archives. */
function noText(bytes: Uint8Array): Refusal {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
    ? unreadable(
        "The file is a workbook, not a CSV file",
        "open it in the spreadsheet program, save it as CSV, and choose that file",
      )
    : unreadable("The file is not a text file", "choose a CSV file");
}
