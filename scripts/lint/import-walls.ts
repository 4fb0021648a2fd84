import { dirname, join } from "node:path/posix";
import { pathIn, type Rule } from "./rule.ts";
import { wallBetween } from "./walls.ts";

export const importWalls: Rule = {
  create(context) {
    const from = pathIn(context);

    function check(source: { range: [number, number]; value?: unknown }, kind = "value"): void {
      const specifier = source.value;
      if (typeof specifier !== "string" || !specifier.startsWith(".")) return;
      const message = wallBetween(from, join(dirname(from), specifier), kind === "type");
      if (message) context.report({ node: source, message });
    }

    return {
      ImportDeclaration: (node) => check(node.source, node.importKind),
      ExportAllDeclaration: (node) => check(node.source, node.exportKind),
      ExportNamedDeclaration: (node) => node.source && check(node.source, node.exportKind),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source, "type"),
    };
  },
};
