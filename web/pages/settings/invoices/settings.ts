import { api, type Output } from "../../../api.ts";

export const SETTINGS_PATH = "GET /api/teams/:team/invoice-settings";

export type Settings = Output<typeof SETTINGS_PATH>;

/** Answers that a change of the settings changes. */
export const SETTINGS_CHANGES = [
  SETTINGS_PATH,
  "GET /api/teams/:team/tax-rates",
  "GET /api/teams/:team/activity",
] as const;

/** Version of the settings that a form shows, and how the fields of the form are read again. */
export function settingsVersion<Values>(
  team: string,
  settings: Settings,
  valuesOf: (settings: Settings) => Values,
) {
  const read = async () => {
    const now = await api(SETTINGS_PATH, { team });
    return { values: valuesOf(now), seen: now.version };
  };
  return { seen: settings.version, read };
}
