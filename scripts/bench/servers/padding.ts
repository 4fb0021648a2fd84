import type { Tool } from "../../../src/core/tool.ts";

/** The tools, then copies under other names, up to `count`. */
export function padded<Context>(
  tools: readonly Tool<Context>[],
  count: number,
): readonly Tool<Context>[] {
  const all = [...tools];
  for (let copy = 1; all.length < count; copy += 1) {
    const copied = tools.slice(0, count - all.length);
    all.push(...copied.map((tool) => ({ ...tool, name: `${tool.name}_${copy}` })));
  }
  return all;
}
