import manifest from "../../package.json" with { type: "json" };

export const SERVER_INFO = { name: "ledgerport", title: "Ledgerport", version: manifest.version };

/** Address at which ChatGPT's directory of apps asks for its challenge. */
export const CHALLENGE_PATH = "/.well-known/openai-apps-challenge";
