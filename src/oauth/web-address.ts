type WebAddress = {
  readonly scheme: string;
  readonly host: string;
  readonly port: string | null;
  readonly path: string;
  readonly query: string;
};

const LONGEST = 2048;

export const NOT_OF_THE_WEB = "must begin with https://";

/** RFC 3986 §2. */
const URI_CHARACTERS = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/;
const PARTS = /^(https?):\/\/([^/?]*)(\/[^?]*)?(\?.*)?$/;
const AUTHORITY = /^(\[[^\]]*\]|[^:[\]]*)(?::(.*))?$/;
const PORT = /^[1-9]\d{0,4}$/;

const LABEL = /^[a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?$/i;
/** As the last label, URL parsers read it as an IPv4 address: `127.1`, `0x7f.1`, `2130706433`. */
const NUMBER = /^(\d+|0x[\da-f]*)$/i;
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const IPV4 = new RegExp(String.raw`^(?!0\.)(?:${OCTET}\.){3}${OCTET}$`);
/** `::`, and embedded IPv4 such as `::ffff:127.0.0.1`. The URL parser refuses other malformed IPv6. */
const ODD_IPV6 = /^\[::(?!1\]$)/;

/**
 * Reads an http or https URI as text. A URL parser would silently repair it, and read `http://127.1`
 * or a host with a tab as another host.
 * @returns the parts, or the problem as a clause
 */
export function readWebAddress(uri: unknown): WebAddress | string {
  if (typeof uri !== "string") return "must be a string";
  if (uri.length > LONGEST) return "must have 2,048 characters or fewer";
  if (uri.includes("*")) return "must not contain a wildcard (*)";
  if (!URI_CHARACTERS.test(uri)) {
    return "must hold only the characters of a URI: ASCII, without white space or backslashes";
  }
  if (uri.includes("#")) return "must not have a fragment (#)";
  if (/%(?![\da-f]{2})/i.test(uri)) return "must have two hexadecimal digits after each %";
  const [, scheme, authority, path = "", query = ""] = PARTS.exec(uri) ?? [];
  if (scheme === undefined || authority === undefined) return NOT_OF_THE_WEB;
  if (authority.includes("@")) return "must not contain a user name or password";
  const [, host = "", port = null] = AUTHORITY.exec(authority) ?? [];
  const address = { scheme, host, port, path, query };
  return (
    problemOfHost(host) ??
    problemOfPort(port) ??
    problemOfPath(path) ??
    problemForParser(address, uri) ??
    address
  );
}

function problemOfHost(host: string): string | null {
  if (host === "") return "must have a host";
  if (host.startsWith("[")) {
    return ODD_IPV6.test(host) ? "must not have an unspecified or embedded address as host" : null;
  }
  const labels = host.split(".");
  if (NUMBER.test(labels.at(-1) ?? "")) {
    return IPV4.test(host) ? null : "must have an IPv4 address only in its usual form";
  }
  const isName = host.length <= 253 && labels.every((label) => LABEL.test(label));
  return isName ? null : "must have a valid host";
}

function problemOfPort(port: string | null): string | null {
  const isPort = port === null || (PORT.test(port) && Number(port) <= 65_535);
  return isPort ? null : "must have a port from 1 to 65535, or none";
}

/** Dots are refused within segments too: some servers treat `/..;/` as `/../`. */
function problemOfPath(path: string): string | null {
  const plain = path.replaceAll(/%2e/gi, ".");
  const steps = plain.includes("..") || plain.split("/").includes(".");
  return steps ? "must not have dot segments (. or ..) in its path" : null;
}

function problemForParser(address: WebAddress, uri: string): string | null {
  const { scheme, host, port, path } = address;
  const seen = URL.parse(uri);
  const standard = scheme === "https" ? "443" : "80";
  const isSame =
    seen !== null &&
    seen.protocol === `${scheme}:` &&
    seen.hostname === host.toLowerCase() &&
    (seen.port || standard) === (port ?? standard) &&
    seen.pathname === (path || "/");
  return isSame ? null : "must have its host, port and path in their usual form";
}
