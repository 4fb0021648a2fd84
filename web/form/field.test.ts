import assert from "node:assert/strict";
import { test } from "node:test";
import { type Field, type FieldMaker, type Given, looseField } from "./field.ts";

type Invite = "POST /api/teams/:team/invitations";

test("a control takes only a field of the route, and only one of its own type of value", () => {
  const text = (field: Field<string | null | undefined, string>) => field.name;
  const drawn = (field: FieldMaker<Invite>) => {
    text(field("email"));
    // @ts-expect-error the route takes no such field
    text(field("mail"));
    // @ts-expect-error the team is a parameter of the path
    text(field("team"));
    // @ts-expect-error a role is one of three, not any text
    text(field("role"));
  };
  const makes = (name: string) => looseField(name, "", () => undefined);
  // The rules are the compiler's; this only runs what it has checked.
  assert.equal(text(makes("email")), "email");
  assert.equal(typeof drawn, "function");
});

test("a form is given the parameters of its path", () => {
  const given: Given<Invite> = { team: "1" };
  // @ts-expect-error the team is missing
  const none: Given<Invite> = {};
  assert.deepEqual([given, none], [{ team: "1" }, {}]);
});
