import { withoutHidden } from "../core/visible.ts";
import { FILE_KINDS, type FileKind } from "../shared/paper.ts";

const LONGEST_NAME = 200;

/** One name in a folder, as a person can read it: without a path, and without characters that nobody sees. */
export function fileName(given: string, kind: FileKind): string {
  const last = given.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const name = withoutHidden(last).replaceAll(/\s+/g, " ").trim().replace(/^\.+/, "");
  const { label, ending } = FILE_KINDS[kind];
  if (name === "" || name === ending) return `${label}.${ending}`;
  const characters = Array.from(name);
  if (characters.length <= LONGEST_NAME) return name;
  const end = /\.\w{1,10}$/.exec(name)?.[0] ?? "";
  const start = characters.slice(0, LONGEST_NAME - end.length).join("");
  return `${start.trimEnd()}${end}`;
}

/** A name whose ending is that of the content, for a file that somebody saves. */
export function nameToSave(name: string, kind: FileKind): string {
  const { ending } = FILE_KINDS[kind];
  const given = /\.(\w{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const isRight = given === ending || (OTHER_ENDINGS[kind] ?? []).includes(given);
  return isRight ? name : `${name}.${ending}`;
}

const OTHER_ENDINGS: Partial<Record<FileKind, readonly string[]>> = {
  jpeg: ["jpeg"],
  tiff: ["tif"],
  heic: ["heif"],
  csv: ["tsv"],
  markdown: ["markdown"],
};
