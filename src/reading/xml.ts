import { SaxesParser } from "saxes";

/** Names are local: without the prefix of a namespace. */
export type XmlElement = {
  readonly name: string;
  readonly line: number;
  readonly attributes: XmlAttributes;
  readonly children: XmlElement[];
  text: string;
};

export type XmlAttributes = Readonly<Record<string, string>>;

type XmlFault = "broken" | "doctype" | "too deep" | "too many elements" | "too long a text";

export type XmlBounds = {
  readonly deepest: number;
  readonly mostElements: number;
  /** UTF-16 units of one element. */
  readonly longestText: number;
  /** Makes the error that is thrown. */
  readonly faulty: (fault: XmlFault, line: number) => Error;
  /** May throw, where there are too many of a kind. */
  readonly onElement?: (name: string) => void;
};

type XmlEvents = {
  readonly onOpen: (name: string, attributes: XmlAttributes, line: number) => void;
  readonly onClose: (name: string) => void;
  readonly onText: (text: string, line: number) => void;
};

/**
 * Tells the parts of an XML file one by one. No entity but XML's own five is known.
 * @throws what `faulty` makes, for a DOCTYPE, XML that is not well-formed, or a file beyond the bounds
 */
export function walkXml(text: string, events: XmlEvents, bounds: XmlBounds): void {
  const parser = new SaxesParser();
  let [elements, depth] = [0, 0];
  const fault = (kind: XmlFault) => bounds.faulty(kind, parser.line);
  parser.on("error", () => {
    throw fault("broken");
  });
  parser.on("doctype", () => {
    throw fault("doctype");
  });
  parser.on("opentag", (tag) => {
    depth += 1;
    elements += 1;
    if (depth > bounds.deepest) throw fault("too deep");
    const name = localName(tag.name);
    bounds.onElement?.(name);
    if (elements > bounds.mostElements) throw fault("too many elements");
    events.onOpen(name, attributesOf(tag.attributes), parser.line);
  });
  parser.on("closetag", (tag) => {
    depth -= 1;
    events.onClose(localName(tag.name));
  });
  const add = (part: string) => events.onText(part, parser.line);
  parser.on("text", add);
  parser.on("cdata", add);
  // The parser refuses blanks before the declaration, and the text is decoded already.
  const plain = text.replace(/^(\s*)<\?xml\b[^>]{0,200}\?>/, "$1");
  for (let from = 0; from < plain.length; from += SLICE)
    parser.write(plain.slice(from, from + SLICE));
  parser.close();
}

const SLICE = 64 * 1024;

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

const NONE: XmlAttributes = {};

function attributesOf(given: XmlAttributes): XmlAttributes {
  const entries = Object.entries(given);
  if (entries.length === 0) return NONE;
  return Object.fromEntries(entries.map(([name, value]) => [localName(name), value]));
}

/**
 * The whole file as a tree. Texts beside elements are left out.
 * @throws as `walkXml` does
 */
export function readXml(text: string, bounds: XmlBounds): XmlElement {
  const root: XmlElement = { name: "", line: 1, attributes: NONE, children: [], text: "" };
  const open: XmlElement[] = [root];
  walkXml(
    text,
    {
      onOpen: (name, attributes, line) => {
        const element: XmlElement = { name, line, attributes, children: [], text: "" };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      onClose: () => {
        const closed = open.pop();
        if (closed !== undefined && closed.children.length > 0) closed.text = "";
      },
      onText: (part, line) => {
        const element = open.at(-1) ?? root;
        // Blanks between elements are not kept.
        if (element.children.length === 0) element.text += part;
        if (element.text.length > bounds.longestText) throw bounds.faulty("too long a text", line);
      },
    },
    bounds,
  );
  return root;
}

export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

export function descendant(element: XmlElement | undefined, path: string): XmlElement | undefined {
  let found = element;
  for (const name of path.split("/")) found = found?.children.find((child) => child.name === name);
  return found;
}

export function textAt(
  element: XmlElement | undefined,
  ...paths: readonly string[]
): string | null {
  for (const path of paths) {
    const text = descendant(element, path)?.text.trim() ?? "";
    if (text !== "") return text;
  }
  return null;
}

/** Finds elements at any depth, but not within each other. */
export function allIn(element: XmlElement, name: RegExp): readonly XmlElement[] {
  return element.children.flatMap((child) =>
    name.test(child.name) ? [child] : allIn(child, name),
  );
}
