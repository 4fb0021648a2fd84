import { placeOf, regionOf } from "../../../../src/shared/time-zones.ts";

type Zone = { readonly value: string; readonly label: string };
type Region = { readonly label: string; readonly options: readonly Zone[] };

/**
 * UTC, then the zones by region and place name, so that typing a place finds it: `Europe/Berlin` is
 * Berlin under Europe.
 * @param given selectable zones; UTC always is
 */
export function timeZoneOptions(given: readonly string[]): readonly (Zone | Region)[] {
  const zones = [...new Set(given)].filter((zone) => zone !== "UTC");
  const regions = [...Map.groupBy(zones, regionOf)].map(([label, zones]) => ({
    label,
    options: zones
      .map((value) => ({ value, label: placeOf(value) }))
      .toSorted((one, other) => one.label.localeCompare(other.label, "en")),
  }));
  return [
    { value: "UTC", label: "UTC" },
    ...regions.toSorted((one, other) => one.label.localeCompare(other.label, "en")),
  ];
}

/** `Saturday, 21 November 2026 at 09:00`. */
export function clockIn(timeZone: string, now: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    dateStyle: "full",
    timeStyle: "short",
    timeZone,
  }).format(new Date(now));
}
