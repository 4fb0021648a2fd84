import { relative, sep } from "node:path";
import type { RuleTester } from "oxlint/plugins-dev";

// Oxlint exports its types under no names: they are taken from its tester.
export type Rule = Parameters<RuleTester["run"]>[1];
type Create = NonNullable<Rule["create"]>;
export type Context = Parameters<Create>[0];
export type Node<Type extends string> = Parameters<NonNullable<ReturnType<Create>[Type]>>[0];
export type Expression = Node<"MemberExpression">["object"];

/** Path relative to the project's root, with slashes on every system. */
export function pathIn({ cwd, filename }: Context): string {
  return relative(cwd, filename).split(sep).join("/");
}
