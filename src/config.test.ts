import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Config, misspeltSettings, parseConfig as parse } from "./config.ts";

type Environment = Parameters<typeof parse>[0];

const parseConfig = (environment: Environment) => parse(environment, "/srv/ledgerport");

test("without any variable the server works on this machine alone, on SQLite", () => {
  assert.deepEqual(parseConfig({}), {
    port: 3000,
    host: "127.0.0.1",
    baseUrl: "http://localhost:3000",
    databaseUrl: "sqlite:/srv/ledgerport/data/ledgerport.db",
    databaseConnections: 20,
    filesFolder: "/srv/ledgerport/data/files",
    largestFile: 25 * 2 ** 20,
    teamStorage: 10 * 2 ** 30,
    ocrModels: null,
    inboxFolder: null,
    redisUrl: null,
    isAlone: false,
    mcpRateLimit: 120,
    allowedOrigins: [],
    trustedProxies: [],
    registrationLimit: 5,
    refreshOverlapSeconds: 30,
    clientDocuments: true,
    callLog: true,
    appsChallenge: null,
    mail: null,
    invoiceMailsPerHour: 100,
    mailIn: null,
    ratesUrl: null,
    logLevel: "info",
    drainSeconds: 5,
    secret: null,
  });
});

test("an empty variable counts as unset, and one that is not ours is ignored", () => {
  const variables = [
    "PORT",
    "HOST",
    "BASE_URL",
    "DATABASE_URL",
    "DATABASE_CONNECTIONS",
    "FILES_URL",
    "FILE_LIMIT_MB",
    "TEAM_STORAGE_GB",
    "OCR_MODELS",
    "INBOX_FOLDER",
    "DRAIN_SECONDS",
    "MCP_RATE_LIMIT",
    "ALLOWED_ORIGINS",
    "TRUSTED_PROXIES",
    "REGISTRATION_LIMIT",
    "OAUTH_REFRESH_OVERLAP_SECONDS",
    "OAUTH_CLIENT_DOCUMENTS",
    "CALL_LOG",
    "SMTP_URL",
    "SMTP_FROM",
    "MAIL_IN_URL",
    "MAIL_IN_DOMAIN",
    "INVOICE_MAILS_PER_HOUR",
    "RATES_URL",
    "LOG_LEVEL",
    "SECRET",
  ];
  const empty = Object.fromEntries(variables.map((name) => [name, ""]));
  assert.deepEqual(parseConfig({ ...empty, PATH: "/bin", NODE_ENV: undefined }), parseConfig({}));
});

test("the base URL follows the port unless it is given", () => {
  assert.equal(parseConfig({ PORT: "8080" }).baseUrl, "http://localhost:8080");
  assert.equal(
    parseConfig({ PORT: "8080", BASE_URL: "https://books.example" }).baseUrl,
    "https://books.example",
  );
});

