/** Networks from which the server can be called; `in the clear` is the internet over plain http. */
export type Reach = "internet" | "in the clear" | "network" | "computer";

const OWN_COMPUTER = /^(localhost|.+\.localhost|127\..+|0\.0\.0\.0|\[::1?\])$/;
/**
 * Private addresses (RFC 1918, RFC 3927, RFC 6598, RFC 4193, RFC 4291 §2.5.6) and local host names.
 */
const OWN_NETWORK = [
  /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/,
  /^\[f([cd]|e[89ab])/,
  /^[^.[\]]+$/,
  /\.(local|localdomain|internal|intranet|lan|home|home\.arpa|private|corp)$/,
];

/** @param baseUrl the server's public address */
export function reachOf(baseUrl: string): Reach {
  const { protocol, hostname } = new URL(baseUrl);
  if (OWN_COMPUTER.test(hostname)) return "computer";
  if (OWN_NETWORK.some((form) => form.test(hostname))) return "network";
  return protocol === "https:" ? "internet" : "in the clear";
}
