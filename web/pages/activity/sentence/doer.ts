import type { Event, Via } from "../event.ts";
import type { Words } from "../words.ts";

export function whoOf({ actor, via }: Event): Words {
  if (actor !== null) return { name: actor.name };
  return NOBODY[via.kind];
}

/** Used when nobody was signed in, or the account was deleted. */
const NOBODY: Readonly<Record<Via["kind"], string>> = {
  key: "A deleted account",
  app: "A deleted account",
  web: "Somebody with the set-up link",
  command: "The operator of the server",
};

/** The program that was used, and its credential. */
export function meansOf({ via, client }: Event): readonly Words[] {
  // The client of an app often has the name of the app.
  const isNamed = client !== null && !(via.kind === "app" && client.name === via.name);
  const program = isNamed ? ["via ", { name: client.name }, ", "] : [];
  return [...program, ...MEANS[via.kind](via)];
}

const MEANS: Readonly<Record<Via["kind"], (via: Via) => readonly Words[]>> = {
  key: ({ name, hint }) => [
    ...(name === null ? ["a key"] : ["key ", { name }]),
    ...(hint === null ? [] : [" ", { whole: `…${hint}` }]),
  ],
  app: ({ name }) => (name === null ? ["an app"] : ["app ", { name }]),
  web: () => ["web app"],
  command: () => ["command line"],
};
