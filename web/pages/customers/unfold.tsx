import { ChevronDown } from "lucide-react";
import { Button } from "../../components/button.tsx";

type UnfoldProps = {
  readonly label: string;
  readonly hasIcon?: true;
  readonly onUnfold: () => void;
};

/** Shows further fields in its own place, and moves the focus to the first of them. */
export function Unfold({ label, hasIcon, onUnfold }: UnfoldProps) {
  const press = (button: Element) => {
    const box = button.closest("form, section");
    const before = new Set(box?.querySelectorAll(CONTROLS));
    onUnfold();
    // The fields are drawn in the next frame.
    requestAnimationFrame(() => {
      const fields = box?.querySelectorAll<HTMLElement>(CONTROLS) ?? [];
      [...fields].find((field) => !before.has(field))?.focus();
    });
  };
  return (
    <div>
      <Button kind="quiet" onClick={({ currentTarget }) => press(currentTarget)}>
        {hasIcon === true ? <ChevronDown aria-hidden size={16} strokeWidth={1.5} /> : null}
        {label}
      </Button>
    </div>
  );
}

const CONTROLS = "input:not([type=hidden]), select, textarea, dd button";
