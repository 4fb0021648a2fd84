import { useState } from "react";
import type { TrackedProject } from "../projects.ts";

/** Rows without time that were added to a week; they last as long as the tab. */
export function useAddedRows(week: string) {
  const name = `week-rows ${week}`;
  const [kept, setKept] = useState(() => ({ name, rows: read(name) }));
  if (kept.name !== name) setKept({ name, rows: read(name) });
  const add = (projects: readonly TrackedProject[]) => {
    const known = new Set(kept.rows.map(({ id }) => id));
    const rows = [...kept.rows, ...projects.filter(({ id }) => !known.has(id))];
    sessionStorage.setItem(name, JSON.stringify(rows));
    setKept({ name, rows });
  };
  return { rows: kept.rows, add } as const;
}

function read(name: string): readonly TrackedProject[] {
  const rows: unknown = JSON.parse(sessionStorage.getItem(name) ?? "[]");
  return Array.isArray(rows) ? rows.filter(isProject) : [];
}

function isProject(row: unknown): row is TrackedProject {
  return typeof row === "object" && row !== null && "id" in row && "name" in row;
}
