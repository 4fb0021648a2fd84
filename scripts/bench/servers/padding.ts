import type { Tool } from "../../../src/core/tool.ts";

/** The tools, and then copies of them under other names, until there are `count`. */
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
