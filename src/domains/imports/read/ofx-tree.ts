import { unreadable } from "../../../core/errors.ts";
import { checkRows, checkText } from "./limits.ts";

export type Aggregate = {
  readonly tag: string;
  readonly line: number;
  readonly values: Map<string, string>;
  readonly children: Aggregate[];
};

/**
 * Depths of the elements that are read. An element ends those of its own depth and deeper, since many banks leave
 * out end tags. Other elements without a text are passed over.
 */
const DEPTHS: readonly (readonly [RegExp, number])[] = [
  [/^OFX$/, 0],
  [/MSGSRSV\d$/, 1],
  [/^(SONRS|.*TRNRS)$/, 2],
  [/^(STATUS|.*STMTRS)$/, 3],
  [/^(BANKACCTFROM|CCACCTFROM|BANKTRANLISTP?|LEDGERBAL|AVAILBAL|BALLIST|INVTRANLIST)$/, 4],
  [/^(STMTTRNP?|BAL)$/, 5],
  [/^(PAYEE|BANKACCTTO|CCACCTTO|CURRENCY|ORIGCURRENCY)$/, 6],
];

/**
 * Reads OFX 1 (SGML) and OFX 2 (XML) alike.
 * @throws Refusal for XML with a DOCTYPE, and for too long texts or too many rows
 */
export function readOfxTree(text: string): Aggregate {
  if (/^\s*<\?xml/i.test(text) && /<!DOCTYPE/i.test(text))
    throw unreadable(
      "The file has a DOCTYPE, which no bank's file needs",
      "ask the bank for the file again",
    );
  const plain = withoutParts(
    withoutParts(text, "<!--", "-->", blanked),
    "<![CDATA[",
    "]]>",
    escaped,
  );
  const root: Aggregate = { tag: "", line: 1, values: new Map(), children: [] };
  const open: Aggregate[] = [];
  const lineAt = linesOf(plain);
  let rows = 0;
  for (const { isEnd, tag, at, value } of tagsOf(plain)) {
    const line = lineAt(at);
    checkText(value.length, line);
    const depth = depthOf(tag);
    if (isEnd) close(open, tag);
    else if (depth === undefined) keep(open.at(-1) ?? root, tag, value);
    else {
      while ((depthOf(open.at(-1)?.tag ?? "") ?? -1) >= depth) open.pop();
      const aggregate = { tag, line, values: new Map<string, string>(), children: [] };
      (open.at(-1) ?? root).children.push(aggregate);
      open.push(aggregate);
      rows += depth === ROW_DEPTH ? 1 : 0;
      checkRows(rows);
    }
  }
  return root;
}

export function allOf(aggregate: Aggregate, name: RegExp): readonly Aggregate[] {
  return aggregate.children.flatMap((child) =>
    name.test(child.tag) ? [child] : allOf(child, name),
  );
}

export function childOf(aggregate: Aggregate, ...tags: readonly string[]): Aggregate | undefined {
  return aggregate.children.find(({ tag }) => tags.includes(tag));
}

/** Decodes entities, twice since some banks encode them twice: `&amp;lt;`. */
export function decodedText(text: string): string {
  return decodedOnce(decodedOnce(text));
}

const ROW_DEPTH = 5;

const depths = new Map<string, number | undefined>();

function depthOf(tag: string): number | undefined {
  if (depths.has(tag)) return depths.get(tag);
  const depth = DEPTHS.find(([name]) => name.test(tag))?.[1];
  // Only names that are known are kept: a file may invent any number of others.
  if (depth !== undefined) depths.set(tag, depth);
  return depth;
}

function keep({ values }: Aggregate, tag: string, value: string): void {
  const text = value.trim();
  if (text !== "" && !values.has(tag)) values.set(tag, text);
}

function close(open: Aggregate[], tag: string): void {
  const at = open.findLastIndex((aggregate) => aggregate.tag === tag);
  if (at >= 0) open.splice(at);
}

function* tagsOf(text: string) {
  let before: {
    readonly isEnd: boolean;
    readonly tag: string;
    readonly at: number;
    end: number;
  } | null = null;
  for (const match of text.matchAll(/<(\/?)([A-Za-z][\w.]{0,40})\s{0,9}\/?>/g)) {
    if (before !== null) yield { ...before, value: text.slice(before.end, match.index) };
    const [all, slash, tag = ""] = match;
    const at = match.index;
    before = { isEnd: slash === "/", tag: tag.toUpperCase(), at, end: at + all.length };
  }
  if (before !== null) yield { ...before, value: text.slice(before.end) };
}

function linesOf(text: string): (at: number) => number {
  let [line, next] = [1, text.indexOf("\n")];
  return (at) => {
    while (next >= 0 && next < at) {
      line += 1;
      next = text.indexOf("\n", next + 1);
    }
    return line;
  };
}

function withoutParts(
  text: string,
  from: string,
  to: string,
  replaced: (part: string) => string,
): string {
  const parts: string[] = [];
  let rest = 0;
  for (let start = text.indexOf(from); start >= 0; start = text.indexOf(from, rest)) {
    const end = text.indexOf(to, start + from.length);
    if (end < 0) break;
    parts.push(text.slice(rest, start), replaced(text.slice(start + from.length, end)));
    rest = end + to.length;
  }
  return parts.join("") + text.slice(rest);
}

/** Keeps line breaks, so that lines behind keep their numbers. */
function blanked(part: string): string {
  return part.replaceAll(/[^\n]+/g, "");
}

function escaped(part: string): string {
  return part.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

function decodedOnce(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (all, decimal?: string, hex?: string, name?: string) =>
      (name === undefined
        ? characterOf(Number(decimal ?? `0x${hex}`))
        : ENTITIES[name.toLowerCase()]) ?? all,
  );
}

/** Null for control characters such as NUL, which no database takes. */
function characterOf(code: number): string | null {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
  if (code < 0x20) return code === 9 || code === 10 || code === 13 ? " " : null;
  return String.fromCodePoint(code);
}
