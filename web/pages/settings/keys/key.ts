import type { Output } from "../../../api.ts";

export type Key = Output<"GET /api/teams/:team/keys">["keys"][number];
export type Preset = Key["preset"];

/** A new key with its secret, which is never shown again. */
export type Minted = {
  readonly key: Key;
  readonly secret: string;
  /** Key that it replaces after a rotation. */
  readonly old?: Key;
};

/** Presets in the order offered; the first is the default. */
export const PRESETS: readonly {
  readonly preset: Preset;
  readonly label: string;
  readonly hint: string;
}[] = [
  { preset: "read", label: "Read Only", hint: "Sees everything, changes nothing." },
  { preset: "all", label: "All", hint: "Does everything that assistants may do in the team." },
  {
    preset: "restricted",
    label: "Restricted",
    hint: "Reads, or reads and changes. It cannot delete.",
  },
];

export function presetLabel(preset: Preset): string {
  return PRESETS.find((known) => known.preset === preset)?.label ?? preset;
}