describe("a variable is taken as it is", () => {
  for (const [name, value, setting, expected] of [
    ["PORT", "1", "port", 1],
    ["PORT", "65535", "port", 65_535],
    ["HOST", "0.0.0.0", "host", "0.0.0.0"],
    ["BASE_URL", "https://books.example:8443", "baseUrl", "https://books.example:8443"],
    ["BASE_URL", "http://[::1]:3000", "baseUrl", "http://[::1]:3000"],
    ["DATABASE_URL", "sqlite:/var/lib/books.db", "databaseUrl", "sqlite:/var/lib/books.db"],
    ["DATABASE_URL", "sqlite:../books.db", "databaseUrl", "sqlite:/srv/books.db"],
    [
      "DATABASE_URL",
      "postgres://u:p@host:5432/books",
      "databaseUrl",
      "postgres://u:p@host:5432/books",
    ],
    [
      "DATABASE_URL",
      "postgresql://host/books?sslmode=require",
      "databaseUrl",
      "postgresql://host/books?sslmode=require",
    ],
    ["MCP_RATE_LIMIT", "1000", "mcpRateLimit", 1000],
    ["INVOICE_MAILS_PER_HOUR", "5000", "invoiceMailsPerHour", 5000],
    ["REDIS_URL", "redis://:secret@host:6379/1", "redisUrl", "redis://:secret@host:6379/1"],
    ["REDIS_URL", "rediss://host", "redisUrl", "rediss://host"],
    ["SERVERS", "1", "isAlone", true],
    ["SERVERS", "3", "isAlone", false],
    ["ALLOWED_ORIGINS", "https://app.example", "allowedOrigins", ["https://app.example"]],
    [
      "ALLOWED_ORIGINS",
      "https://a.example, http://b.example:81",
      "allowedOrigins",
      ["https://a.example", "http://b.example:81"],
    ],
    ["TRUSTED_PROXIES", "127.0.0.1", "trustedProxies", ["127.0.0.1"]],
    [
      "TRUSTED_PROXIES",
      "10.0.0.0/8, ::1,fd00::/8 ,::ffff:10.0.0.1",
      "trustedProxies",
      ["10.0.0.0/8", "::1", "fd00::/8", "::ffff:10.0.0.1"],
    ],
    ["REGISTRATION_LIMIT", "1", "registrationLimit", 1],
    ["REGISTRATION_LIMIT", "1000000", "registrationLimit", 1_000_000],
    ["OAUTH_REFRESH_OVERLAP_SECONDS", "0", "refreshOverlapSeconds", 0],
    ["OAUTH_REFRESH_OVERLAP_SECONDS", "300", "refreshOverlapSeconds", 300],
    ["DATABASE_CONNECTIONS", "2", "databaseConnections", 2],
    ["DATABASE_CONNECTIONS", "1000", "databaseConnections", 1000],
    ["DRAIN_SECONDS", "0", "drainSeconds", 0],
    ["DRAIN_SECONDS", "10", "drainSeconds", 10],
    ["OAUTH_CLIENT_DOCUMENTS", "on", "clientDocuments", true],
    ["OAUTH_CLIENT_DOCUMENTS", "off", "clientDocuments", false],
    ["CALL_LOG", "on", "callLog", true],
    ["CALL_LOG", "off", "callLog", false],
    ["OPENAI_APPS_CHALLENGE", "a1_B-2~", "appsChallenge", "a1_B-2~"],
    ["LOG_LEVEL", "silent", "logLevel", "silent"],
  ] as const satisfies readonly (readonly [string, string, keyof Config, unknown])[]) {
    test(`${name}=${value}`, () =>
      assert.deepEqual(parseConfig({ [name]: value })[setting], expected));
  }
});

/** Values with a password, and the form in which they may be shown. */
const SHOWN: Readonly<Record<string, string>> = { "https://u:p@books.example": "…@books.example" };

describe("a wrong value is refused in one line that says what is right:", () => {
  const origin = "must be like https://books.example: no path, no final slash";
  const database = "must be sqlite:path/to/file or postgres://user:password@host/database";
  for (const [name, rule, values] of [
    [
      "PORT",
      "must be a whole number from 1 to 65535",
      ["0", "65536", "-1", "80.5", "0x50", "8e3", "http", " 80"],
    ],
    [
      "MCP_RATE_LIMIT",
      "must be a whole number from 1 to 1000000",
      ["0", "1000001", "none", "Infinity"],
    ],
    [
      "BASE_URL",
      origin,
      [
        "books.example",
        "https://books.example/",
        "https://books.example/mcp",
        "https://u:p@books.example",
        "ftp://books.example",
        "https://Books.example",
        "https://books.example:443",
        "null",
      ],
    ],
    [
      "ALLOWED_ORIGINS",
      origin,
      [
        "*",
        "null",
        "https://a.example,",
        "https://a.example/,b.example",
        "https://a.example https://b.example",
      ],
    ],
    [
      "TRUSTED_PROXIES",
      "must be addresses or ranges like 10.0.0.0/8, separated by commas",
      [
        "loopback",
        "proxy.example",
        "*",
        "10.0.0.1,",
        "10.0.0.1 10.0.0.2",
        "10.0.0.1,10.1",
        "010.0.0.1",
        "10.0.0.0/33",
        "fd00::/129",
        "[::1]",
        "10.0.0.1:80",
        "fe80::1%eth0",
      ],
    ],
    ["REGISTRATION_LIMIT", "must be a whole number from 1 to 1000000", ["0", "1000001", "5.5"]],
    ["OAUTH_CLIENT_DOCUMENTS", "must be on or off", ["true", "0", "OFF"]],
    ["CALL_LOG", "must be on or off", ["true", "0", "OFF"]],
    ["OAUTH_REFRESH_OVERLAP_SECONDS", "must be a whole number from 0 to 300", ["-1", "301", "30s"]],
    ["DATABASE_URL", database, ["books.db", "sqlite:", "mysql://host/books", "postgres://"]],
    [
      "LOG_LEVEL",
      "must be one of fatal, error, warn, info, debug, trace, silent",
      ["verbose", "INFO"],
    ],
  ] as const) {
    for (const value of values) {
      test(`${name}=${value}`, () => {
        assert.throws(() => parseConfig({ [name]: value }), {
          message: `${name} ${rule}, not ${JSON.stringify(SHOWN[value] ?? value)}`,
        });
      });
    }
  }
});

