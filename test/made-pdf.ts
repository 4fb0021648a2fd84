type MadePage = {
  /** Operators of the page's content. Its font is /F, Helvetica; its picture, if any, is /I. */
  readonly content: string;
  readonly media?: string;
  readonly crop?: string;
  readonly rotate?: number;
  /** A gray picture of 2 by 2 pixels. */
  readonly hasPicture?: boolean;
  /** A JPEG in gray or colours. */
  readonly picture?: Uint8Array;
  readonly pictureSize?: {
    readonly width: number;
    readonly height: number;
    readonly channels: number;
  };
  /** Contents of /X0, /X1 and so on, each of which may draw those that come after it. */
  readonly forms?: readonly string[];
  /** Text that was typed into a form field. */
  readonly typed?: string;
};

type Made = {
  readonly pages: readonly MadePage[];
  readonly attached?: Readonly<Record<string, string | Uint8Array>>;
  /** Entries of the trailer. */
  readonly trailer?: string;
};

/** A PDF as small as can be, written by hand, for what libraries that make PDFs cannot. */
export function madePdf({ pages, attached = {}, trailer = "" }: Made): Buffer {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer) => objects.push(Buffer.from(body));
  add("");
  add("");
  const font = add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
  const picture = add(
    stream(
      "/Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8",
      Buffer.from([200, 210, 220, 230]),
    ),
  );
  const kids = pages.map((page) => {
    const content = add(stream("", Buffer.from(page.content, "latin1")));
    const fields = page.typed === undefined ? "" : `/Annots[${widget(page.typed)} 0 R]`;
    const { width = 0, height = 0, channels = 3 } = page.pictureSize ?? {};
    const colours = channels === 1 ? "DeviceGray" : "DeviceRGB";
    const own =
      page.picture === undefined
        ? picture
        : add(
            stream(
              `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/${colours}/BitsPerComponent 8/Filter/DCTDecode`,
              Buffer.from(page.picture),
            ),
          );
    const hasPicture = page.hasPicture === true || page.picture !== undefined;
    const forms = addForms(page.forms ?? []);
    const drawable =
      hasPicture || forms !== "" ? `/XObject<<${hasPicture ? `/I ${own} 0 R` : ""}${forms}>>` : "";
    const crop = page.crop === undefined ? "" : `/CropBox[${page.crop}]`;
    return add(
      `<</Type/Page/Parent 2 0 R/MediaBox[${page.media ?? "0 0 595 842"}]${crop}/Rotate ${page.rotate ?? 0}` +
        `/Contents ${content} 0 R/Resources<</Font<</F ${font} 0 R>>${drawable}>>${fields}>>`,
    );
  });
  function addForms(contents: readonly string[]): string {
    let known = "";
    for (const [at, content] of [...contents.entries()].toReversed()) {
      const entries = `/Type/XObject/Subtype/Form/BBox[0 0 900 900]/Resources<</Font<</F ${font} 0 R>>/XObject<<${known}>>>>`;
      known += `/X${at} ${add(stream(entries, Buffer.from(content, "latin1")))} 0 R`;
    }
    return known;
  }
  function widget(typed: string): number {
    const look = add(
      stream(
        `/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F ${font} 0 R>>>>`,
        Buffer.from(`BT /F 12 Tf 2 4 Td (${typed}) Tj ET`, "latin1"),
      ),
    );
    return add(
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/F 4/Rect[50 50 250 70]/AP<</N ${look} 0 R>>>>`,
    );
  }
  const names = Object.entries(attached).map(([name, bytes]) => {
    const file = add(stream("/Type/EmbeddedFile", Buffer.from(bytes)));
    const spec = add(`<</Type/Filespec/F(${name})/UF(${name})/EF<</F ${file} 0 R>>>>`);
    return `(${name}) ${spec} 0 R`;
  });
  const files = names.length === 0 ? "" : `/Names<</EmbeddedFiles<</Names[${names.join(" ")}]>>>>`;
  objects[0] = Buffer.from(`<</Type/Catalog/Pages 2 0 R${files}>>`);
  const refs = kids.map((kid) => `${kid} 0 R`).join(" ");
  objects[1] = Buffer.from(`<</Type/Pages/Kids[${refs}]/Count ${kids.length}>>`);
  return written(objects, trailer);
}

/** Operators that draw a text at a place, counted from the bottom left. */
export function textAt(x: number, y: number, text: string, size = 12, more = ""): string {
  return `BT ${more} /F ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`;
}

function stream(entries: string, bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from("\nendstream"),
  ]);
}

function written(objects: readonly Buffer[], trailer: string): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n")];
  let at = 9;
  const places = objects.map((body, index) => {
    const place = at;
    const whole = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      body,
      Buffer.from("\nendobj\n"),
    ]);
    parts.push(whole);
    at += whole.length;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const count = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${places.join("")}` +
        `trailer\n<</Size ${count}/Root 1 0 R${trailer}>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
