import { Section } from "../../../components/page.tsx";
import { Form } from "../../../form/form.tsx";
import { PasswordField } from "../../../form/password-field.tsx";
import { useMe } from "../../../queries.ts";

export function PasswordSection() {
  const { user } = useMe();
  return (
    <Section
      hint="Changing it signs you out everywhere else. API keys and apps keep working."
      id="password"
      title="Password"
    >
      <Form
        done="Changed. You are signed out everywhere else."
        given={{}}
        kind="secondary"
        initial={{ currentPassword: "", newPassword: "" }}
        route="PUT /api/me/password"
        submit="Change the password"
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
      </Form>
    </Section>
  );
}
