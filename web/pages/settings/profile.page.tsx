import { Button } from "../../components/button.tsx";
import { Page, Section } from "../../components/page.tsx";
import { FormDialog } from "../../form/form-dialog.tsx";
import { PasswordField } from "../../form/password-field.tsx";
import { useOpen } from "../../open.ts";
import { useMe } from "../../queries.ts";
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

function PasswordSection() {
  const { user } = useMe();
  const { open, show, hide } = useOpen();
  return (
    <Section
      actions={<Button onClick={() => show("password")}>Change the password…</Button>}
      hint="Changing it signs you out everywhere else. API keys and apps keep working."
      id="password"
      title="Password"
    >
      {open === "password" ? (
        <FormDialog
          given={{}}
          initial={{ currentPassword: "", newPassword: "" }}
          onClose={hide}
          route="PUT /api/me/password"
          said="The password is changed. You are signed out everywhere else."
          submit="Change the password"
          title="Change the password"
        >
          {({ field }) => (
            <>
              {/* Tells password managers whose password it is. */}
              <input autoComplete="username" hidden readOnly type="email" value={user.email} />
              <PasswordField
                autoComplete="current-password"
                field={field("currentPassword")}
                label="Current password"
              />
              <PasswordField
                autoComplete="new-password"
                field={field("newPassword")}
                hint="At least 10 characters. A few words are easy to remember and hard to guess."
                label="New password"
              />
            </>
          )}
        </FormDialog>
      ) : null}
    </Section>
  );
}
