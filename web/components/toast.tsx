import { lazy, Suspense, useSyncExternalStore } from "react";
import { Refused } from "../api.ts";
import type { Tone } from "./shapes.tsx";

export type Toast = {
  readonly words: string;
  readonly tone: Tone;
  readonly isKept?: boolean;
  /** Id of a record or setting: a newer toast about it replaces the older one. */
  readonly about?: string;
  readonly action?: { readonly label: string; readonly onPress: () => void };
};

const loadViewport = async () => import("./toast-viewport.tsx");
const ToastViewport = lazy(async () =>
  loadViewport().then(({ ToastViewport }) => ({ default: ToastViewport })),
);

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

/** Tells why something was refused. With a bug's reference, which the person copies, it stays. */
export function sayWhy(error: Refused, given: Partial<Omit<Toast, "words">> = {}): void {
  const isKept = error.problem.reference !== undefined;
  say(error.why, { tone: "warn", isKept, ...given });
}

/** Loads the empty viewport, so that screen readers know it before the first toast. */
export function prepareToasts(): void {
  state.isWanted = true;
  for (const listener of listeners) listener();
}

export function takeToasts(show: (toast: Toast) => void): () => void {
  state.show = show;
  for (const toast of waiting.splice(0)) show(toast);
  return () => {
    state.show = null;
  };
}

export function Toasts() {
  const isWanted = useSyncExternalStore(subscribe, () => state.isWanted);
  return <Suspense>{isWanted ? <ToastViewport /> : null}</Suspense>;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs an action of a button. A refusal is told in a toast, and the result is null. */
export async function toastRefusal<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayWhy(error);
    return null;
  }
}
