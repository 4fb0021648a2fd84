/**
 * `Content-Disposition` of a file that a browser saves (RFC 6266): its name in UTF-8 (RFC 8187), and in
 * ASCII for clients that know no other.
 */
export function dispositionOf(name: string): string {
  const wellFormed = name.toWellFormed();
  const ascii = wellFormed.replaceAll(/[^ -~]|["\\%]/gu, "_");
  const encoded = encodeURIComponent(wellFormed).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
