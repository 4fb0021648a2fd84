import { resolve } from "node:path";
import { z } from "zod";

export type Config = {
  readonly port: number;
  readonly host: string;
  /** Address for clients, without a path or a final slash. */
  readonly baseUrl: string;
  /** `sqlite:` with an absolute path, or `postgres://…`. */
  readonly databaseUrl: string;
  readonly databaseConnections: number;
  /** Absolute path of the folder with the bytes of documents. */
  readonly filesFolder: string;
  /** Bytes of one file. */
  readonly largestFile: number;
  /** Bytes that a team may keep. */
  readonly teamStorage: number;
  /** Absolute path of a folder with other networks for reading pictures. Null: those of the installed package. */
  readonly ocrModels: string | null;
  /** Absolute path of the folder in which receipts are put for each team; null for none. */
  readonly inboxFolder: string | null;
  /** Where servers count calls together; null for in the database, or in the process. */
  readonly redisUrl: string | null;
  /** True where the operator says that no other server has the database. */
  readonly isAlone: boolean;
  readonly mcpRateLimit: number;
  readonly allowedOrigins: readonly string[];
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  readonly registrationLimit: number;
  /** Seconds for which a spent refresh token is still answered with its successor; 0 for never. */
  readonly refreshOverlapSeconds: number;
  readonly clientDocuments: boolean;
  readonly callLog: boolean;
  /** Token that ChatGPT's directory of apps looks for; null for none. */
  readonly appsChallenge: string | null;
  readonly mail: {
    readonly url: string;
    readonly from: { readonly name: string; readonly address: string };
  } | null;
  /** Where receipts are taken by mail; null for nowhere. */
  readonly mailIn: {
    readonly host: string;
    readonly port: number;
    /** Right side of the addresses, in lower case. */
    readonly domain: string;
  } | null;
  /** Addresses to which a team may have invoices mailed within an hour. */
  readonly invoiceMailsPerHour: number;
  /** The ECB's rates are fetched from it once a day; null for never. */
  readonly ratesUrl: string | null;
  readonly logLevel: LogLevel;
  /** Seconds for which calls are still taken after the signal to stop. */
  readonly drainSeconds: number;
  /** Secret for signing and sealing; null when the database keeps one. */
  readonly secret: string | null;
};

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

function wholeNumber(least: number, most: number) {
  const rule = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, rule)
    .transform(Number)
    .pipe(z.number(rule).min(least).max(most));
}

function commaSeparated(item: z.ZodString) {
  return z
    .string()
    .transform((list) => list.split(",").map((text) => text.trim()))
    .pipe(z.array(item))
    .default([]);
}

const origin = z
  .string()
  .refine(isWebOrigin, "must be like https://books.example: no path, no final slash");

const ADDRESSES = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

const addresses = z
  .string()
  .refine(
    (item) => ADDRESSES.safeParse(item).success,
    "must be addresses or ranges like 10.0.0.0/8, separated by commas",
  );

/** `Name <address>`, or an address alone. Line breaks are refused. */
const SENDER =
  /^(?:(?<name>[^\p{C}<>]*)<(?<named>[^\s<>@]+@[^\s<>@]+)>|(?<alone>[^\s<>@]+@[^\s<>@]+))$/u;

/** Non-ASCII domains are named by their ASCII form, as in DNS. */
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i;

/** The driver checks certificates with all but the first two. */
const SSL_MODES = ["disable", "no-verify", "prefer", "require", "verify-ca", "verify-full"];

