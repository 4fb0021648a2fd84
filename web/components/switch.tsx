import { Switch as Base } from "@base-ui/react/switch";
import { type ReactNode, type Ref, useId } from "react";
import { setSingleKeys, useSingleKeys } from "../preferences.ts";

type SwitchProps = {
  readonly label: string;
  readonly hint: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly locked?: string | null;
  readonly ref?: Ref<HTMLElement>;
};

export function Switch({ label, hint, isOn, onChange, locked = null, ref }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="grid gap-1">
        <span className="font-medium" id={id}>
          {label}
        </span>
        <div className="max-w-measure text-ink2" id={`${id}-hint`}>
          {hint}
          {locked === null ? null : <p className="pt-1 font-medium text-ink">{locked}</p>}
        </div>
      </div>
      <span className="flex min-h-6 shrink-0 items-center gap-2">
        <span aria-hidden className="text-ink2">
          {isOn ? "On" : "Off"}
        </span>
        <Base.Root
          aria-describedby={`${id}-hint`}
          aria-labelledby={id}
          checked={isOn}
          className="switch"
          disabled={locked !== null}
          onCheckedChange={onChange}
          ref={ref}
        >
          <Base.Thumb className="size-4 rounded-full bg-ink2 transition-transform duration-80 data-checked:translate-x-4 data-checked:bg-on-accent" />
        </Base.Root>
      </span>
    </div>
  );
}

export function SingleKeysSwitch({ onChanged }: { readonly onChanged?: () => void }) {
  return (
    <Switch
      hint="Keys such as ? and J that work without Ctrl or ⌘. Turn them off if you use speech input."
      isOn={useSingleKeys()}
      label="Single-key shortcuts"
      onChange={(isOn) => {
        setSingleKeys(isOn);
        onChanged?.();
      }}
    />
  );
}