describe("mail is sent", () => {
  const url = "smtp://mail.example";

  for (const value of [
    "smtp://localhost",
    "smtp://mail.example:587",
    "smtps://mail.example/",
    "smtp://[::1]:25",
    "smtps://books%40acme.example:p%3Ass%23w%C3%B6rd@mail.example:465",
  ])
    test(`through the server at ${value}`, () =>
      assert.equal(parseConfig({ SMTP_URL: value }).mail?.url, value));

  for (const [value, name, address] of [
    ["books@acme.example", "", "books@acme.example"],
    ["Our books <books@acme.example>", "Our books", "books@acme.example"],
    ["<books@acme.example>", "", "books@acme.example"],
    ["Zoë, & “friends” <zoë@exämple.example>", "Zoë, & “friends”", "zoë@exämple.example"],
  ] as const)
    test(`as ${value}`, () =>
      assert.deepEqual(parseConfig({ SMTP_URL: url, SMTP_FROM: value }).mail, {
        url,
        from: { name, address },
      }));

  test("as nobody who answers, at the server's own host, unless it is said as whom", () => {
    const { mail } = parseConfig({ SMTP_URL: url, BASE_URL: "https://books.example:8443" });
    assert.deepEqual(mail?.from, { name: "Ledgerport", address: "no-reply@books.example" });
  });

  for (const [what, value] of Object.entries({
    "without a scheme": "mail.example:587",
    "of another scheme": "https://u:secret@mail.example",
    "without a host": "smtp://",
    "with a path": "smtp://u:secret@mail.example/inbox",
    "with a query": "smtp://u:secret@mail.example?tls=no",
    "with a password that is not encoded": "smtp://u:secret#1@mail.example",
    "with a password that cannot be decoded": "smtp://u:secret%zz@mail.example",
    "with a port that is none": "smtp://u:secret@mail.example:0x19",
    "with white space": "smtp://u:secret@mail.example ",
  }))
    test(`not through a server ${what}, and its password is not printed`, () =>
      assert.throws(() => parseConfig({ SMTP_URL: value }), {
        message:
          "SMTP_URL must be like smtp://user:password@host:587 or smtps://host: no path, and what is special in the password percent-encoded",
      }));

  for (const value of [
    "books",
    "Our books",
    "Our books <books>",
    "a@b.example, c@d.example",
    "Our books <a@b.example> <c@d.example>",
    "Our\r\nbooks <a@b.example>",
    "a b@c.example",
  ])
    test(`not as ${JSON.stringify(value)}`, () =>
      assert.throws(
        () => parseConfig({ SMTP_FROM: value }),
        /^Error: SMTP_FROM must be an e-mail address, or like Our books <books@acme\.example>, not /,
      ));
});

describe("receipts are taken by mail", () => {
  const domain = "receipts.acme.example";

  for (const [value, host, port] of [
    ["smtp://0.0.0.0:2525", "0.0.0.0", 2525],
    ["smtp://127.0.0.1:25/", "127.0.0.1", 25],
    ["smtp://[::]:2525", "::", 2525],
    ["smtp://mail.internal:2525", "mail.internal", 2525],
  ] as const)
    test(`at ${value}`, () =>
      assert.deepEqual(
        parseConfig({ MAIL_IN_URL: value, MAIL_IN_DOMAIN: "Receipts.ACME.example" }).mailIn,
        { host, port, domain },
      ));

  for (const value of [
    "0.0.0.0:2525",
    "smtps://0.0.0.0:2525",
    "smtp://0.0.0.0",
    "smtp://user:secret@0.0.0.0:2525",
    "smtp://0.0.0.0:2525/inbox",
    "smtp://0.0.0.0:99999",
  ])
    test(`not at ${value}`, () =>
      assert.throws(
        () => parseConfig({ MAIL_IN_URL: value, MAIL_IN_DOMAIN: domain }),
        /^Error: MAIL_IN_URL must be like smtp:\/\/0\.0\.0\.0:2525: no user, no path, not /,
      ));

  for (const value of [
    "receipts",
    "a@b.example",
    "-a.example",
    "a..example",
    "10.0.0.1",
    "ä.example",
  ])
    test(`not for ${value}`, () =>
      assert.throws(
        () => parseConfig({ MAIL_IN_URL: "smtp://0.0.0.0:2525", MAIL_IN_DOMAIN: value }),
        /^Error: MAIL_IN_DOMAIN must be a domain like receipts\.example\.com, not /,
      ));

  test("only where both are known, the place and the domain", () => {
    assert.throws(() => parseConfig({ MAIL_IN_URL: "smtp://0.0.0.0:2525" }), {
      message:
        "MAIL_IN_DOMAIN must be set where MAIL_IN_URL is: the domain of the addresses for receipts, like receipts.example.com",
    });
    assert.throws(() => parseConfig({ MAIL_IN_DOMAIN: domain }), {
      message:
        "MAIL_IN_URL must be set where MAIL_IN_DOMAIN is: where the server listens for mails, like smtp://0.0.0.0:2525",
    });
  });
});

