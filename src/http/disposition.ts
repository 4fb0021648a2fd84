import { withoutHidden } from "../core/visible.ts";

/**
 * `Content-Disposition` of a file that a browser saves (RFC 6266): its name in UTF-8 (RFC 8187), and in
 * ASCII for clients that know no other. It is one name in a folder, and reads as it is spelled: without
 * separators of paths, and without characters that nobody sees, such as marks that turn a text around.
 */
export function dispositionOf(name: string): string {
  const plain = withoutHidden(name.toWellFormed()).replaceAll(/[/\\]/g, "_") || "file";
  const ascii = plain.replaceAll(/[^ -~]|["%]/gu, "_");
  const encoded = encodeURIComponent(plain).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
