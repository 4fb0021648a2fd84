import type { Chance } from "../../src/demo/chance.ts";
import { oddText } from "./odd-values.ts";

/** Invalid UTF-8: truncated, overlong, surrogates, beyond U+10FFFF. */
const INVALID_UTF8 = ["ff", "c3", "c328", "c0af", "e28228", "eda080", "f0808080", "f4908080", "80"];

const LARGEST_BODY = 1024 * 1024;

type Damage = (chance: Chance, body: Buffer) => Buffer;

/** Ways to damage a body, or to write the same JSON differently. */
const DAMAGES: readonly Damage[] = [
  (chance, body) => body.subarray(0, chance.between(0, body.length)),
  (chance, body) => inserted(chance, body, Buffer.from(chance.pick(INVALID_UTF8), "hex")),
  (chance, body) => inserted(chance, body, Buffer.from(oddText(chance))),
  (chance, body) => inserted(chance, body, Buffer.from([chance.between(0, 0x20)])),
  (chance, body) => withByte(body, chance.between(0, body.length), chance.between(0, 255)),
  (_, body) => Buffer.concat([Buffer.from("\ufeff"), body]),
  (_, body) => Buffer.from(body.toString(), "utf16le"),
  (_, body) => Buffer.concat([body, body]),
  (_, body) => Buffer.concat([body, Buffer.from("\n\n\t ")]),
  (_, body) => Buffer.from(body.toString().replaceAll(/:-?\d+/g, ":1e400")),
  (_, body) => Buffer.from(body.toString().replaceAll(/:-?\d+/g, ":12345678901234567890")),
  (chance, body) => doubled(body, chance.pick(["id", "method", "params", "jsonrpc", "name"])),
  (chance, body) => deepened(chance, body, chance.pick([60, 64, 65, 1000, 50_000])),
];

/** Large bodies cost time, so they are rare. */
const LARGE: readonly Damage[] = [
  (chance, body) => padded(body, LARGEST_BODY - chance.between(-1, 1)),
  (_, body) => padded(body, 2 * LARGEST_BODY),
  (_, body) => inserted({ between: () => body.length - 1 }, body, Buffer.alloc(500_000, "[")),
  (_, body) => Buffer.from(body.toString().replace(/:"/, `:"${"\\ud800".repeat(100_000)}`)),
];

export function damaged(chance: Chance, body: Buffer): Buffer {
  return chance.pick(chance.often(0.01) ? LARGE : DAMAGES)(chance, body);
}

function inserted({ between }: Pick<Chance, "between">, body: Buffer, more: Buffer): Buffer {
  const at = between(0, body.length);
  return Buffer.concat([body.subarray(0, at), more, body.subarray(at)]);
}

function withByte(body: Buffer, at: number, byte: number): Buffer {
  return Buffer.concat([body.subarray(0, at), Buffer.from([byte]), body.subarray(at + 1)]);
}

/** Repeats a member, with another value first. */
function doubled(body: Buffer, member: string): Buffer {
  return Buffer.from(body.toString().replace("{", `{"${member}":"first",`));
}

/** Adds a member with arrays of the given depth to a random object. */
function deepened(chance: Chance, body: Buffer, depth: number): Buffer {
  const deep = "[".repeat(depth) + "]".repeat(depth);
  const parts = body.toString().split("{");
  if (parts.length === 1) return Buffer.from(deep);
  const at = chance.between(1, parts.length - 1);
  return Buffer.from(parts.with(at, `"deep":${deep},${parts[at]}`).join("{"));
}

function padded(body: Buffer, length: number): Buffer {
  return Buffer.concat([body, Buffer.alloc(Math.max(0, length - body.length), " ")]);
}
