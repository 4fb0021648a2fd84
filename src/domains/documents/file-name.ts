import { withoutHidden } from "../../core/visible.ts";
import { FILE_KINDS, type FileKind } from "../../shared/paper.ts";

const LONGEST = 200;

/** Endings that a name may have beside the usual one of its kind. */
const OTHER_ENDINGS: Readonly<Partial<Record<FileKind, readonly string[]>>> = {
  jpeg: ["jpeg", "jpe"],
  heic: ["heif"],
  tiff: ["tif"],
  text: ["text", "log"],
  markdown: ["markdown"],
};

/** Name of a file as it arrived, without folders and hidden characters, on one line and of 200 characters at most. */
export function fileNameOf(sent: string, kind: FileKind): string {
  const last = sent.normalize("NFC").toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const name = withoutHidden(last.replaceAll(/\s+/gu, " ")).trim();
  // A name of dots alone means a folder.
  if (/^\.*$/.test(name)) return `document.${FILE_KINDS[kind].ending}`;
  return cut(name);
}

/** The name with an ending that says what the file is, so that opening it starts no other program. */
export function withEnding(name: string, kind: FileKind): string {
  const { ending } = FILE_KINDS[kind];
  const own = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase();
  if (own === ending || OTHER_ENDINGS[kind]?.includes(own ?? "") === true) return name;
  return cut(`${name}.${ending}`);
}

/** Shortens what stands before the ending. */
function cut(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= LONGEST) return name;
  const [ending = ""] = /\.[a-z0-9]{1,8}$/i.exec(name) ?? [];
  return `${letters.slice(0, LONGEST - ending.length).join("")}${ending}`;
}
