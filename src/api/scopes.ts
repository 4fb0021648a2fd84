import { z } from "zod";
import { resourceLabels, scopeWords } from "../accounts/scopes.ts";
import { json, defineRoute } from "../core/route.ts";

const Scope = z.object({ scope: z.string(), words: z.string() });

const list = defineRoute({
  path: "GET /api/scopes",
  role: null,
  input: z.strictObject({}),
  output: json(
    z.object({
      resources: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          read: Scope.nullable(),
          write: Scope.nullable(),
        }),
      ),
    }),
  ),
  example: () => ({}),
  handler: async () => ({
    resources: [...resourceLabels].map(([name, label]) => ({
      name,
      label,
      read: scopeShape(`${name}.read`),
      write: scopeShape(`${name}.write`),
    })),
  }),
});

export const scopeRoutes = [list];

/** Null when there is no such scope. */
function scopeShape(scope: string): z.input<typeof Scope> | null {
  const words = scopeWords.get(scope);
  return words === undefined ? null : { scope, words };
}
