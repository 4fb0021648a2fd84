import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/page.tsx";
import { Form } from "../../../form/form.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useMe, useNow } from "../../../queries.ts";
import { clockIn, placeOf, timeZoneOptions } from "./time-zones.ts";

/** Holds all that is typed on the page, so that one button saves it. */
export function PersonSection() {
  const { user } = useMe();
  return (
    <Section
      hint={
        <>
          You sign in as <bdi>{user.email}</bdi>. Your days begin and end in your time zone: on
          these pages, in the filters of Activity, and when assistants track your time.
        </>
      }
      id="person"
      title="Name and time zone"
    >
      <Form
        done="Saved"
        given={{}}
        initial={{ name: user.name, timeZone: user.timeZone }}
        kind="secondary"
        route="PATCH /api/me"
        submit="Save the profile"
      >
        {({ field, values }) => (
          <>
            <TextField
              autoComplete="name"
              field={field("name")}
              hint="Your teams see it with everything you do."
              label="Name"
            />
            <div className="flex gap-2 max-sm:flex-col">
              <div className="min-w-0 flex-1">
                <SelectField
                  field={field("timeZone")}
                  hint={<Clock zone={values.timeZone ?? user.timeZone} />}
                  label="Time zone"
                  options={timeZoneOptions([...ZONES, user.timeZone])}
                />
              </div>
              {values.timeZone === DEVICE_ZONE ? null : (
                // Beside the control, below the height of its label.
                <div className="shrink-0 sm:pt-6">
                  <Button onClick={() => field("timeZone").set(DEVICE_ZONE)}>
                    Use this device’s zone, {placeOf(DEVICE_ZONE)}
                  </Button>
                </div>
              )}
            </div>
          </>
        )}
      </Form>
    </Section>
  );
}

const DEVICE_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const ZONES = [...Intl.supportedValuesOf("timeZone"), DEVICE_ZONE];

function Clock({ zone }: { readonly zone: string }) {
  const now = useNow();
  return `It is now ${clockIn(zone, now)} in ${placeOf(zone)}.`;
}
