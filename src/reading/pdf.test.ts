import assert from "node:assert/strict";
import { test } from "node:test";
import { madePdf, textAt } from "../../test/made-pdf.ts";
import { openPdf, type OpenPdf } from "./pdf.ts";

const MOST = 100_000;

test("letters are joined to words, and to cells where a gap is wider than the letters are high", async () => {
  const content =
    textAt(50, 800, "Invoice") +
    textAt(95, 800, "total") +
    textAt(400, 800, "119.00") +
    textAt(50, 780, "Second line");
  await withPdf(madePdf({ pages: [{ content }] }), (pdf) => {
    const read = pdf.readPage(0, MOST);
    assert.deepEqual(read?.page.cells.map(({ text }) => text).toSorted(), [
      "119.00",
      "Invoice total",
      "Second line",
    ]);
    const amount = read?.page.cells.find(({ text }) => text === "119.00");
    assert.ok(amount && Math.abs(amount.box.left - 400) < 1 && amount.box.bottom < 50);
  });
});

test("a page that is turned or cropped is read as it is shown", async () => {
  // Letters stand upright once the page is turned by 90° clockwise.
  const turned = `BT /F 12 Tf 0 1 -1 0 100 50 Tm (Upright when turned) Tj ET`;
  const cropped = textAt(60, 790, "Kept within") + textAt(60, 700, "Cut away");
  await withPdf(
    madePdf({
      pages: [
        { content: turned, rotate: 90, media: "0 0 200 400" },
        { content: cropped, crop: "50 750 300 830" },
      ],
    }),
    (pdf) => {
      const one = pdf.readPage(0, MOST);
      assert.deepEqual([one?.page.width, one?.page.height], [400, 200]);
      assert.deepEqual(
        one?.page.cells.map(({ text }) => text),
        ["Upright when turned"],
      );
      const box = one?.page.cells[0]?.box;
      assert.ok(box && Math.abs(box.left - 50) < 1 && box.top > 80 && box.bottom < 110, "upright");
      const two = pdf.readPage(1, MOST);
      assert.deepEqual([two?.page.width, two?.page.height], [250, 80]);
      assert.deepEqual(
        two?.page.cells.map(({ text }) => text),
        ["Kept within"],
      );
      assert.ok(Math.abs((two?.page.cells[0]?.box.left ?? 0) - 10) < 1);
      assert.equal(two?.hidden, "Cutaway".length);
    },
  );
});

test("letters that nobody sees are counted, and not read", async () => {
  const content =
    textAt(50, 800, "Seen by everybody, and long enough") +
    textAt(50, 700, "tiny", 1) +
    textAt(50, 600, "unpainted", 12, "3 Tr") +
    textAt(900, 500, "outside") +
    textAt(50, 400, "small", 12, "0.1 0 0 0.1 0 0 Tm");
  await withPdf(madePdf({ pages: [{ content }] }), (pdf) => {
    const read = pdf.readPage(0, MOST);
    assert.deepEqual(
      read?.page.cells.map(({ text }) => text),
      ["Seen by everybody, and long enough"],
    );
    assert.equal(read?.hidden, "tinyunpaintedoutsidesmall".length);
    assert.equal(read?.needsOcr, false);
  });
});

test("unpainted letters over a scan are its text, and a scan without letters needs OCR", async () => {
  const scan = "q 595 0 0 842 0 0 cm /I Do Q\n";
  const recognised = textAt(50, 800, "Recognised by the scanner itself", 12, "3 Tr");
  await withPdf(
    madePdf({
      pages: [
        { content: scan + recognised, hasPicture: true },
        { content: scan, hasPicture: true },
      ],
    }),
    (pdf) => {
      const [one, two] = [pdf.readPage(0, MOST), pdf.readPage(1, MOST)];
      assert.deepEqual(
        one?.page.cells.map(({ text }) => text),
        ["Recognised by the scanner itself"],
      );
      assert.deepEqual([one?.needsOcr, one?.hidden], [false, 0]);
      assert.deepEqual([two?.needsOcr, two?.page.cells.length], [true, 0]);
    },
  );
});

test("words in form fields are read and drawn", async () => {
  await withPdf(madePdf({ pages: [{ content: "", typed: "Typed 42.00" }] }), (pdf) => {
    assert.deepEqual(
      pdf.readPage(0, MOST)?.page.cells.map(({ text }) => text),
      ["Typed 42.00"],
    );
    const drawn = pdf.drawPage(0, 595);
    assert.ok(drawn && darkIn(drawn.rgb) > 50);
  });
});

test("a page is drawn on white in the width asked for, and a huge one smaller", async () => {
  const content = textAt(50, 800, "Black letters");
  await withPdf(madePdf({ pages: [{ content }, { content, media: "0 0 14000 14000" }] }), (pdf) => {
    const drawn = pdf.drawPage(0, 320);
    assert.deepEqual([drawn?.width, drawn?.height], [320, 453]);
    assert.equal(drawn?.rgb.length, 320 * 453 * 3);
    assert.equal(drawn?.rgb.at(-1), 255);
    assert.ok(darkIn(drawn?.rgb ?? []) > 20);
    const huge = pdf.drawPage(1, 20_000);
    assert.ok(huge && huge.width === 5000 && huge.height === 5000);
  });
});

test("attachments come with their names and bytes", async () => {
  const attached = { "factur-x.xml": "<a/>", "terms.txt": "none" };
  await withPdf(madePdf({ pages: [{ content: "" }], attached }), (pdf) => {
    assert.deepEqual(
      pdf.attachments().map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]),
      Object.entries(attached),
    );
  });
});

test("a page beyond the letters that are left is cut", async () => {
  await withPdf(madePdf({ pages: [{ content: textAt(50, 800, "abcdefghij") }] }), (pdf) => {
    const read = pdf.readPage(0, 4);
    assert.deepEqual([read?.page.cells[0]?.text, read?.isCut], ["abcd", true]);
  });
});

test("a file that is damaged, empty, or needs a password is told apart", async () => {
  const whole = madePdf({ pages: [{ content: textAt(50, 800, "Here") }] });
  assert.equal(await openPdf(Buffer.from("%PDF-1.7\nno more")), "damaged");
  assert.equal(await openPdf(madePdf({ pages: [] })), "empty");
  assert.equal(await openPdf(lockedPdf()), "password");
  // Objects are found without the table of their places.
  const lost = Buffer.from(whole.toString("latin1").replace(/startxref\n\d+/, "startxref\n9"));
  await withPdf(lost, (pdf) => {
    assert.equal(pdf.readPage(0, MOST)?.page.cells[0]?.text, "Here");
  });
});

/** Encrypted by a password that nobody knows: the hashes stand for none that can be typed. */
function lockedPdf(): Buffer {
  const hash = `<${"ab".repeat(32)}>`;
  const trailer = `/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -44/O ${hash}/U ${hash}>>/ID[<00><00>]`;
  return madePdf({ pages: [{ content: "" }], trailer });
}

async function withPdf(bytes: Uint8Array, use: (pdf: OpenPdf) => void): Promise<void> {
  const pdf = await openPdf(bytes);
  assert.ok(typeof pdf !== "string", `opens, but is ${JSON.stringify(pdf)}`);
  try {
    use(pdf);
  } finally {
    pdf.close();
  }
}

function darkIn(rgb: Iterable<number>): number {
  return [...rgb].filter((value) => value < 160).length;
}
