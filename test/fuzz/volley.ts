import { Connection } from "./connection.ts";
import type { Outcome } from "./replies.ts";
import type { Request } from "./requests.ts";

/**
 * Sends requests over several connections at once, `pipelined` on each before the first answer.
 * Resolves with the outcomes in order of the requests; after a silence no more are sent.
 */
export async function volley(
  port: number,
  requests: readonly Request[],
  { connections, pipelined }: { connections: number; pipelined: number },
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  const sendSome = async (opened: Connection) => {
    let connection = opened;
    while (next < requests.length) {
      if (!connection.isOpen) connection = await Connection.open(port);
      const first = next;
      const some = requests.slice(first, first + pipelined);
      next += some.length;
      const ends = await Promise.all(some.map((request) => connection.send(request)));
      for (const [index, end] of ends.entries()) outcomes[first + index] = end;
      if (ends.includes("silence")) next = requests.length;
      // Leftovers of a badly framed request could be read as the next request.
      if (some.some(({ expected }) => expected === "end")) connection.close();
    }
    connection.close();
  };
  const all = Array.from({ length: Math.min(connections, requests.length) });
  const opened = await Promise.all(all.map(() => Connection.open(port)));
  await Promise.all(opened.map(sendSome));
  return outcomes;
}
