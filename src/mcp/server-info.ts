import manifest from "../../package.json" with { type: "json" };

/** How the server introduces itself. */
export const SERVER_INFO = { name: "ledgerport", title: "Ledgerport", version: manifest.version };
