import type { Event, Via } from "./event.ts";
import type { Words } from "./words.ts";

/**
 * `Claude, for Mara,`: the assistant or command that acted, and its user. A person who acted stands
 * alone, and so does a command of nobody.
 */
export function whoOf(event: Event): readonly Words[] {
  const { actor, via } = event;
  const user: Words = actor === null ? NOBODY[via.kind] : { name: actor.name };
  const assistant = assistantOf(event);
  if (via.kind === "command" && actor !== null)
    return [capital(NOBODY.command), ", for ", user, ","];
  if (assistant === null) return [actor === null ? capital(NOBODY[via.kind]) : user];
  return [...assistant, ", for ", user, ","];
}

/** `Claude, for Mara`: the assistant and its user, or the person. */
export function assistantFor(event: Event): readonly Words[] {
  const who = whoOf(event);
  return who.at(-1) === "," ? who.slice(0, -1) : who;
}

/** Used when nobody was signed in, or the account was deleted. */
const NOBODY: Readonly<Record<Via["kind"], string>> = {
  key: "a deleted account",
  app: "a deleted account",
  web: "somebody with the set-up link",
  command: "a command on the server",
};

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** An app by the name that was shown at its consent, a key by its client; null for people. */
export function assistantOf({ via, client }: Event): readonly Words[] | null {
  if (via.kind === "web" || via.kind === "command") return null;
  const name = via.kind === "app" ? (via.name ?? client?.name) : client?.name;
  if (name !== undefined) return [{ name }];
  if (via.kind === "app") return ["An app"];
  return via.name === null ? ["A key"] : ["The key ", { name: via.name }];
}

/** The credential, or the way in that needs none. */
export function meansOf({ via }: Event): readonly Words[] {
  return MEANS[via.kind](via);
}

const MEANS: Readonly<Record<Via["kind"], (via: Via) => readonly Words[]>> = {
  key: ({ name, hint }) => [
    ...(name === null ? ["a key"] : ["the key ", { name }]),
    ...(hint === null ? [] : [" ", { whole: `…${hint}` }]),
  ],
  app: ({ name }) => (name === null ? ["an app"] : ["the app ", { name }]),
  web: () => ["the web app"],
  command: () => ["the command line"],
};
