import assert from "node:assert/strict";
import { test } from "node:test";
import { isInert } from "../../test/html.ts";
import { invitationMail } from "./invitation-mail.ts";

const INVITATION = {
  messageId: "an-invitation.1@books.example",
  to: "nina@example.com",
  team: "Acme",
  inviter: "Olga Owner",
  role: "an admin",
  link: "https://books.example/join?token=svc_invite_x",
  until: "2026-11-28T09:00:00.000Z",
};

test("says who invites whom to which team as what, with the link and until when it works", async () => {
  const { id, to, subject, text, html } = await invitationMail(INVITATION);
  assert.equal(id, "an-invitation.1@books.example");
  assert.deepEqual(to, ["nina@example.com"]);
  assert.equal(subject, "Olga Owner invites you to Acme on Ledgerport");
  assert.equal(
    text,
    [
      "Olga Owner invites you to the team Acme on Ledgerport, as an admin.",
      "Join with this link:\nhttps://books.example/join?token=svc_invite_x",
      "The link is for nina@example.com alone, works once, and until 28 November 2026 at 09:00 UTC.",
      "If you did not expect this, leave the link alone: nothing happens then.",
    ].join("\n\n"),
  );
  for (const part of [
    "Olga Owner invites you to the team Acme on Ledgerport, as an admin.",
    '<a href="https://books.example/join?token=svc_invite_x">Join Acme</a>',
    "28 November 2026 at 09:00 UTC",
  ])
    assert.ok(html.includes(part), part);
});

test("names stay text in a line of their own words, whatever is in them", async () => {
  const hostile = `x\r\nBcc: eve@example.com\u2028\n<script>alert('1')</script>"\u202e&amp;`;
  const { subject, text, html } = await invitationMail({
    ...INVITATION,
    team: hostile,
    inviter: hostile,
  });
  assert.ok(!/[\r\n\u2028\u202e]/.test(subject));
  assert.ok(!/^(Bcc|<script>)/m.test(text) && !/[\r\u2028\u202e]/.test(text));
  assert.ok(isInert(html) && html.includes("&lt;script&gt;"));
  assert.ok(html.includes("&amp;amp;"));
});
