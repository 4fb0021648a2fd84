import { useState } from "react";
import { Section } from "../../../components/page.tsx";
import { Choices } from "../../../form/choices.tsx";
import { looseField } from "../../../form/field.ts";
import { setTheme, type Theme, THEMES, useTheme } from "../../../theme.ts";
import { Saved } from "./saved.tsx";

const WORDS: Readonly<Record<Theme, { readonly label: string; readonly hint: string }>> = {
  system: { label: "System", hint: "Follows the setting of this device." },
  light: { label: "Light", hint: "Ink on paper." },
  dark: { label: "Dark", hint: "Easy on the eyes where it is dim." },
};

/** Saves each choice at once. */
export function ThemeSection() {
  const theme = useTheme();
  const [isSaved, setIsSaved] = useState(false);
  return (
    <Section
      actions={<Saved isSaved={isSaved} />}
      hint="Kept in this browser only: other browsers have their own."
      id="theme"
      title="Theme"
    >
      <Choices
        choices={THEMES.map((value) => ({ value, ...WORDS[value] }))}
        field={looseField<Theme>("theme", theme, (chosen) => {
          setTheme(chosen);
          setIsSaved(true);
        })}
        label="Appearance"
      />
    </Section>
  );
}
