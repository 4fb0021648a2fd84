import { useSingleKeys } from "../preferences.ts";

export type KeyHint = readonly [key: string, does: string];

export const CTRL = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

/** Keys of a page, where there is a keyboard and single keys are on. */
export function KeyHints({ keys }: { readonly keys: readonly KeyHint[] }) {
  if (!useSingleKeys()) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-small text-ink3 max-lg:hidden pointer-coarse:hidden">
      {keys.map(([key, does]) => (
        <span className="whitespace-nowrap" key={key}>
          <kbd className="font-sans font-medium text-ink2">{key}</kbd> {does}
        </span>
      ))}
    </p>
  );
}
