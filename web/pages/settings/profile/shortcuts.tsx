import { useState } from "react";
import { Section } from "../../../components/page.tsx";
import { SingleKeysSwitch } from "../../../components/single-keys-switch.tsx";
import { Saved } from "./saved.tsx";

/** Saves each choice at once. */
export function ShortcutsSection() {
  const [isSaved, setIsSaved] = useState(false);
  return (
    <Section
      actions={<Saved isSaved={isSaved} />}
      hint="All shortcuts are listed in the help, under your name. Kept in this browser only."
      id="shortcuts"
      title="Keyboard shortcuts"
    >
      <SingleKeysSwitch onChanged={() => setIsSaved(true)} />
    </Section>
  );
}
