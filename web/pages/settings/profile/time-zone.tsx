import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { SelectField } from "../../../components/fields.tsx";
import { Form } from "../../../components/form.tsx";
import { Section } from "../../../components/page.tsx";
import { useMe, useNow, useWrite } from "../../../queries.ts";
import { clockIn, placeOf, timeZoneOptions } from "./time-zones.ts";

export function TimeZoneSection() {
  const { user } = useMe();
  const change = useWrite("PATCH /api/me");
  const [zone, setZone] = useState(user.timeZone);
  return (
    <Section
      hint="Decides when your days begin and end: on these pages, in the filters of Activity, and when assistants track your time."
      id="time-zone"
      title="Time zone"
    >
      <Form
        beside={
          zone === DEVICE_ZONE ? null : (
            <Button onClick={() => setZone(DEVICE_ZONE)}>
              Use this device’s, {placeOf(DEVICE_ZONE)}
            </Button>
          )
        }
        done="Saved"
        kind={zone === user.timeZone ? "secondary" : "primary"}
        onSubmit={async () => {
          await change.mutateAsync({ timeZone: zone });
        }}
        submit="Save the time zone"
      >
        <SelectField
          hint={<Clock zone={zone} />}
          label="Time zone"
          name="timeZone"
          onChange={(event) => setZone(event.target.value)}
          options={timeZoneOptions([...ZONES, user.timeZone])}
          value={zone}
        />
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
