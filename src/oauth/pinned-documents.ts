/**
 * Documents of widely used clients as they were published in September 2026. They serve while the
 * document at the address cannot be fetched. Left out are documents that have an address for each
 * connection (`chatgpt.com/oauth/…/client.json`), which nobody can list.
 */
export const PINNED_DOCUMENTS = [
  // Published at the address; https://claude.com/docs/connectors/building/authentication names the
  // redirect URI, issue 518 of anthropics/claude-ai-mcp the address.
  {
    client_id: "https://claude.ai/oauth/mcp-oauth-client-metadata",
    client_name: "Claude",
    client_uri: "https://claude.ai",
    redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
    token_endpoint_auth_method: "none",
  },
  // Issues 37747 and 42301 of anthropics/claude-code quote it.
  {
    client_id: "https://claude.ai/oauth/claude-code-client-metadata",
    client_name: "Claude Code",
    client_uri: "https://claude.ai",
    redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
    token_endpoint_auth_method: "none",
  },
  // Issue 1845 of django-oauth/django-oauth-toolkit quotes it whole.
  {
    client_id: "https://chatgpt.com/oauth/client.json",
    client_name: "ChatGPT",
    client_uri: "https://chatgpt.com/",
    redirect_uris: ["https://chatgpt.com/connector_platform_oauth_redirect"],
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
  },
  // Codex, also a document of OpenAI. Pull request 47737 of anomalyco/opencode names the address; copies
  // of the document in several public repositories agree.
  {
    client_id: "https://chatgpt.com/oauth/codex/client.json",
    client_name: "Codex",
    client_uri: "https://chatgpt.com/codex",
    redirect_uris: ["http://127.0.0.1/callback", "http://localhost/callback"],
    token_endpoint_auth_method: "none",
    token_endpoint_auth_methods_supported: ["none"],
  },
  // https://client.dev/clients quotes it; issue 298300 of microsoft/vscode names the address.
  {
    client_id: "https://vscode.dev/oauth/client-metadata.json",
    client_name: "Visual Studio Code",
    client_uri: "https://vscode.dev/product",
    redirect_uris: ["http://127.0.0.1:33418/", "https://vscode.dev/redirect"],
    token_endpoint_auth_method: "none",
  },
  // crates/context_server/src/oauth.rs of zed-industries/zed has address, name and method; issue 56210
  // there quotes the redirect URI.
  {
    client_id: "https://zed.dev/oauth/client-metadata.json",
    client_name: "Zed",
    redirect_uris: ["http://127.0.0.1/callback"],
    token_endpoint_auth_method: "none",
  },
  // Pull request 47737 of anomalyco/opencode published it.
  {
    client_id: "https://opencode.ai/oauth/opencode/client.json",
    client_name: "opencode",
    client_uri: "https://opencode.ai",
    redirect_uris: ["http://127.0.0.1/callback", "http://localhost/callback"],
    token_endpoint_auth_method: "none",
    token_endpoint_auth_methods_supported: ["none"],
  },
  // Issues 4793 and 4901 of github/copilot-cli quote it.
  {
    client_id: "https://github.com/copilot/cli/client-metadata.json",
    client_name: "GitHub Copilot CLI",
    redirect_uris: ["http://127.0.0.1:33418/"],
    token_endpoint_auth_method: "none",
  },
] as const;
