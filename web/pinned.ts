import { type ComponentType, lazy } from "react";

type Pinned = { readonly name: string; readonly Content: ComponentType };

/**
 * Components above the navigation on every page, and above the bar of phones. Each is made with `lazy`,
 * and may draw nothing.
 */
export const PINNED: readonly Pinned[] = [
  {
    name: "timer",
    Content: lazy(async () =>
      import("./timer/pinned-timer.tsx").then(({ PinnedTimer }) => ({ default: PinnedTimer })),
    ),
  },
];
