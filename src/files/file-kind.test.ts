import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { zipOf } from "../../test/zip.ts";
import { Refusal } from "../core/errors.ts";
import type { FileKind } from "../shared/paper.ts";
import { fileKindOf } from "./file-kind.ts";

const folder = await mkdtemp(join(tmpdir(), "ledgerport-kinds-"));
after(() => rm(folder, { recursive: true }));

type Content = string | Buffer;

/** The kind of a file with that content, or the refusal's words for it. */
async function found(content: Content, name = "a.bin"): Promise<string> {
  const path = join(folder, "file");
  await writeFile(path, content);
  try {
    return await fileKindOf(path, name);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    assert.deepEqual([error.code, error.path], ["type_not_taken", "file"]);
    return (
      /^The content of the file is (.*), whatever its name says/.exec(error.message)?.[1] ?? ""
    );
  }
}

const TYPES = "application/vnd.openxmlformats-officedocument";
const WORD = `${TYPES}.wordprocessingml.document.main+xml`;
const EXCEL = `${TYPES}.spreadsheetml.sheet.main+xml`;
const SLIDES = `${TYPES}.presentationml.presentation.main+xml`;
const WORD_MACROS = "application/vnd.ms-word.document.macroEnabled.main+xml";
const OPEN = "application/vnd.oasis.opendocument";

function office(type: string, more: Readonly<Record<string, string>> = {}): Buffer {
  return zipOf({
    "[Content_Types].xml": `<Types><Override PartName="/x.xml" ContentType="${type}"/></Types>`,
    "x.xml": "<x/>",
    ...more,
  });
}

const MAIL =
  "Received: from a by b;\r\n Mon, 1 Nov 2026\r\nFrom: a@b.example\r\nSubject: Hi\r\n\r\nHello";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("files are known by their content, whatever their name says", async () => {
  const files: readonly (readonly [Content, FileKind, string?])[] = [
    ["%PDF-1.7\n%\u00e2\n", "pdf", "a.html"],
    ["\ufeff\n%PDF-1.4\n", "pdf"],
    [Buffer.from("\0\x01junk\n%PDF-1.4\n", "latin1"), "pdf"],
    [PNG, "png", "a.jpg"],
    [
      Buffer.from("47494638396101000100800000000000ffffff2c00000000010001000002024401003b", "hex"),
      "gif",
    ],
    [Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex"), "jpeg"],
    [Buffer.from("0000001866747970686569630000000068656963", "hex"), "heic"],
    [Buffer.from("0000001866747970617669660000000061766966", "hex"), "avif"],
    [Buffer.from("49492a0008000000000000000000", "hex"), "tiff"],
    ["<?xml version='1.0'?><!-- <html> --><rsm:Invoice xmlns:rsm='x'/>", "xml", "a.svg"],
    ["\ufeff<Invoice xmlns='urn:x'><ID>1</ID></Invoice>", "xml"],
    [MAIL, "eml", "a.txt"],
    [Buffer.concat([Buffer.from(MAIL), Buffer.from([0, 1, 2])]), "eml"],
    ["Total: 5\nDate: today\nThanks", "text", "a.docx"],
    ["<3 you, see you <soon@b.example>", "text"],
    [Buffer.from("M\xfcller, 12,00 \x80", "latin1"), "text"],
    [Buffer.from("\ufeffM\u00fcller", "utf16le"), "text"],
    ["a;b\n1;2\n", "csv", "Umsatz.CSV"],
    ["# Notes\n", "markdown", "notes.md"],
    ["# Notes\n", "text", "notes.pdf"],
    [office(WORD), "docx", "a.zip"],
    [office(EXCEL), "xlsx"],
    [zipOf({ mimetype: `${OPEN}.text`, "content.xml": "<x/>" }), "odt"],
    [zipOf({ mimetype: `${OPEN}.spreadsheet`, "Basic/Standard/script-lb.xml": "<x/>" }), "ods"],
  ];
  for (const [content, kind, name] of files)
    assert.equal(await found(content, name), kind, String(content).slice(0, 60));
});

test("what a browser shows as a page, what runs, and what nobody knows is refused by its name", async () => {
  const files: readonly (readonly [Content, string, string?])[] = [
    ["", "empty"],
    [" \n\t", "nothing but spaces", "a.txt"],
    ["<!doctype html><p>Hi", "HTML", "invoice.pdf"],
    ["\n <HTML><body onload=x>", "HTML", "invoice.pdf"],
    ["<!-- a --><script>alert(1)</script>", "HTML", "a.txt"],
    ["<script>alert(1)</script>", "HTML", "a.txt"],
    ["<?xml version='1.0'?><x:html xmlns:x='http://www.w3.org/1999/xhtml'/>", "HTML", "a.xml"],
    ["<?xml version='1.0'?><a xmlns:x='http://www.w3.org/1999/xhtml'><x:script/></a>", "HTML"],
    ["<svg xmlns='http://www.w3.org/2000/svg' onload='x'/>", "SVG", "a.png"],
    ["<?xml version='1.0'?><!DOCTYPE s [<!ENTITY a 'b'>]><s:svg xmlns:s='x'/>", "SVG", "a.xml"],
    ["#!/bin/sh\nrm -rf /", "a script", "a.csv"],
    ["@echo off\r\n", "a script"],
    ["{\\rtf1 Hi}", "RTF", "a.doc"],
    ["%!PS-Adobe-3.0", "PostScript"],
    [office(WORD_MACROS), "an office file with macros", "a.docx"],
    [office(WORD, { "word/vbaProject.bin": "x" }), "DOCX with macros", "a.docx"],
    [office(SLIDES), "another kind of office file"],
    [zipOf({ mimetype: `${OPEN}.text`, "Basic/Standard/Module1.xml": "<x/>" }), "ODT with macros"],
    [zipOf({ mimetype: `${OPEN}.presentation` }), "another kind of OpenDocument file"],
    [zipOf({ "a.pdf": "%PDF-1.4" }), "a ZIP archive", "a.pdf"],
    [office(WORD, manyParts(10_000)), "a ZIP archive of more than 10000 files", "a.docx"],
    [Buffer.from("PK\x03\x04 and no more"), "a damaged ZIP archive"],
    [Buffer.from(`MZ\x90${"\0".repeat(100)}`, "latin1"), "a program", "a.pdf"],
    [Buffer.from("7f454c4602010100", "hex"), "a program"],
    [Buffer.from("1f8b0800000000000003", "hex"), "GZ (application/gzip)"],
    [Buffer.from("\0\x01\x02\x03", "latin1"), "of no known type"],
  ];
  for (const [content, words, name] of files)
    assert.equal(await found(content, name), words, String(content).slice(0, 60));
});

/** Macros may stand behind them. */
function manyParts(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`word/${at}.xml`, ""]));
}
