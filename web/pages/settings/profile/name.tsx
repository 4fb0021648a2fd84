import { Section } from "../../../components/page.tsx";
import { Form } from "../../../form/form.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useMe } from "../../../queries.ts";

export function NameSection() {
  const { user } = useMe();
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
        given={{}}
        initial={{ name: user.name }}
        kind="secondary"
        route="PATCH /api/me"
        submit="Save the name"
      >
        {({ field }) => <TextField autoComplete="name" field={field("name")} label="Name" />}
      </Form>
    </Section>
  );
}
