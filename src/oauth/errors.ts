/** The codes of RFC 6749 §4.1.2.1 and §5.2, RFC 7591 §3.2.2, RFC 8707 §2 and OpenID Connect Core §3.1.2.6. */
type OAuthErrorCode =
  | "access_denied"
  | "interaction_required"
  | "invalid_client"
  | "invalid_client_metadata"
  | "invalid_grant"
  | "invalid_redirect_uri"
  | "invalid_request"
  | "invalid_scope"
  | "invalid_target"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "server_error"
  | "temporarily_unavailable"
  | "too_many_requests"
  | "unsupported_grant_type"
  | "unsupported_response_type";

type Status = 400 | 401 | 405 | 413 | 429 | 500 | 503;

export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: Status;
  readonly headers: Readonly<Record<string, string>>;

  /** @param description the error and the next step, in printable ASCII without quotes or backslashes (RFC 6749 §5.2) */
  constructor(
    code: OAuthErrorCode,
    description: string,
    {
      status = 400,
      headers = {},
    }: { status?: Status; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(description.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "?"));
    this.name = "OAuthError";
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}
