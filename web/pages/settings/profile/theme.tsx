import { useState } from "react";
import { Choices } from "../../../components/fields.tsx";
import { Section } from "../../../components/page.tsx";
import { Shape } from "../../../components/shapes.tsx";
import { setTheme, type Theme, THEMES, useTheme } from "../../../theme.ts";

const WORDS: Readonly<Record<Theme, { readonly label: string; readonly hint: string }>> = {
  system: { label: "As the system", hint: "Changes with this device, by day and by night." },
  light: { label: "Light", hint: "Ink on paper." },
  dark: { label: "Dark", hint: "Easy on the eyes where it is dim." },
};

/** Saved as soon as it is chosen. */
export function ThemeSection() {
  const theme = useTheme();
  const [isSaved, setIsSaved] = useState(false);
  return (
    <Section
      actions={
        <output className="flex items-center gap-1 text-ink2">{isSaved ? <Saved /> : null}</output>
      }
      hint="Kept in this browser; your others keep theirs."
      id="theme"
      title="Theme"
    >
      <Choices
        choices={THEMES.map((value) => ({ value, ...WORDS[value] }))}
        label="How Ledgerport looks"
        name="theme"
        onChange={(chosen) => {
          setTheme(THEMES.find((theme) => theme === chosen) ?? "system");
          setIsSaved(true);
        }}
        value={theme}
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