const Environment = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  BASE_URL: origin.optional(),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, {
      error: "must be sqlite:path/to/file or postgres://user:password@host/database",
      abort: true,
    })
    .refine(
      isWhole,
      "must have what is special in its user and password percent-encoded, such as %23 for #, %2F for / and %3F for ?",
    )
    .refine(hasKnownMode, `must have one of these as its sslmode, or none: ${SSL_MODES.join(", ")}`)
    .default("sqlite:data/ledgerport.db"),
  DATABASE_CONNECTIONS: wholeNumber(2, 1_000).default(20),
  FILES_URL: z
    .string()
    .regex(/^file:(?!\/\/)./, "must be like file:data/files or file:/srv/ledgerport/files")
    .default("file:data/files"),
  FILE_LIMIT_MB: wholeNumber(1, 100).default(25),
  TEAM_STORAGE_GB: wholeNumber(1, 100_000).default(10),
  OCR_MODELS: z.string().optional(),
  INBOX_FOLDER: z.string().optional(),
  DRAIN_SECONDS: wholeNumber(0, 10).default(5),
  MCP_RATE_LIMIT: wholeNumber(1, 1_000_000).default(120),
  REDIS_URL: z
    .string()
    .refine(isRedis, "must be like redis://host:6379, or rediss:// for TLS")
    .optional(),
  SERVERS: wholeNumber(1, 1_000).optional(),
  ALLOWED_ORIGINS: commaSeparated(origin),
  TRUSTED_PROXIES: commaSeparated(addresses),
  REGISTRATION_LIMIT: wholeNumber(1, 1_000_000).default(5),
  OAUTH_REFRESH_OVERLAP_SECONDS: wholeNumber(0, 300).default(30),
  OAUTH_CLIENT_DOCUMENTS: z.enum(["on", "off"], "must be on or off").default("on"),
  CALL_LOG: z.enum(["on", "off"], "must be on or off").default("on"),
  OPENAI_APPS_CHALLENGE: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, "must be the token alone: no spaces, 500 characters at most")
    .optional(),
  SECRET: z.string().min(32, "must have 32 characters or more").optional(),
  SMTP_URL: z
    .string()
    .refine(
      isMailServer,
      "must be like smtp://user:password@host:587 or smtps://host: no path, and what is special in the password percent-encoded",
    )
    .optional(),
  SMTP_FROM: z
    .string()
    .regex(SENDER, "must be an e-mail address, or like Our books <books@acme.example>")
    .optional(),
  MAIL_IN_URL: z
    .string()
    .refine(isMailListener, "must be like smtp://0.0.0.0:2525: no user, no path")
    .optional(),
  MAIL_IN_DOMAIN: z
    .string()
    .regex(DOMAIN, "must be a domain like receipts.example.com")
    .toLowerCase()
    .optional(),
  INVOICE_MAILS_PER_HOUR: wholeNumber(1, 1_000_000).default(100),
  RATES_URL: z
    .string()
    .refine(
      isSecureAddress,
      "must be like https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip: https, without a user",
    )
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).default("info"),
});

/**
 * Parses the environment; an empty variable counts as unset.
 * @param folder the base of a relative database path
 * @throws Error with one line for each wrong value
 */
export function parseConfig(
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    const wrong = new Map(parsed.error.issues.map(({ path, message }) => [path[0], message]));
    const lines = [...wrong].map(([name, rule]) => lineOf(String(name), rule, set));
    throw new Error(lines.join("\n"));
  }
  const { PORT, HOST, DATABASE_URL, MCP_RATE_LIMIT, ALLOWED_ORIGINS, ...rest } = parsed.data;
  const baseUrl = rest.BASE_URL ?? new URL(`http://localhost:${PORT}`).origin;
  const { SMTP_URL, SMTP_FROM } = rest;
  return {
    port: PORT,
    host: HOST,
    baseUrl,
    databaseUrl: absolute(DATABASE_URL, folder),
    databaseConnections: rest.DATABASE_CONNECTIONS,
    filesFolder: resolve(folder, rest.FILES_URL.slice("file:".length)),
    largestFile: rest.FILE_LIMIT_MB * 2 ** 20,
    teamStorage: rest.TEAM_STORAGE_GB * 2 ** 30,
    ocrModels: rest.OCR_MODELS === undefined ? null : resolve(folder, rest.OCR_MODELS),
    inboxFolder: rest.INBOX_FOLDER === undefined ? null : resolve(folder, rest.INBOX_FOLDER),
    drainSeconds: rest.DRAIN_SECONDS,
    redisUrl: rest.REDIS_URL ?? null,
    isAlone: rest.SERVERS === 1,
    mcpRateLimit: MCP_RATE_LIMIT,
    allowedOrigins: ALLOWED_ORIGINS,
    trustedProxies: rest.TRUSTED_PROXIES,
    registrationLimit: rest.REGISTRATION_LIMIT,
    refreshOverlapSeconds: rest.OAUTH_REFRESH_OVERLAP_SECONDS,
    clientDocuments: rest.OAUTH_CLIENT_DOCUMENTS === "on",
    callLog: rest.CALL_LOG === "on",
    appsChallenge: rest.OPENAI_APPS_CHALLENGE ?? null,
    mail: SMTP_URL === undefined ? null : { url: SMTP_URL, from: senderOf(SMTP_FROM, baseUrl) },
    mailIn: mailInOf(rest),
    invoiceMailsPerHour: rest.INVOICE_MAILS_PER_HOUR,
    ratesUrl: rest.RATES_URL ?? null,
    logLevel: rest.LOG_LEVEL,
    secret: rest.SECRET ?? null,
  };
}

type Misspelt = { readonly name: string; readonly meant: string };

/** Variables that are almost settings: such a setting would be ignored without a word. */
export function misspeltSettings(
  environment: Readonly<Record<string, string | undefined>>,
): readonly Misspelt[] {
  const known = Object.keys(Environment.shape);
  return Object.keys(environment)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((setting) => isAlmost(name, setting));
      return meant === undefined ? [] : [{ name, meant }];
    });
}

