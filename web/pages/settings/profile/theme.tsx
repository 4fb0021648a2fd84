import { useState } from "react";
import { Section } from "../../../components/page.tsx";
import { Shape } from "../../../components/shapes.tsx";
import { Choices } from "../../../form/choices.tsx";
import { looseField } from "../../../form/field.ts";
import { setTheme, type Theme, THEMES, useTheme } from "../../../theme.ts";

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
      actions={
        <output className="flex items-center gap-1 text-ink2">{isSaved ? <Saved /> : null}</output>
      }
      hint="Applies to this browser only."
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

function Saved() {
  return (
    <>
      <Shape tone="good" />
      Saved
    </>
  );
}
