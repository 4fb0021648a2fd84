import { useEffect } from "react";
import { useTeam } from "../team.tsx";
import { remember } from "./recents.ts";

/** Adds this page's record to the palette's recent ones, however it was reached. */
export function useRemembered(label: string, kind: "Customer" | "Project", href: string): void {
  const { id } = useTeam();
  useEffect(() => remember(id, { label, kind, href }), [id, label, kind, href]);
}