/** Short names differ little from those of other programs. */
const SHORTEST_MISSPELT = 8;

function isAlmost(name: string, setting: string): boolean {
  const [one, other] = [name, setting].map((text) => text.toUpperCase().replaceAll(/[_-]/g, ""));
  if (one === undefined || other === undefined) return false;
  return one === other || (other.length >= SHORTEST_MISSPELT && areOneApart(one, other));
}

/** True when one letter more, less or other, or two exchanged neighbours, make one of the other. */
function areOneApart(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [left, right] = [one.slice(start), other.slice(start)];
  return (
    left.slice(1) === right ||
    left === right.slice(1) ||
    left.slice(1) === right.slice(1) ||
    (left.slice(2) === right.slice(2) && swapped(left) === right.slice(0, 2))
  );
}

function swapped(text: string): string {
  return text.charAt(1) + text.charAt(0);
}

function absolute(databaseUrl: string, folder: string): string {
  const [, file] = /^sqlite:(.+)$/.exec(databaseUrl) ?? [];
  return file === undefined ? databaseUrl : `sqlite:${resolve(folder, file)}`;
}

function isWebOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.parse(value)?.origin === value;
}

function isRedis(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== "";
}

function isMailServer(value: string): boolean {
  const url = /^smtps?:\/\/[^\s?#]+$/.test(value) ? URL.parse(value) : null;
  return url !== null && url.hostname !== "" && /^\/?$/.test(url.pathname) && isDecodable(url);
}

function isMailListener(value: string): boolean {
  const url = /^smtp:\/\/[^\s?#@]+$/.test(value) ? URL.parse(value) : null;
  return url !== null && url.hostname !== "" && url.port !== "" && /^\/?$/.test(url.pathname);
}

type MailIn = {
  readonly MAIL_IN_URL?: string | undefined;
  readonly MAIL_IN_DOMAIN?: string | undefined;
};

/** @throws Error where one of the two settings is missing */
function mailInOf({ MAIL_IN_URL, MAIL_IN_DOMAIN }: MailIn): Config["mailIn"] {
  if (MAIL_IN_URL === undefined && MAIL_IN_DOMAIN === undefined) return null;
  if (MAIL_IN_DOMAIN === undefined)
    throw new Error(
      "MAIL_IN_DOMAIN must be set where MAIL_IN_URL is: the domain of the addresses for receipts, like receipts.example.com",
    );
  if (MAIL_IN_URL === undefined)
    throw new Error(
      "MAIL_IN_URL must be set where MAIL_IN_DOMAIN is: where the server listens for mails, like smtp://0.0.0.0:2525",
    );
  const { hostname, port } = new URL(MAIL_IN_URL);
  return {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(port),
    domain: MAIL_IN_DOMAIN,
  };
}

function isSecureAddress(value: string): boolean {
  const url = /^https:\/\/[^\s#]+$/.test(value) ? URL.parse(value) : null;
  return url !== null && url.username === "" && url.password === "";
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** False where a character in the password has ended an address of PostgreSQL too early. */
function isWhole(value: string): boolean {
  if (value.startsWith("sqlite:")) return true;
  // Without a host, the driver takes the local socket.
  const url = URL.parse(value) ?? URL.parse(value.replace("@/", "@localhost/"));
  if (url === null || value.includes("#") || url.pathname.includes("@")) return false;
  const isCut = url.username === "" && url.search.includes("@") && !url.searchParams.has("user");
  // The driver takes a % that begins no code as it is.
  return !isCut && (/%(?![0-9a-f]{2})/i.test(value) || isDecodable(url));
}

function hasKnownMode(value: string): boolean {
  const modes = value.startsWith("sqlite:") ? [] : URL.parse(value)?.searchParams.getAll("sslmode");
  return (modes ?? []).every((mode) => SSL_MODES.includes(mode));
}

function senderOf(given: string | undefined, baseUrl: string) {
  const { name, named, alone } = SENDER.exec(given ?? "")?.groups ?? {};
  const address = named ?? alone ?? `no-reply@${new URL(baseUrl).hostname}`;
  return { name: given === undefined ? "Ledgerport" : (name ?? "").trim(), address };
}

function lineOf(
  name: string,
  rule: string,
  set: Readonly<Record<string, string | undefined>>,
): string {
  if (name === "SECRET" || name === "SMTP_URL" || name === "REDIS_URL") return `${name} ${rule}`;
  return `${name} ${rule}, not ${JSON.stringify(withoutSecrets(set[name] ?? ""))}`;
}

/** Hides passwords: before an @ with a user, or behind a ?. */
function withoutSecrets(value: string): string {
  return value.replace(/^.*@/s, "…@").replace(/\?.*$/s, "?…").slice(0, 100);
}
