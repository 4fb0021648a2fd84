const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** Name of a browser from its User-Agent, which is not verified. */
export function deviceOf(userAgent: string): string {
  const found = [BROWSERS, SYSTEMS].map(
    (names) => names.find(([sign]) => sign.test(userAgent))?.[1],
  );
  const [browser, system] = found;
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  const program = /^[\w.-]{1,40}/.exec(userAgent)?.[0];
  return program ?? "Unknown browser";
}
