import assert from "node:assert/strict";
import { SaxesParser } from "saxes";
import { unzipped } from "../src/core/unzip.ts";

const BOUNDS = { largest: 200 * 2 ** 20, mostFiles: 50 };

/** The first sheet of a workbook, as XML. */
export async function sheetIn(bytes: Uint8Array): Promise<string> {
  const files = await unzipped(bytes, BOUNDS);
  if (typeof files === "string") assert.fail(`the workbook is no archive: ${files}`);
  const sheet = files.find(({ name }) => name === "xl/worksheets/sheet1.xml");
  return sheet?.bytes.toString("utf8") ?? assert.fail("the workbook has no sheet");
}

type Value = string | number | null;

/** Cells of a sheet, read without the library that writes them. */
export function cellsIn(xml: string): readonly (readonly Value[])[] {
  const rows: Value[][] = [];
  let cell = { column: 0, type: "n", text: "" };
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "row") rows.push([]);
    if (name === "c")
      cell = { column: columnOf(attributes["r"] ?? ""), type: attributes["t"] ?? "n", text: "" };
  });
  parser.on("text", (text) => {
    cell.text += text;
  });
  parser.on("closetag", ({ name }) => {
    const row = rows.at(-1);
    if (name !== "c" || row === undefined) return;
    while (row.length < cell.column) row.push(null);
    if (cell.text !== "") row[cell.column] = cell.type === "n" ? Number(cell.text) : cell.text;
  });
  parser.write(xml).close();
  return rows;
}

/** `AB12` is in the column 27. */
function columnOf(reference: string): number {
  const letters = Array.from(reference.replace(/\d+$/, ""));
  return letters.reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
