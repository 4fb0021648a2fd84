import { all } from "iso-3166-1";
import { fold } from "../../core/fold.ts";

let codes: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Code of the country whose exact name this is, in English or in its own language; null where several have it, or none. */
export function countryCodeOf(name: string): string | null {
  codes ??= codesByName();
  const [code, ...others] = codes.get(fold(name.trim())) ?? [];
  return others.length > 0 ? null : (code ?? null);
}

function codesByName(): ReadonlyMap<string, ReadonlySet<string>> {
  const languages = new Map<string, Intl.DisplayNames>();
  const nameIn = (language: string, code: string) => {
    const names = languages.get(language) ?? new Intl.DisplayNames(language, { type: "region" });
    languages.set(language, names);
    return names.of(code) ?? code;
  };
  // The list has this name for the British ones alone.
  const found = new Map([["virgin islands", new Set(["VI"])]]);
  for (const { alpha2, country } of all()) {
    const { language } = new Intl.Locale(`und-${alpha2}`).maximize();
    // The list has "Venezuela (Bolivarian Republic of)".
    const names = [country.replace(/ \(.*\)$/, ""), nameIn("en", alpha2), nameIn(language, alpha2)];
    for (const name of names.map(fold)) found.set(name, (found.get(name) ?? new Set()).add(alpha2));
  }
  return found;
}
