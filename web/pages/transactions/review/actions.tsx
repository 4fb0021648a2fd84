import { Button } from "../../../components/button.tsx";

export type ItemAction = {
  readonly label: string;
  /** Key that does the same: `A`. */
  readonly letter: string;
  readonly onPress: () => void;
  readonly isMain?: true;
};

type ItemActionsProps = { readonly actions: readonly ItemAction[]; readonly isActive: boolean };

/** Actions on an item, each with its key. Tab reaches those of the current item only. */
export function ItemActions({ actions, isActive }: ItemActionsProps) {
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
      {actions.map(({ label, letter, onPress, isMain = false }) => (
        <Button
          aria-keyshortcuts={letter}
          key={label}
          kind={isMain && isActive ? "primary" : "secondary"}
          onClick={onPress}
          tabIndex={isActive ? 0 : -1}
        >
          {label}
          <kbd
            aria-hidden
            className={`font-sans text-caption max-sm:hidden ${isMain && isActive ? "" : "text-ink3"}`}
          >
            {letter}
          </kbd>
        </Button>
      ))}
    </div>
  );
}
