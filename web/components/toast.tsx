import { lazy, Suspense, useSyncExternalStore } from "react";
import { Refused } from "../api.ts";
import type { Tone } from "./shapes.tsx";

export type Toast = {
  readonly words: string;
  readonly tone: Tone;
  /** True if it stays until it is dismissed. */
  readonly isKept?: boolean;
  /** Id of a record or setting: a newer toast about it takes the place of the older. */
  readonly about?: string;
  readonly action?: { readonly label: string; readonly onPress: () => void };
};

const loadViewport = async () => import("./toast-viewport.tsx");
const ToastViewport = lazy(async () =>
  loadViewport().then(({ ToastViewport }) => ({ default: ToastViewport })),
);

/** Toasts from before the viewport is there, which takes them over and then shows each at once. */
const waiting: Toast[] = [];
const listeners = new Set<() => void>();
const state: { isWanted: boolean; show: ((toast: Toast) => void) | null } = {
  isWanted: false,
  show: null,
};

/** Shows a toast and announces it politely, once. F6 moves the focus to it. */
export function say(words: string, given: Partial<Omit<Toast, "words">> = {}): void {
  const toast = { tone: "good", words, ...given } as const;
  if (state.show !== null) state.show(toast);
  else {
    waiting.push(toast);
    prepareToasts();
  }
}

/** Says why something was refused. With the reference of a bug, which is to be copied, it stays. */
export function sayWhy(error: Refused, given: Partial<Omit<Toast, "words">> = {}): void {
  const isKept = error.problem.reference !== undefined;
  say(error.why, { tone: "warn", isKept, ...given });
}

/** Loads the place of the toasts, empty, so that screen readers know it before the first. */
export function prepareToasts(): void {
  state.isWanted = true;
  for (const listener of listeners) listener();
}

/** Hands over toasts until the returned function is called. */
export function takeToasts(show: (toast: Toast) => void): () => void {
  state.show = show;
  for (const toast of waiting.splice(0)) show(toast);
  return () => {
    state.show = null;
  };
}

/** Place of the toasts. It is not part of the first load. */
export function Toasts() {
  const isWanted = useSyncExternalStore(subscribe, () => state.isWanted);
  return <Suspense>{isWanted ? <ToastViewport /> : null}</Suspense>;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs an action of a button, and tells a refusal in a toast; the answer is null then. */
export async function toastRefusal<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayWhy(error);
    return null;
  }
}
