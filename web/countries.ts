import { all } from "iso-3166-1";

export function countries(): readonly { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return all()
    .map(({ alpha2, country }) => ({ value: alpha2, label: names.of(alpha2) ?? country }))
    .toSorted((one, other) => one.label.localeCompare(other.label, "en"));
}
