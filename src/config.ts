import { resolve } from "node:path";
import { z } from "zod";

/** Every setting, from the environment; the README has them in a table. */
export type Config = {
  readonly port: number;
  readonly host: string;
  /** Without a path and a final slash; what clients call the server. */
  readonly baseUrl: string;
  /** `sqlite:` with an absolute path, or `postgres://…`. */
  readonly databaseUrl: string;
  readonly mcpRateLimit: number;
  readonly allowedOrigins: readonly string[];
  /** Addresses and CIDR ranges of the proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Registrations of OAuth clients in an hour from one address. */
  readonly registrationLimit: number;
  /** How long a spent refresh token is still answered with its successor; 0 never. */
  readonly refreshOverlapSeconds: number;
  readonly logLevel: LogLevel;
  /** What the server signs and seals with; null when the database keeps one. */
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

const Environment = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  BASE_URL: origin.optional(),
  DATABASE_URL: z
    .string()
    .regex(
      /^(sqlite:.+|postgres(ql)?:\/\/.+)$/,
      "must be sqlite:path/to/file or postgres://user:password@host/database",
    )
    .default("sqlite:data/ledgerport.db"),
  MCP_RATE_LIMIT: wholeNumber(1, 1_000_000).default(120),
  ALLOWED_ORIGINS: commaSeparated(origin),
  TRUSTED_PROXIES: commaSeparated(addresses),
  REGISTRATION_LIMIT: wholeNumber(1, 1_000_000).default(5),
  OAUTH_REFRESH_OVERLAP_SECONDS: wholeNumber(0, 300).default(30),
  SECRET: z.string().min(32, "must have 32 characters or more").optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).default("info"),
});

/**
 * The settings that an environment makes; an empty variable counts as unset.
 * @param folder where a relative path of a database begins
 * @throws Error with one line for each wrong value.
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
  const { PORT, HOST, BASE_URL, DATABASE_URL, MCP_RATE_LIMIT, ALLOWED_ORIGINS } = parsed.data;
  return {
    port: PORT,
    host: HOST,
    baseUrl: BASE_URL ?? new URL(`http://localhost:${PORT}`).origin,
    databaseUrl: absolute(DATABASE_URL, folder),
    mcpRateLimit: MCP_RATE_LIMIT,
    allowedOrigins: ALLOWED_ORIGINS,
    trustedProxies: parsed.data.TRUSTED_PROXIES,
    registrationLimit: parsed.data.REGISTRATION_LIMIT,
    refreshOverlapSeconds: parsed.data.OAUTH_REFRESH_OVERLAP_SECONDS,
    logLevel: parsed.data.LOG_LEVEL,
    secret: parsed.data.SECRET ?? null,
  };
}

function absolute(databaseUrl: string, folder: string): string {
  const [, file] = /^sqlite:(.+)$/.exec(databaseUrl) ?? [];
  return file === undefined ? databaseUrl : `sqlite:${resolve(folder, file)}`;
}

function isWebOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.parse(value)?.origin === value;
}

function lineOf(
  name: string,
  rule: string,
  set: Readonly<Record<string, string | undefined>>,
): string {
  if (name === "SECRET") return `${name} ${rule}`;
  return `${name} ${rule}, not ${JSON.stringify(withoutSecrets(set[name] ?? ""))}`;
}

/** A user with a password stands before an @, and a password may stand behind a ?. */
function withoutSecrets(value: string): string {
  return value.replace(/^.*@/s, "…@").replace(/\?.*$/s, "?…").slice(0, 100);
}
