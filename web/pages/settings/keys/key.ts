import type { Output } from "../../../api.ts";

export type Key = Output<"GET /api/teams/:team/keys">["keys"][number];
export type Preset = Key["preset"];

/** A key that was just made, with the only sight of it that there is. */
export type Minted = {
  readonly key: Key;
  readonly secret: string;
  /** The one whose place it takes, when it takes one. */
  readonly old?: Key;
};

/** The presets, in the order in which they are offered: a new key begins at the first. */
export const PRESETS: readonly {
  readonly preset: Preset;
  readonly label: string;
  readonly hint: string;
}[] = [
  { preset: "read", label: "Read Only", hint: "Sees everything, changes nothing." },
  { preset: "all", label: "All", hint: "Does everything that assistants may do in the team." },
  { preset: "restricted", label: "Restricted", hint: "Holds the scopes that you choose." },
];

export function presetLabel(preset: Preset): string {
  return PRESETS.find((known) => known.preset === preset)?.label ?? preset;
}
