/** Globals that @hono/node-server replaces. */
const REPLACED = ["Request", "Response"] as const;

/** Set for good by a library when it is loaded: libvips. */
const SET_BY_LIBRARIES: ReadonlySet<string> = new Set(["VIPSHOME"]);

/** State of a process that its test files share, as it was before one of them. */
export class Surroundings {
  readonly #open = counted(process.getActiveResourcesInfo());
  readonly #environment: Readonly<NodeJS.ProcessEnv> = { ...process.env };
  readonly #folder = process.cwd();
  readonly #globals = REPLACED.map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name) ?? {}] as const,
  );

  /** Names what has been left open or changed since, and would keep the process from ending or disturb the next file. */
  changes(): readonly string[] {
    const now = counted(process.getActiveResourcesInfo());
    const open = [...now]
      .filter(([kind, count]) => count > (this.#open.get(kind) ?? 0))
      .map(([kind]) => `an open ${kind}`);
    const names = new Set([...Object.keys(this.#environment), ...Object.keys(process.env)]);
    const set = [...names]
      .filter((name) => this.#environment[name] !== process.env[name])
      .filter((name) => !SET_BY_LIBRARIES.has(name))
      .map((name) => `another ${name} in the environment`);
    return [...open, ...set, ...(process.cwd() === this.#folder ? [] : ["another folder"])];
  }

  restoreGlobals(): void {
    for (const [name, descriptor] of this.#globals)
      Object.defineProperty(globalThis, name, descriptor);
  }
}

function counted(kinds: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
