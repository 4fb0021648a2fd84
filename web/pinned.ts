import { type ComponentType, lazy } from "react";

type Pinned = { readonly name: string; readonly Content: ComponentType };

/**
 * Components that stand above the navigation on every page, and above the bar of phones, such as a
 * running timer. Each is made with `lazy`, and draws nothing when it has nothing to show.
 */
export const PINNED: readonly Pinned[] = [
  {
    name: "timer",
    Content: lazy(async () =>
      import("./timer/pinned-timer.tsx").then(({ PinnedTimer }) => ({ default: PinnedTimer })),
    ),
  },
];
