import { pendingOf } from "../../db/migrate.ts";
import { type Check, type Finding, describeAnswer, readDatabase, type Visit } from "./visit.ts";

export const REACH_CHECKS: readonly Check[] = [
  {
    name: "reachable",
    title: "the address answers",
    after: [],
    run: async ({ ask }) => {
      await ask("/healthz");
      return null;
    },
  },
  {
    name: "health",
    title: "the server is Ledgerport, and is running",
    after: ["reachable"],
    run: health,
  },
  {
    name: "ready",
    title: "the server reaches its database",
    after: ["health"],
    run: async ({ ask }) => {
      const answer = await ask("/readyz");
      if (answer.status === 200) return null;
      return {
        problem: `The server is not ready: /readyz answers ${describeAnswer(answer)}.`,
        fix: "Find the reason in the server's log, or wait until it has restarted.",
      };
    },
  },
  {
    name: "database",
    title: "the database is up to date",
    after: [],
    run: database,
  },
];

async function health({ ask, url }: Visit): Promise<Finding | null> {
  const answer = await ask("/healthz");
  const { status, headers, json } = answer;
  const isOk =
    typeof json === "object" && json !== null && "status" in json && json.status === "ok";
  if (status === 200 && isOk) return null;
  const elsewhere = URL.parse(headers.get("location") ?? "", url)?.origin ?? url;
  if (status >= 300 && status < 400 && elsewhere !== url)
    return {
      problem: `${url} redirects every request to ${elsewhere}.`,
      fix: `Set BASE_URL=${elsewhere}, or give the doctor --url ${elsewhere}.`,
    };
  if (status >= 502 && status <= 504)
    return {
      problem: `The proxy does not reach the server: it answers ${status}.`,
      fix: "Start the server, and see whether the proxy has its HOST and PORT.",
    };
  return {
    problem: `The server at ${url} is not Ledgerport: /healthz answers ${describeAnswer(answer)}.`,
    fix: "Correct BASE_URL or PORT, or have the proxy pass every path to the server.",
  };
}

/** Left out for a server elsewhere, whose database is not at hand. */
async function database(visit: Visit): Promise<Finding | "left out" | null> {
  if (!visit.isOwn) return "left out";
  try {
    const pending = await readDatabase(visit, pendingOf);
    if (pending.length === 0) return null;
    return {
      problem: `The database lacks ${pending.join(", ")}.`,
      fix: "Stop the server and start it again: it brings the database up to date.",
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return {
      problem: `The database cannot be read: ${problem.replace(/\.$/, "")}.`,
      fix: "Correct DATABASE_URL, or start the database.",
    };
  }
}
