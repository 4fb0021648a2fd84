import { api } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { optimisticAnswer } from "../../optimistic.ts";
import { useMe, useWrite } from "../../queries.ts";
import { Form } from "../form.tsx";
import { InlineField } from "../inline-field.tsx";
import { SelectField } from "../select-field.tsx";
import { TextField } from "../text-field.tsx";

/** Forms upon a record whose moment of the last change stands in its e-mail. */
export function Saving() {
  const { user } = useMe();
  const change = useWrite("PATCH /api/me", {
    changes: ["GET /api/me"],
    optimistic: ({ name = "" }) => [
      optimisticAnswer("GET /api/me", (me) => ({ ...me, user: { ...me.user, name } })),
    ],
  });
  const read = async () => {
    const { user } = await api("GET /api/me", {});
    return {
      values: { name: user.name, timeZone: user.timeZone },
      seen: user.email,
      by: "Anna",
    };
  };
  return (
    <>
      <section aria-label="Person" className="grid gap-5">
        <Form
          changes={["GET /api/me"]}
          done="Saved"
          given={{}}
          initial={{ name: user.name, timeZone: user.timeZone }}
          kind="secondary"
          route="PATCH /api/me"
          submit="Save the person"
          version={{ seen: user.email, read }}
        >
          {({ field }) => (
            <>
              <TextField field={field("name")} label="Name" />
              <SelectField field={field("timeZone")} label="Time zone" options={ZONES} />
            </>
          )}
        </Form>
        <Button onClick={() => change.mutate({ name: "Guessed" })}>Rename at once</Button>
      </section>
      <section aria-label="Inline" className="grid gap-2">
        <InlineField
          given={{}}
          initial={{ name: user.name }}
          label="name"
          route="PATCH /api/me"
          told={user.name}
        >
          {(field) => <TextField field={field("name")} isLabelHidden label="Inline name" />}
        </InlineField>
      </section>
    </>
  );
}

const ZONES = ["UTC", "Europe/Berlin", "Asia/Tokyo"].map((value) => ({ value, label: value }));
