import { Page } from "../../components/page.tsx";
import { PasswordSection } from "./profile/password.tsx";
import {
  FormatsSection,
  PersonSection,
  ShortcutsSection,
  ThemeSection,
} from "./profile/person.tsx";
import { SessionsSection } from "./profile/sessions.tsx";

export function Profile() {
  return (
    <Page
      lead="Your own settings, the same in all your teams. They are kept with your account; only the theme and the shortcuts are kept in this browser."
      title="Profile"
      width="settings"
    >
      <PersonSection />
      <FormatsSection />
      <ThemeSection />
      <ShortcutsSection />
      <PasswordSection />
      <SessionsSection />
    </Page>
  );
}
