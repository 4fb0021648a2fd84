import { useState } from "react";
import { PasswordField } from "../../../components/fields.tsx";
import { Form } from "../../../components/form.tsx";
import { Section } from "../../../components/page.tsx";
import { useMe, useWrite } from "../../../queries.ts";

export function PasswordSection() {
  const { user } = useMe();
  const change = useWrite("PUT /api/me/password");
  const [changes, setChanges] = useState(0);
  return (
    <Section
      hint="Changing it signs you out everywhere else. API keys and apps keep working."
      id="password"
      title="Password"
    >
      <Form
        kind="secondary"
        done="Changed. You are signed out everywhere else."
        onSubmit={async (values) => {
          await change.mutateAsync({
            currentPassword: values.get("currentPassword") ?? "",
            newPassword: values.get("newPassword") ?? "",
          });
          setChanges(changes + 1);
        }}
        submit="Change the password"
      >
        {/* Tells password managers whose password it is. */}
        <input autoComplete="username" hidden readOnly type="email" value={user.email} />
        <div className="grid gap-5" key={changes}>
          <PasswordField
            autoComplete="current-password"
            label="Current password"
            name="currentPassword"
          />
          <PasswordField
            autoComplete="new-password"
            hint="At least 10 characters. A few words are easy to remember and hard to guess."
            label="New password"
            name="newPassword"
          />
        </div>
      </Form>
    </Section>
  );
}
