import { Page } from "../../components/page.tsx";
import { NameSection } from "./profile/name.tsx";
import { PasswordSection } from "./profile/password.tsx";
import { SessionsSection } from "./profile/sessions.tsx";
import { ThemeSection } from "./profile/theme.tsx";
import { TimeZoneSection } from "./profile/time-zone.tsx";

/** What is a person's own, whichever team they look at. */
export function Profile() {
  return (
    <Page lead="What is yours, in every team that you are in." title="Profile" width="settings">
      <NameSection />
      <TimeZoneSection />
      <ThemeSection />
      <PasswordSection />
      <SessionsSection />
    </Page>
  );
}
