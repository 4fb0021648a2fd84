/** `America` of `America/Argentina/Buenos_Aires`. */
export function regionOf(timeZone: string): string {
  return timeZone.includes("/") ? timeZone.slice(0, timeZone.indexOf("/")) : "Other";
}

/** `Buenos Aires, Argentina` of `America/Argentina/Buenos_Aires`. */
export function placeOf(timeZone: string): string {
  const places = timeZone.replaceAll("_", " ").split("/");
  return (places.length > 1 ? places.slice(1) : places).toReversed().join(", ");
}
