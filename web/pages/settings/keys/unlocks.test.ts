import assert from "node:assert/strict";
import { test } from "node:test";
import { accessOf, PRESETS, SCOPES } from "../../../../src/accounts/scopes.ts";
import { opensOf } from "./unlocks.ts";

const HELD = { all: ["apis.all"], read: ["apis.read"] } as const;

test("what the dialog says that a key opens is what the server then lets it do", () => {
  const chosen = [[], ["tags.read"], ["tags.write"], ["tags.read", "invoices.write"], SCOPES];
  for (const preset of PRESETS)
    for (const scopes of preset === "restricted" ? chosen : [[]])
      for (const isDeletingOn of [false, true])
        for (const memberFullAccess of [false, true])
          for (const role of ["owner", "admin", "member"] as const) {
            const { tier } = accessOf({
              scopes: preset === "restricted" ? scopes : HELD[preset],
              role,
              team: { destructiveAiTools: isDeletingOn, memberFullAccess },
            });
            const isCapped = role === "member" && !memberFullAccess;
            assert.deepEqual(
              opensOf({ preset, scopes }, { isCapped, isDeletingOn }),
              {
                read: tier !== null,
                write: tier === "write" || tier === "destructive",
                destructive: tier === "destructive",
              },
              `${preset} ${scopes.join(" ")} ${role}`,
            );
          }
});
