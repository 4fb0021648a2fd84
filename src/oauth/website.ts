export type Website = { readonly host: string; readonly href: string };

/**
 * Reads the address of an app's website. A host that imitates another with letters that look alike is
 * returned in its ASCII form (`xn--…`).
 * @returns null unless it is an http or https URL without a user name or password
 */
export function websiteOf(uri: string | null): Website | null {
  // A URL parser drops an empty user name.
  if (uri === null || !/^https?:\/\//i.test(uri) || /^[^/]*\/\/[^/?#\\]*@/.test(uri)) return null;
  const url = URL.parse(uri);
  return url === null ? null : { host: url.host, href: url.href };
}
