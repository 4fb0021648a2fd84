import { TextField } from "../../../components/fields.tsx";
import { Form } from "../../../components/form.tsx";
import { Section } from "../../../components/page.tsx";
import { useMe, useWrite } from "../../../queries.ts";

export function NameSection() {
  const { user } = useMe();
  const change = useWrite("PATCH /api/me");
  return (
    <Section
      hint={
        <>
          Your teams see it with everything you do. You sign in as <bdi>{user.email}</bdi>.
        </>
      }
      id="name"
      title="Your name"
    >
      <Form
        done="Saved"
        kind="secondary"
        onSubmit={async (values) => {
          await change.mutateAsync({ name: values.get("name") ?? "" });
        }}
        submit="Save the name"
      >
        <TextField autoComplete="name" defaultValue={user.name} label="Name" name="name" required />
      </Form>
    </Section>
  );
}
