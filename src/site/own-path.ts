/**
 * Where to go after signing in: an own path as it was asked for, or the start. What a browser could
 * take for another site, as `//host` or `/\\host`, is none.
 */
export function ownPath(asked: string | null, start = "/"): string {
  if (asked === null || !/^\/(?![/\\])[\x21-\x7e]*$/.test(asked) || asked.includes("\\"))
    return start;
  // Resolving dots may give a path that begins with two slashes.
  const base = "http://own.invalid";
  const url = URL.parse(asked, base);
  return url?.origin === base && !url.pathname.startsWith("//") ? asked : start;
}
