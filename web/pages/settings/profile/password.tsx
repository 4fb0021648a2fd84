import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Section } from "../../../components/page.tsx";
import { say } from "../../../components/toast.tsx";
import { Form } from "../../../form/form.tsx";
import { PasswordField } from "../../../form/password-field.tsx";
import { useOpen } from "../../../open.ts";
import { useMe } from "../../../queries.ts";

export function PasswordSection() {
  const { open, show, hide } = useOpen();
  return (
    <Section
      actions={<Button onClick={() => show("password")}>Change the password…</Button>}
      hint="Changing it signs you out everywhere else. API keys and apps keep working."
      id="password"
      title="Password"
    >
      <Dialog isOpen={open === "password"} onClose={hide} title="Change the password">
        <ChangePassword onClose={hide} />
      </Dialog>
    </Section>
  );
}

function ChangePassword({ onClose }: { readonly onClose: () => void }) {
  const { user } = useMe();
  return (
    <Form
      before={<Button onClick={onClose}>Cancel</Button>}
      given={{}}
      initial={{ currentPassword: "", newPassword: "" }}
      onDone={() => {
        onClose();
        say("The password is changed. You are signed out everywhere else.");
      }}
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
  );
}
