import { spokenToTheSecond } from "../../../src/shared/words.ts";
import { exactTime, shortDay } from "../../dates.ts";
import { counted, money } from "../../numbers.ts";
import type { Event, Value, Via } from "./event.ts";

/**
 * A piece of a sentence: plain words, a name that a user wrote, a value, or words that stay on one line.
 */
export type Words =
  | string
  | { readonly name: string }
  | { readonly value: Value }
  | { readonly whole: string };

export function sentenceOf(event: Event, timeZone: string): string {
  return plainWords([...whoOf(event), " ", ...event.deed], timeZone);
}

export function plainWords(words: readonly Words[], timeZone: string): string {
  return words.map((piece) => textOf(piece, timeZone)).join("");
}

export function textOf(piece: Words, timeZone: string): string {
  if (typeof piece === "string") return piece;
  if ("name" in piece) return piece.name;
  return "value" in piece ? readable(piece.value, timeZone) : piece.whole;
}

/**
 * `Claude, for Mara,`: the assistant or command that acted, and its user. A person who acted stands
 * alone, and so do a command of nobody, the inbox folder and a mail.
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

/** `Claude, for Mara`: without the comma at the end. */
export function assistantFor(event: Event): readonly Words[] {
  const who = whoOf(event);
  return who.at(-1) === "," ? who.slice(0, -1) : who;
}

/** `tried to delete a customer`: what was refused, without the reason. */
export function triedIn({ deed }: Event): readonly Words[] {
  return deed.map((piece) =>
    typeof piece === "string" ? piece.replace(/; refused because .*$/, "") : piece,
  );
}

/** Used when nobody was signed in, or the account was deleted. */
const NOBODY: Readonly<Record<Via["kind"], string>> = {
  key: "a deleted account",
  app: "a deleted account",
  web: "somebody with the set-up link",
  command: "a command on the server",
  folder: "the inbox folder",
  mail: "a mail",
};

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** An app by the name that was shown at its consent, a key by its client; null for people. */
export function assistantOf({ via, client }: Event): readonly Words[] | null {
  if (via.kind !== "key" && via.kind !== "app") return null;
  const name = via.kind === "app" ? (via.name ?? client?.name) : client?.name;
  if (name !== undefined) return [{ name }];
  if (via.kind === "app") return ["An app"];
  return via.name === null ? ["A key"] : ["The key ", { name: via.name }];
}

export function meansOf({ via }: Event): readonly Words[] {
  const { kind, name, hint } = via;
  if (kind === "web") return ["the web app"];
  if (kind === "command") return ["the command line"];
  if (kind === "folder") return ["the inbox folder"];
  if (kind === "mail") return ["a mail"];
  if (kind === "app") return name === null ? ["an app"] : ["the app ", { name }];
  const key: readonly Words[] = name === null ? ["a key"] : ["the key ", { name }];
  return hint === null ? key : [...key, " ", { whole: `…${hint}` }];
}

export function readable(value: Value, timeZone: string): string {
  switch (value.kind) {
    case "text":
    case "long text":
      return value.text;
    case "day":
      return shortDay(value.day);
    case "moment":
      return exactTime(value.at, timeZone);
    case "duration":
      return spokenToTheSecond(value.seconds);
    case "number":
      return value.unit === null
        ? value.number.toLocaleString("en-GB")
        : counted(value.number, value.unit);
    case "boolean":
      return value.isTrue ? "Yes" : "No";
    case "list":
      return value.items.join(", ");
    case "currency":
      return `${currencyName(value.code)} (${value.code})`;
    default:
      return value.currency === null
        ? `${value.minor.toLocaleString("en-GB")} minor units, without a currency`
        : money(value.minor, value.currency);
  }
}

function currencyName(code: string): string {
  return new Intl.DisplayNames("en-GB", { type: "currency" }).of(code) ?? code;
}

/** Adds index keys, for lists that never change their order. */
export function keyed<T>(
  values: readonly T[],
): readonly { readonly key: number; readonly value: T }[] {
  return values.map((value, key) => ({ key, value }));
}
