import { type Expression, type Node, pathIn, type Rule } from "./rule.ts";

/** Time, randomness and settings: a function takes these as parameters. */
const AMBIENT = new Set([
  "Date.now",
  "Math.random",
  "Temporal.Now",
  "crypto.getRandomValues",
  "crypto.randomBytes",
  "crypto.randomInt",
  "crypto.randomUUID",
  "performance.now",
  "performance.timeOrigin",
  "process.argv",
  "process.env",
  "process.hrtime",
]);

const AMBIENT_IMPORTS: Readonly<Record<string, RegExp>> = {
  "node:crypto": /^(random|getRandomValues$|webcrypto$|default$|\*$)/,
  "node:process": /^(env|argv|hrtime)$/,
};

/** src/main.ts is the only reader; tests and scripts are exempt. */
const READERS = /^src\/main\.ts$|^(test|scripts)\/|\.test\.ts$/;

export const noAmbient: Rule = {
  create(context) {
    if (READERS.test(pathIn(context))) return {};

    function refuse(node: { range: [number, number] }, what: string): void {
      const message = `${what} is ambient: take it as a parameter, since only src/main.ts reads it`;
      context.report({ node, message });
    }

    return {
      NewExpression(node) {
        if (pathOf(node.callee) === "Date" && node.arguments.length === 0) {
          refuse(node, "new Date()");
        }
      },
      CallExpression(node) {
        if (pathOf(node.callee) === "Date") refuse(node, "Date()");
      },
      MemberExpression(node) {
        const path = pathOf(node);
        if (AMBIENT.has(path)) refuse(node, path);
      },
      VariableDeclarator(node) {
        if (node.id.type !== "ObjectPattern" || !node.init) return;
        for (const property of node.id.properties) {
          if (property.type !== "Property" || property.key.type !== "Identifier") continue;
          const path = `${pathOf(node.init)}.${property.key.name}`;
          if (AMBIENT.has(path)) refuse(property, path);
        }
      },
      ImportDeclaration(node) {
        for (const specifier of node.importKind === "type" ? [] : node.specifiers) {
          const name = importedName(specifier);
          if (AMBIENT_IMPORTS[node.source.value]?.test(name)) {
            refuse(specifier, `${name} of ${node.source.value}`);
          }
        }
      },
    };
  },
};

/**
 * `Date.now` for `Date.now` and `globalThis.Date.now`; empty if the expression is no plain path.
 */
function pathOf(node: Expression): string {
  if (node.type === "Identifier") return node.name;
  if (node.type !== "MemberExpression") return "";
  const property = node.computed ? literal(node.property) : node.property.name;
  const object = pathOf(node.object);
  return object === "globalThis" ? property : `${object}.${property}`;
}

function literal(node: Expression): string {
  return node.type === "Literal" && typeof node.value === "string" ? node.value : "";
}

/** A default import gives access to everything, as a namespace does. */
function importedName(specifier: Node<"ImportDeclaration">["specifiers"][number]): string {
  if (specifier.type === "ImportDefaultSpecifier") return "default";
  if (specifier.type === "ImportNamespaceSpecifier") return "*";
  return specifier.imported.type === "Identifier"
    ? specifier.imported.name
    : specifier.imported.value;
}
