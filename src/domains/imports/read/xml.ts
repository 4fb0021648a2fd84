import { SaxesParser } from "saxes";
import { type Refusal, unreadable } from "../../../core/errors.ts";
import { checkRows, checkText } from "./limits.ts";

/** Names are local. Attributes are left out, except for the currency of an amount. */
export type Element = {
  readonly name: string;
  readonly line: number;
  readonly currency: string | undefined;
  readonly children: Element[];
  text: string;
};

const DEEPEST = 32;

/** More than a file of 20 MiB has. */
const MOST_ELEMENTS = 1_500_000;

/**
 * Refuses entities of the file's own.
 * @param row name of the elements that are rows
 * @throws Refusal for a DOCTYPE, for XML that is not well-formed, and for too deep, long or many elements
 */
export function readXml(text: string, row: string): Element {
  const parser = new SaxesParser();
  const root: Element = { name: "", line: 1, currency: undefined, children: [], text: "" };
  const open: Element[] = [root];
  let [elements, rows] = [0, 0];
  const add = (part: string) => {
    const element = open.at(-1) ?? root;
    // Blanks between elements are not kept.
    if (element.children.length === 0) element.text += part;
    checkText(element.text.length, parser.line);
  };
  parser.on("error", () => {
    throw broken(parser.line, "is not well-formed XML");
  });
  parser.on("doctype", () => {
    throw broken(parser.line, "has a DOCTYPE, which no bank's file needs");
  });
  parser.on("opentag", (tag) => {
    if (open.length > DEEPEST)
      throw broken(parser.line, `has more than ${DEEPEST} levels of elements`);
    const name = tag.name.slice(tag.name.indexOf(":") + 1);
    elements += 1;
    rows += name === row ? 1 : 0;
    checkRows(rows);
    if (elements > MOST_ELEMENTS) throw broken(parser.line, "has too many elements");
    const currency = tag.attributes["Ccy"];
    const element: Element = { name, line: parser.line, currency, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => {
    const closed = open.pop();
    if (closed !== undefined && closed.children.length > 0) closed.text = "";
  });
  parser.on("text", add);
  parser.on("cdata", add);
  // The parser refuses blanks before the declaration, and the text is decoded already.
  const plain = text.replace(/^(\s*)<\?xml\b[^>]{0,200}\?>/, "$1");
  for (let from = 0; from < plain.length; from += SLICE)
    parser.write(plain.slice(from, from + SLICE));
  parser.close();
  return root;
}

const SLICE = 64 * 1024;

function broken(line: number, what: string): Refusal {
  return unreadable(`Line ${line} of the file ${what}`, "ask the bank for the file again");
}

export function childrenOf(element: Element | undefined, name: string): readonly Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

export function descendant(element: Element | undefined, path: string): Element | undefined {
  let found = element;
  for (const name of path.split("/")) found = found?.children.find((child) => child.name === name);
  return found;
}

export function textAt(element: Element | undefined, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const text = descendant(element, path)?.text.trim() ?? "";
    if (text !== "") return text;
  }
  return null;
}

/** Finds elements at any depth, but not within each other. */
export function allIn(element: Element, name: RegExp): readonly Element[] {
  return element.children.flatMap((child) =>
    name.test(child.name) ? [child] : allIn(child, name),
  );
}
