import { lookup } from "node:dns/promises";

type Lookup = (host: string) => Promise<readonly { readonly address: string }[]>;

/** Each lookup holds one of Node's four threads, which also hash passwords; two are left for them. */
const MOST_AT_ONCE = 2;

/**
 * Resolves names as the operating system does, with its hosts file. Waits while too many lookups run.
 * @throws the error of the lookup, or the reason of the signal
 */
export function createResolver(
  lookup: Lookup = lookUp,
): (host: string, signal: AbortSignal) => Promise<readonly string[]> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (host, signal) => {
    if (running >= MOST_AT_ONCE) {
      const turn = Promise.withResolvers<null>();
      waiting.push(() => turn.resolve(null));
      await turn.promise;
    } else running += 1;
    try {
      signal.throwIfAborted();
      const found = await lookup(host);
      return found.map(({ address }) => address);
    } finally {
      // A waiting lookup takes over the place of this one.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

async function lookUp(host: string) {
  return lookup(host, { all: true, order: "verbatim" });
}
