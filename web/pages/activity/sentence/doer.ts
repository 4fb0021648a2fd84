import type { Event, Via } from "../event.ts";
import type { Words } from "../words.ts";

export function whoOf({ actor, via }: Event): Words {
  if (actor !== null) return { name: actor.name };
  return NOBODY[via.kind];
}

/** Who it was when nobody was signed in, or the account is gone. */
const NOBODY: Readonly<Record<Via["kind"], string>> = {
  key: "Somebody who is no longer here",
  app: "Somebody who is no longer here",
  web: "Somebody with the set-up link",
  command: "Whoever runs the server",
};

/** Through what they did it: the program and the credential that it used. */
export function meansOf({ via, client }: Event): readonly Words[] {
  // Not when it is called as the app that it belongs to.
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
