import type { Lines } from "./lines.ts";

/**
 * Adds the words of a page as people see them. Nothing of it is run or fetched. Words that are not shown are
 * counted as hidden.
 */
export function addHtml(lines: Lines, html: string): void {
  const page = new HtmlPage(lines);
  for (const [token, comment, closing, name, attributes] of html.matchAll(TOKENS)) {
    if (name === undefined) {
      if (comment === undefined) page.text(token);
    } else if (closing === "/") page.close(name.toLowerCase());
    else page.open(name.toLowerCase(), attributes ?? "");
  }
  page.end();
}

/** Comments and declarations, tags, and texts between them. A lonely `<` is text. No name is tried at each length. */
const TOKENS =
  /(<!--[^]*?(?:-->|$)|<[!?][^>]*>?)|<(\/?)([a-zA-Z][a-zA-Z0-9:-]*(?![a-zA-Z0-9:-]))([^<>]*)>|[^<]+|</g;

const BLOCKS = new Set(
  "address article aside blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tfoot thead ul".split(
    " ",
  ),
);

/** Elements without an end. */
const EMPTY = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

/** Contents that are not words of the page. */
const UNSEEN = new Set(
  "head script style template noscript svg math object select title".split(" "),
);

/** Deeper elements take the state of the one that contains them. */
const DEEPEST = 500;

type Opened = {
  readonly name: string;
  readonly isUnseen: boolean;
  readonly isHidden: boolean;
  readonly isAsTyped: boolean;
};

class HtmlPage {
  readonly #lines: Lines;
  readonly #open: Opened[] = [];
  #line = "";
  /** Its last character, which a long line would be copied to tell. */
  #last = "";
  /** Cells of the row that is open. Rows in cells of other rows are lines of the cell. */
  #row: string[] | undefined;
  #rows = 0;

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  open(name: string, attributes: string): void {
    if (name === "br") this.#add("\n");
    if (BLOCKS.has(name)) this.#breakLine();
    if (name === "tr") {
      this.#breakLine();
      this.#rows += 1;
      if (this.#rows === 1) this.#row = [];
    }
    if (EMPTY.has(name) || attributes.endsWith("/") || this.#open.length >= DEEPEST) return;
    const around = this.#open.at(-1);
    this.#open.push({
      name,
      isUnseen: around?.isUnseen === true || UNSEEN.has(name),
      isHidden: around?.isHidden === true || isHidden(attributes),
      isAsTyped: around?.isAsTyped === true || name === "pre",
    });
  }

  close(name: string): void {
    const at = this.#open.findLastIndex((element) => element.name === name);
    if (at >= 0) this.#open.length = at;
    if (BLOCKS.has(name)) this.#breakLine();
    if (name === "td" || name === "th") this.#endCell();
    if (name === "tr") this.#endRow();
  }

  text(raw: string): void {
    const around = this.#open.at(-1);
    if (around?.isUnseen === true) return;
    const text = decoded(raw);
    if (around?.isHidden === true) {
      this.#lines.hidden += text.replaceAll(/\s/g, "").length;
      return;
    }
    const shown = around?.isAsTyped === true ? text : text.replaceAll(/[ \t\r\n\f]+/g, " ");
    this.#add(/\s/.test(this.#last) ? shown.trimStart() : shown);
  }

  end(): void {
    if (this.#row !== undefined) {
      this.#rows = 1;
      this.#endCell();
      this.#endRow();
    }
    this.#lines.addText(this.#takeLine());
  }

  #add(text: string): void {
    this.#line += text;
    this.#last = text.at(-1) ?? this.#last;
  }

  #takeLine(): string {
    const line = this.#line.trim();
    this.#line = "";
    this.#last = "";
    return line;
  }

  #breakLine(): void {
    if (this.#row !== undefined) {
      if (this.#last !== "\n") this.#add("\n");
      return;
    }
    const line = this.#takeLine();
    if (line !== "") this.#lines.addText(line);
  }

  #endCell(): void {
    if (this.#rows > 1) {
      this.#add("\t");
      return;
    }
    this.#row?.push(this.#takeLine());
  }

  #endRow(): void {
    this.#rows = Math.max(0, this.#rows - 1);
    if (this.#rows > 0) {
      this.#breakLine();
      return;
    }
    this.#lines.addRow(this.#row ?? []);
    this.#row = undefined;
    this.#takeLine();
  }
}

const HIDDEN =
  /(?:^|[\s;"'])(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?(?=[\s;"']|$)|font-size\s*:\s*[01](?:\.\d+)?(?:px|pt|em|%)?(?=[\s;"'!]|$)|mso-hide\s*:\s*all)/i;

function isHidden(attributes: string): boolean {
  return HIDDEN.test(attributes) || /(?:^|\s)hidden(?=[\s=/]|$)/i.test(attributes);
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  shy: "",
  euro: "€",
  pound: "£",
  yen: "¥",
  cent: "¢",
  copy: "©",
  reg: "®",
  trade: "™",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  bull: "•",
  middot: "·",
  laquo: "«",
  raquo: "»",
  lsquo: "‘",
  rsquo: "’",
  sbquo: "‚",
  ldquo: "“",
  rdquo: "”",
  bdquo: "„",
  deg: "°",
  sect: "§",
  times: "×",
  szlig: "ß",
  aelig: "æ",
  AElig: "Æ",
  oslash: "ø",
  Oslash: "Ø",
  aring: "å",
  Aring: "Å",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  zwnj: "",
  zwj: "",
  ordm: "º",
  ordf: "ª",
  iexcl: "¡",
  iquest: "¿",
};

const MARKS: Readonly<Record<string, string>> = {
  uml: "\u0308",
  acute: "\u0301",
  grave: "\u0300",
  circ: "\u0302",
  tilde: "\u0303",
  cedil: "\u0327",
  caron: "\u030C",
};

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g,
    (all, decimal, hex, name) => {
      if (typeof name === "string") return NAMED[name] ?? accented(name) ?? all;
      const code = typeof hex === "string" ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    },
  );
}

/** As `ouml` for ö. */
function accented(name: string): string | undefined {
  const mark = MARKS[name.slice(1)];
  return mark === undefined ? undefined : `${name[0]}${mark}`.normalize("NFC");
}
