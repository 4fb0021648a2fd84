import { securityHeaders } from "../pages/security-headers.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { withParameters } from "./redirect-uri.ts";

/** Sends the person back to the app, with who answers (RFC 9207 §2) and the state as it came. */
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
