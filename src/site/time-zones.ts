import { html } from "hono/html";
import { option } from "./fields.ts";
import type { Html } from "./layout.ts";

/** UTC, then the zones by region: `Europe/Berlin` is Berlin under Europe. */
export function timeZoneOptionTags(timeZones: readonly string[], chosen: string): Html {
  const regions = Map.groupBy(
    timeZones.filter((zone) => zone !== "UTC"),
    regionOf,
  );
  const groups = [...regions].map(
    ([region, zones]) =>
      html`<optgroup label="${region}">
        ${zones.map((zone) => option(zone, placeOf(zone), zone === chosen))}
      </optgroup>`,
  );
  const isKnown = chosen === "UTC" || timeZones.includes(chosen);
  const first = isKnown ? "" : option("", "Choose a time zone", true);
  return html`${first}${option("UTC", "UTC", chosen === "UTC")}${groups}`;
}

function regionOf(zone: string): string {
  return zone.includes("/") ? zone.slice(0, zone.indexOf("/")) : "Other";
}

/** `Buenos Aires, Argentina` of `America/Argentina/Buenos_Aires`. */
function placeOf(zone: string): string {
  const places = zone.replaceAll("_", " ").split("/");
  return (places.length > 1 ? places.slice(1) : places).toReversed().join(", ");
}
