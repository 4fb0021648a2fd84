/** True for `application/json` and types based on it (RFC 6839 §3.1), with or without a charset. */
export function isJsonType(contentType: string): boolean {
  return /^\s*application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType);
}
