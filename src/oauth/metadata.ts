import { ALL_SCOPES } from "../accounts/scopes.ts";

/**
 * Paths where clients look for authorization server metadata: well-known, with the resource's path, and
 * those of OpenID Connect (MCP 2026-07-28, authorization, Metadata Discovery).
 */
export const AUTHORIZATION_SERVER_PATHS = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/mcp",
  "/.well-known/openid-configuration",
  "/.well-known/openid-configuration/mcp",
  "/mcp/.well-known/openid-configuration",
  "/mcp/.well-known/oauth-authorization-server",
] as const;

/** RFC 9728 §3.1: at the root, and with the resource's path. */
export const PROTECTED_RESOURCE_PATHS = [
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
] as const;

export const ENDPOINTS = {
  authorize: "/oauth/authorize",
  token: "/api/oauth/token",
  register: "/api/oauth/register",
  revoke: "/api/oauth/revoke",
} as const;

/** Authorization server metadata (RFC 8414 §2). */
export function authorizationServerMetadata(baseUrl: string, clientDocuments: boolean) {
  const methods = ["client_secret_post", "none"];
  return {
    issuer: baseUrl,
    authorization_endpoint: baseUrl + ENDPOINTS.authorize,
    token_endpoint: baseUrl + ENDPOINTS.token,
    registration_endpoint: baseUrl + ENDPOINTS.register,
    revocation_endpoint: baseUrl + ENDPOINTS.revoke,
    scopes_supported: ALL_SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    authorization_response_iss_parameter_supported: true,
    // Clients that are not told register instead.
    ...(clientDocuments ? { client_id_metadata_document_supported: true } : {}),
  };
}

/** Protected resource metadata (RFC 9728 §2). Clients request exactly the scopes listed here. */
export function protectedResourceMetadata(baseUrl: string) {
  return {
    resource: `${baseUrl}/mcp`,
    resource_name: "Ledgerport",
    authorization_servers: [baseUrl],
    bearer_methods_supported: ["header"],
    scopes_supported: ["apis.read", "apis.all"],
  };
}
