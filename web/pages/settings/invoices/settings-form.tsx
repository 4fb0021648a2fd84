import { Form, type FormProps } from "../../../form/form.tsx";
import { useTeam } from "../../../team.tsx";
import { SETTINGS_CHANGES, type Settings, settingsVersion } from "./settings.ts";

const PATH = "PATCH /api/teams/:team/invoice-settings";

type Props = FormProps<typeof PATH>;

type SettingsFormProps = Pick<Props, "children" | "submit"> & {
  readonly settings: Settings;
  readonly valuesOf: (settings: Settings) => NonNullable<Props["initial"]>;
};

/** Form of some of the settings, which asks which value stays where somebody else changed one meanwhile. */
export function SettingsForm({ settings, valuesOf, submit, children }: SettingsFormProps) {
  const team = useTeam().id;
  return (
    <Form
      changes={SETTINGS_CHANGES}
      done="Saved"
      given={{ team }}
      initial={valuesOf(settings)}
      kind="secondary"
      route={PATH}
      submit={submit}
      version={settingsVersion(team, settings, valuesOf)}
    >
      {children}
    </Form>
  );
}
