import { z } from "zod";
import type { ReadHeader } from "../http/exchange.ts";
import { decoded, requireEqual } from "./generations.ts";

type Mirrored = { readonly header: string; readonly path: readonly string[] };

const Node = z.object({
  "x-mcp-header": z.string().optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
});

/**
 * Parameters that clients must repeat in headers (streamable-http, Custom Headers from Tool
 * Parameters). No tool uses this yet; the specification requires the check.
 */
export function mirroredParameters(schema: unknown, path: readonly string[] = []): Mirrored[] {
  const { data } = Node.safeParse(schema);
  if (data === undefined) return [];
  const name = data["x-mcp-header"];
  return [
    ...(name === undefined ? [] : [{ header: `Mcp-Param-${name}`, path }]),
    ...Object.entries(data.properties).flatMap(([key, property]) =>
      mirroredParameters(property, [...path, key]),
    ),
  ];
}

/** @throws RpcError when a header differs from its argument */
export function checkParameterHeaders(
  parameters: readonly Mirrored[],
  given: unknown,
  header: ReadHeader,
): void {
  for (const { header: name, path } of parameters) {
    const value = path.reduce<unknown>(member, given) ?? undefined;
    const expected = typeof value === "string" ? value : JSON.stringify(value);
    requireEqual(name, decoded(header(name.toLowerCase())), expected);
  }
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}
