import { useEffect } from "react";
import { useTeam } from "../team.tsx";

export type Recent = {
  readonly label: string;
  readonly kind: string | null;
  readonly href: string;
};

const MOST = 5;

/** Keeps what was opened, by browser and team; the latest first, each once. */
export function remember(team: string, recent: Recent): void {
  const others = recentsOf(team).filter(({ href }) => href !== recent.href);
  localStorage.setItem(keptAs(team), JSON.stringify([recent, ...others].slice(0, MOST)));
}

export function recentsOf(team: string): readonly Recent[] {
  const kept = localStorage.getItem(keptAs(team));
  return kept === null ? [] : read(kept);
}

function keptAs(team: string): string {
  return `recent:${team}`;
}

/** Drops what another version may have written. */
function read(text: string): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== "object" || value === null) return false;
  const { label, kind, href }: Partial<Record<string, unknown>> = { ...value };
  const isNamed = typeof label === "string" && (kind === null || typeof kind === "string");
  // An address of this app alone.
  return isNamed && typeof href === "string" && /^\/(?!\/)/.test(href);
}

/** Adds this page's record to the palette's recent ones, however it was reached. */
export function useRemembered(
  label: string,
  kind: "Customer" | "Project" | "Invoice" | "Document",
  href: string,
): void {
  const { id } = useTeam();
  useEffect(() => remember(id, { label, kind, href }), [id, label, kind, href]);
}
