import manifest from "../../package.json" with { type: "json" };

export const SERVER_INFO = { name: "ledgerport", title: "Ledgerport", version: manifest.version };
