import type { Finding } from "./check.ts";

export class Unreachable extends Error {
  readonly finding: Finding;

  constructor(url: URL, cause: unknown) {
    const finding = findingOf(url, cause);
    super(finding.problem, { cause });
    this.name = "Unreachable";
    this.finding = finding;
  }
}

type Reason = {
  readonly codes: RegExp;
  readonly problem: (url: URL, message: string) => string;
  readonly fix: string;
};

const REASONS: readonly Reason[] = [
  {
    codes: /^ECONNREFUSED$/,
    problem: ({ host }) => `Nothing listens at ${host}.`,
    fix: "Start the server, or the proxy before it; or correct BASE_URL.",
  },
  {
    codes: /^(ENOTFOUND|EAI_AGAIN)$/,
    problem: ({ hostname }) => `DNS does not know the name ${hostname}.`,
    fix: "Correct BASE_URL, or add a record for the name.",
  },
  {
    codes: /CERT|SELF_SIGNED|UNABLE_TO/,
    problem: ({ hostname }, message) =>
      `The TLS certificate of ${hostname} is not accepted: ${message}.`,
    fix: "Renew it, name this host in it, and send the whole chain. For an authority of your own, set NODE_EXTRA_CA_CERTS.",
  },
  {
    codes: /^(EPROTO|ERR_SSL_.*)$/,
    problem: ({ host }) => `The server at ${host} does not speak TLS.`,
    fix: "Put a proxy with TLS before the server, or begin BASE_URL with http://.",
  },
  {
    codes: /TIMEOUT|^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|TimeoutError)$/,
    problem: ({ host, pathname }) => `${host} does not answer for ${pathname} within 10 seconds.`,
    fix: "See whether a firewall is in the way, and whether the proxy reaches the server.",
  },
  {
    codes: /./,
    problem: ({ host, pathname }, message) =>
      `${host} breaks the connection off instead of answering for ${pathname}: ${message}.`,
    fix: "See the log of the proxy and of the server.",
  },
];

function findingOf(url: URL, error: unknown): Finding {
  const { code, message } = reasonOf(error);
  const reason = REASONS.find(({ codes }) => codes.test(code));
  if (reason === undefined) throw new Error(`no reason for ${code}`);
  return { problem: reason.problem(url, message), fix: reason.fix };
}

/** `fetch` keeps the reason for a failure in the error's cause. */
function reasonOf(error: unknown): { readonly code: string; readonly message: string } {
  const { cause } = error instanceof Error ? error : {};
  const inner = cause instanceof Error ? cause : error;
  if (!(inner instanceof Error)) return { code: "unknown", message: String(inner) };
  const code = "code" in inner && typeof inner.code === "string" ? inner.code : inner.name;
  return { code, message: inner.message || code };
}