for (const [what, value] of Object.entries({
  "a #": "postgres://me:secret#1@host/books",
  "a # after digits": "postgres://me:12#secret@host/books",
  "a /": "postgres://me:12/secret@host/books",
  "a ?": "postgres://me:12?secret@host/books",
  "a code that is no text": "postgres://me:secret%ff@host/books",
}))
  test(`an address of PostgreSQL is refused with ${what} in its password, which is not printed`, () =>
    assert.throws(() => parseConfig({ DATABASE_URL: value }), {
      message:
        'DATABASE_URL must have what is special in its user and password percent-encoded, such as %23 for #, %2F for / and %3F for ?, not "…@host/books"',
    }));

for (const value of [
  "postgres://me:p%23w%2F%40@host/books",
  "postgres://me:p@w@host/books",
  "postgres://me:100%@host/books",
  "postgres://me@/books",
  "postgres:///books?host=/run/postgresql",
  "postgres://%2Frun%2Fpostgresql/books?user=me@acme.example",
  "postgres://[::1]:5432/books",
  ...["disable", "no-verify", "prefer", "require", "verify-ca", "verify-full"].map(
    (mode) => `postgres://host/books?sslmode=${mode}`,
  ),
])
  test(`PostgreSQL is taken at ${value}`, () =>
    assert.equal(parseConfig({ DATABASE_URL: value }).databaseUrl, value));

for (const mode of ["allow", "required", ""])
  test(`an sslmode of ${JSON.stringify(mode)} is refused with those there are`, () =>
    assert.throws(
      () => parseConfig({ DATABASE_URL: `postgres://u:p@host/books?sslmode=${mode}` }),
      {
        message:
          'DATABASE_URL must have one of these as its sslmode, or none: disable, no-verify, prefer, require, verify-ca, verify-full, not "…@host/books?…"',
      },
    ));

test("every wrong value is named at once, and shown without its password", () => {
  const wrong = {
    PORT: "no",
    DATABASE_URL: "mysql://user:se/c@ret@host/books?password=secret",
    LOG_LEVEL: "loud",
  };
  assert.throws(
    () => parseConfig(wrong),
    ({ message }: Error) => {
      assert.deepEqual(
        message.split("\n").map((line) => [line.split(" ")[0], /, not (.+)$/.exec(line)?.[1]]),
        [
          ["PORT", '"no"'],
          ["DATABASE_URL", '"…@host/books?…"'],
          ["LOG_LEVEL", '"loud"'],
        ],
      );
      return true;
    },
  );
});

test("a secret has 32 characters or more, and one that has not is not printed", () => {
  const secret = "0123456789abcdef0123456789abcdef";
  assert.equal(parseConfig({ SECRET: secret }).secret, secret);
  assert.throws(() => parseConfig({ SECRET: secret.slice(1) }), {
    message: "SECRET must have 32 characters or more",
  });
});

test("a variable that is almost a setting is told with the setting that was meant", () => {
  const meant = {
    MCP_RATELIMIT: "MCP_RATE_LIMIT",
    mcp_rate_limit: "MCP_RATE_LIMIT",
    MCP_RATE_LIMITS: "MCP_RATE_LIMIT",
    DATABASE_ULR: "DATABASE_URL",
    TRUSTED_PROXY_S: undefined,
    BASEURL: "BASE_URL",
    TRUSTED_PROXES: "TRUSTED_PROXIES",
    HOSTS: undefined,
    HOSTNAME: undefined,
    PORTS: undefined,
    TEST_DATABASE_URL: undefined,
    DATABASE_URL: undefined,
  };
  const environment = Object.fromEntries(Object.keys(meant).map((name) => [name, "x"]));
  const told = Object.fromEntries(
    misspeltSettings(environment).map(({ name, meant }) => [name, meant]),
  );
  assert.deepEqual({ ...meant, ...told }, meant);
  assert.equal(Object.keys(told).length, 6);
});
