import { securityHeaders } from "../site/security-headers.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { withParameters } from "./redirect-uri.ts";

/** Redirects to the app with the parameters, the issuer (RFC 9207 §2) and the unchanged state. */
export function goBack(
  baseUrl: string,
  { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
  parameters: readonly (readonly [string, string])[],
): Response {
  const all = [...parameters, ["iss", baseUrl]] as const;
  const location = withParameters(redirectUri, all, state);
  return new Response(null, {
    status: 303,
    headers: { ...securityHeaders("client"), Location: location },
  });
}
