import { Page } from "../../components/page.tsx";
import { NameSection } from "./profile/name.tsx";
import { PasswordSection } from "./profile/password.tsx";
import { SessionsSection } from "./profile/sessions.tsx";
import { ThemeSection } from "./profile/theme.tsx";
import { TimeZoneSection } from "./profile/time-zone.tsx";

export function Profile() {
  return (
    <Page lead="Your own settings, the same in all your teams." title="Profile" width="settings">
      <NameSection />
      <TimeZoneSection />
      <ThemeSection />
      <PasswordSection />
      <SessionsSection />
    </Page>
  );
}
