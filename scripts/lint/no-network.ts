import { pathIn, type Rule } from "./rule.ts";

/** The room whose code reads what strangers made, in a process that Node does not keep from the network. */
const ROOM = /^src\/reading\/(?!.*\.test\.ts$)/;

const MODULES =
  /^(?:node:)?(?:net|http|https|http2|dgram|tls|dns|dns\/promises|inspector|cluster)$|^undici$/;

const GLOBALS = new Set(["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]);

export const noNetwork: Rule = {
  create(context) {
    if (!ROOM.test(pathIn(context))) return {};

    function refuse(node: { range: [number, number] }, what: string): void {
      const message = `${what} reaches the network, which no reader of files may`;
      context.report({ node, message });
    }

    function check(source: { range: [number, number]; value?: unknown }): void {
      if (typeof source.value === "string" && MODULES.test(source.value))
        refuse(source, source.value);
    }

    return {
      ImportDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => node.source && check(node.source),
      ImportExpression: (node) => check(node.source),
      Identifier(node) {
        if (GLOBALS.has(node.name)) refuse(node, node.name);
      },
      MemberExpression({ computed, property }) {
        if (!computed || property.type !== "Literal") return;
        if (typeof property.value === "string" && GLOBALS.has(property.value))
          refuse(property, property.value);
      },
    };
  },
};
