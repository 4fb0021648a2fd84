import { Page } from "../../components/page.tsx";
import { FormatsSection } from "./profile/formats.tsx";
import { PasswordSection } from "./profile/password.tsx";
import { PersonSection } from "./profile/person.tsx";
import { SessionsSection } from "./profile/sessions.tsx";
import { ThemeSection } from "./profile/theme.tsx";

export function Profile() {
  return (
    <Page lead="Your own settings, the same in all your teams." title="Profile" width="settings">
      <PersonSection />
      <FormatsSection />
      <ThemeSection />
      <PasswordSection />
      <SessionsSection />
    </Page>
  );
}
