/** True once a file was sent from this tab: only then what follows files is loaded. */
const state = { isBegun: false };
const listeners = new Set<() => void>();

export function beginUploads(): void {
  state.isBegun = true;
  for (const listener of listeners) listener();
}

export function hasBegun(): boolean {
  return state.isBegun;
}

export function onBegin(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
