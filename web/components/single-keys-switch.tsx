import { setSingleKeys, useSingleKeys } from "../preferences.ts";
import { Switch } from "./switch.tsx";

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
