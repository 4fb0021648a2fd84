import { Check, Minus } from "lucide-react";
import { type ComponentProps, useEffect, useRef } from "react";
import { rowId } from "./open-row.ts";

type SelectBoxProps = {
  readonly rowKey: string;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly onFocus: (key: string) => void;
  readonly onSelect: (key: string, isRange: boolean) => void;
};

/** Checkbox of a row. With Shift it selects the rows up to it. */
export function SelectBox({ rowKey, isSelected, isActive, onFocus, onSelect }: SelectBoxProps) {
  return (
    <Box
      aria-describedby={rowId(rowKey)}
      aria-label="Select"
      onClick={({ shiftKey }) => onSelect(rowKey, shiftKey)}
      onFocus={() => onFocus(rowKey)}
      readOnly
      state={isSelected ? "all" : "none"}
      tabIndex={isActive ? 0 : -1}
    />
  );
}

type State = "all" | "some" | "none";

type SelectLoadedProps = {
  readonly state: State;
  readonly many: string;
  readonly onPress: () => void;
};

export function SelectLoaded({ state, many, onPress }: SelectLoadedProps) {
  return <Box aria-label={`Select the loaded ${many}`} onChange={onPress} state={state} />;
}

type BoxProps = Omit<ComponentProps<"input">, "className" | "type" | "checked"> & {
  readonly state: State;
};

/** Checkbox whose native input is larger than its drawing, so that it is easily pressed. */
export function Box({ state, ...input }: BoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = state === "some";
  }, [state]);
  return (
    <span className="relative z-1 -my-2.5 -ms-2 grid size-11 place-items-center sm:-my-2 sm:size-9">
      <input
        {...input}
        checked={state === "all"}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0"
        ref={box}
        type="checkbox"
      />
      <span
        aria-hidden
        className={`pointer-events-none grid size-4 place-items-center rounded-control border text-on-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus forced-colors:text-[CanvasText] ${state === "none" ? "border-edge bg-surface" : "border-accent bg-accent"}`}
      >
        {state === "all" ? <Check size={12} strokeWidth={3} /> : null}
        {state === "some" ? <Minus size={12} strokeWidth={3} /> : null}
      </span>
    </span>
  );
}
