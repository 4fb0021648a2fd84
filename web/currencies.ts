export function currencies(): readonly { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames("en", { type: "currency" });
  return Intl.supportedValuesOf("currency").map((code) => ({
    value: code,
    label: `${code}, ${names.of(code) ?? code}`,
  }));
}
