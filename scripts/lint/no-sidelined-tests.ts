import type { Expression, Node, Rule } from "./rule.ts";

const TESTS = new Set(["describe", "it", "suite", "test"]);
const SIDELINES = new Set(["only", "skip", "todo"]);

/**
 * Refuses `test.only` and its kin. Only a condition may skip: `{ skip: !url && "no database" }`.
 */
export const noSidelinedTests: Rule = {
  create(context) {
    function refuse(node: { range: [number, number] }, name: string): void {
      context.report({ node, message: `${name} leaves tests out: run them, or delete them` });
    }

    return {
      MemberExpression({ object, property }) {
        if (isTest(object) && property.type === "Identifier" && SIDELINES.has(property.name)) {
          refuse(property, property.name);
        }
      },
      CallExpression({ callee, arguments: given }) {
        const options = isTest(callee) && given.find(({ type }) => type === "ObjectExpression");
        if (!options || options.type !== "ObjectExpression") return;
        for (const property of options.properties) {
          const name = sidelineOf(property);
          if (name) refuse(property, name);
        }
      },
    };
  },
};

function isTest(node: Expression): boolean {
  return node.type === "Identifier" && TESTS.has(node.name);
}

function sidelineOf(property: Node<"ObjectExpression">["properties"][number]): string | undefined {
  if (property.type !== "Property" || property.key.type !== "Identifier") return undefined;
  const { name } = property.key;
  return SIDELINES.has(name) && property.value.type === "Literal" ? name : undefined;
}
