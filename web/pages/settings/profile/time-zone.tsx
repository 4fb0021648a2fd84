import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/page.tsx";
import { Form } from "../../../form/form.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { useMe, useNow } from "../../../queries.ts";
import { clockIn, placeOf, timeZoneOptions } from "./time-zones.ts";

export function TimeZoneSection() {
  const { user } = useMe();
  return (
    <Section
      hint="Decides when your days begin and end: on these pages, in the filters of Activity, and when assistants track your time."
      id="time-zone"
      title="Time zone"
    >
      <Form
        beside={({ field, values }) =>
          values.timeZone === DEVICE_ZONE ? null : (
            <Button onClick={() => field("timeZone").set(DEVICE_ZONE)}>
              Use this device’s, {placeOf(DEVICE_ZONE)}
            </Button>
          )
        }
        done="Saved"
        given={{}}
        initial={{ timeZone: user.timeZone }}
        kind="secondary"
        route="PATCH /api/me"
        submit="Save the time zone"
      >
        {({ field, values }) => (
          <SelectField
            field={field("timeZone")}
            hint={<Clock zone={values.timeZone ?? user.timeZone} />}
            label="Time zone"
            options={timeZoneOptions([...ZONES, user.timeZone])}
          />
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
