import type { Check } from "./check.ts";

const MOST_SKEW_SECONDS = 30;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export const SURROUNDINGS: readonly Check[] = [
  {
    name: "clock",
    title: "the server's clock agrees with this machine's",
    after: ["health"],
    run: async ({ ask, desk }) => {
      const { headers } = await ask("/healthz");
      const skew = skewOf(headers.get("date"), desk.clock());
      if (skew === null || Math.abs(skew) <= MOST_SKEW_SECONDS) return null;
      return {
        problem: `The server's clock is ${Math.abs(skew)} seconds ${skew > 0 ? "ahead of" : "behind"} this machine's.`,
        fix: "Set both clocks by the network: codes and tokens end by the server's.",
        isWarning: true,
      };
    },
  },
  {
    name: "encryption",
    title: "traffic is encrypted, or stays on this machine",
    after: [],
    run: async ({ url }) => {
      const { protocol, hostname } = new URL(url);
      if (protocol === "https:" || LOOPBACK.test(hostname)) return null;
      return {
        problem: `Keys, tokens and passwords travel in clear to ${hostname}, and the session's cookie is not bound to it (__Host-).`,
        fix: "Put a proxy with TLS before the server, and set BASE_URL to its https:// address.",
        isWarning: true,
      };
    },
  },
];

/** Whole seconds; null without a Date header. */
function skewOf(date: string | null, now: number): number | null {
  const milliseconds = date === null ? Number.NaN : Date.parse(date) - now;
  return Number.isNaN(milliseconds) ? null : Math.round(milliseconds / 1000);
}
