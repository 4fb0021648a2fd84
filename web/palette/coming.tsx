export const ASKS = "Page, action or name of a record";

export const PLACE = "fixed inset-0 z-50 flex items-start justify-center p-2 sm:pt-[12dvh]";

type PaletteComingProps = {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onClose: () => void;
};

/**
 * Takes what is typed until the palette is loaded, so that no letter is lost or acts on the page.
 */
export function PaletteComing({ typed, onType, onClose }: PaletteComingProps) {
  return (
    <div className={PLACE}>
      <input
        aria-label={ASKS}
        className="h-11 w-full max-w-120 rounded-panel bg-surface px-3 shadow-popover"
        onChange={(event) => onType(event.target.value)}
        onKeyDown={({ key }) => key === "Escape" && onClose()}
        ref={focusAtEnd}
        value={typed}
      />
    </div>
  );
}

/** Focuses at once, not a frame later: a letter in between would go to the page. */
export function focusAtEnd(input: HTMLInputElement | null): void {
  input?.focus();
  input?.setSelectionRange(99, 99);
}
