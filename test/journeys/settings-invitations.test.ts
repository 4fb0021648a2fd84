import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { Failure } from "../../src/core/errors.ts";
import { Mailbox } from "../mailbox.ts";
import { until } from "../mcp.ts";
import { allRows } from "../rows.ts";
import { serveWorld } from "../served-world.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus } from "./focus.ts";
import { inspect } from "./visit.ts";

const TEAM = "/settings/team";
const ANNA = { name: "Anna Ash", email: "anna@acme.example", password: "horse of a battery" };
const BEN = "ben@acme.example";
const DAY_MS = 24 * 60 * 60_000;

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("an owner invites people", { skip }, () => {
  const mailbox = new Mailbox();
  let acme: Acme;
  let page: Page;
  let link = "";

  before(async () => {
    acme = await Acme.open(TEAM, mailbox);
    page = acme.olga.page;
    await acme.olga.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  });

  after(async () => {
    await acme?.close();
  });

  test("what cannot be taken stays as it was typed, and nobody is invited", async () => {
    await page.getByText("No pending invitations").waitFor();
    const before = await allRows(acme.world.database.reader);
    await page.getByRole("button", { name: "Invite somebody" }).press("Enter");
    await hasFocus(page, "E-mail");
    await page.keyboard.type("anna at acme");
    await inspect(page, "team-invite");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await inspect(page, "team-invite-refused");
    assert.equal(await page.getByLabel("E-mail").inputValue(), "anna at acme");
    assert.deepEqual(await allRows(acme.world.database.reader), before);
    assert.deepEqual(mailbox.messages, []);
  });

  test("an invitation is made with its role, mailed, and its link can be copied", async () => {
    await page.getByLabel("E-mail").fill(ANNA.email);
    await page.getByRole("radio", { name: "Admin" }).check();
    await page.getByRole("button", { name: "Send the invitation" }).click();
    await page.getByRole("dialog", { name: "Invitation created" }).waitFor();
    await page.getByText(`A mail with the link is on its way to ${ANNA.email}`).waitFor();
    await hasFocus(page, "Copy link");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Copied" }).waitFor();
    link = String(await page.evaluate("navigator.clipboard.readText()"));
    await until(() => mailbox.messages.length > 0);
    const mailed = /http\S+\/join\?token=\S+/.exec(mailbox.to(ANNA.email).text)?.[0];
    assert.ok(mailed !== undefined && mailed !== link, "the mail has a link of its own");
    await inspect(page, "team-invited");
    await page.getByRole("button", { name: "Done" }).click();
    await isClosed("Invitation created");
    await hasFocus(page, "Invite somebody");
    const anna = invitation(ANNA.email);
    await anna.getByText("Admin, invited by Olga Owner").waitFor();
    await anna.getByText("The link expires 28 Nov 2026, 09:00").waitFor();
    await anna.getByText("The mail was sent.").waitFor();
  });

  test("Back closes the dialog, and whoever is invited is not invited twice", async () => {
    await page.getByRole("button", { name: "Invite somebody" }).click();
    await page.waitForURL("**/settings/team?open=invite");
    await page.getByLabel("E-mail").fill("ANNA@acme.example");
    await page.keyboard.press("Enter");
    await page.getByText("ANNA@acme.example is invited already.").first().waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Leave" }).press("Enter");
    await isClosed(/^Invite somebody/);
    await page.getByRole("button", { name: "Invite somebody" }).click();
    await page.keyboard.press("Escape");
    await isClosed(/^Invite somebody/);
    await page.goForward();
    await page.getByRole("dialog", { name: /^Invite somebody/ }).waitFor();
    await page.goBack();
    await isClosed(/^Invite somebody/);
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, TEAM);
    assert.equal(await invitations().getByRole("listitem").count(), 1);
  });

  test("a mail server that is away is named in the list, with the next attempt, and the link can be copied", async () => {
    mailbox.failure = new Failure({ reason: "The mail server is away.", isFinal: false });
    await page.goto(`${acme.served.origin}${TEAM}?open=invite`);
    await page.getByLabel("E-mail").fill(BEN);
    await page.keyboard.press("Enter");
    await page.getByText(`A mail with the link is on its way to ${BEN}`).waitFor();
    await page.keyboard.press("Escape");
    await isClosed("Invitation created");
    await invitation(BEN).getByText("Member, invited by Olga Owner").waitFor();
    const problem =
      /^The mail is not sent yet\. The mail server is away\. Next attempt: 21 Nov 2026, 09:0\d\.$/;
    await invitation(BEN).getByText(problem).waitFor();
    await invitation(BEN)
      .getByRole("button", { name: /^Copy link/ })
      .waitFor();
    await inspect(page, "team-invitation-waits");
  });

  test("a mail that was refused is sent again under a new link, and the list follows without a reload", async () => {
    mailbox.failure = new Failure({ reason: "No such mailbox.", isFinal: true });
    await page.getByRole("button", { name: `Renew for ${BEN}` }).press("Enter");
    await page.getByRole("dialog", { name: "Invitation renewed" }).waitFor();
    await page.keyboard.press("Escape");
    await invitation(BEN).getByText("Not sent", { exact: true }).waitFor();
    await invitation(BEN).getByText("The mail was not sent. No such mailbox.").waitFor();
    await inspect(page, "team-invitation-not-mailed");
    mailbox.failure = null;
    await page.getByRole("button", { name: `Send again for ${BEN}` }).press("Enter");
    await page.getByRole("dialog", { name: "Invitation renewed" }).waitFor();
    await page.keyboard.press("Escape");
    await isClosed("Invitation renewed");
    await invitation(BEN).getByText("The mail was sent.").waitFor();
    assert.deepEqual(mailbox.to(BEN).to, [BEN]);
  });

  test("a server without mail says so before and after", async () => {
    const silent = await serveWorld(acme.world);
    const own = await acme.elsewhere();
    await acme.signIn(own, acme.team, TEAM);
    await own.goto(`${silent.origin}${TEAM}?open=invite`);
    await own.getByText("They get a link from you").waitFor();
    await own.getByLabel("E-mail").fill("carl@acme.example");
    await own.getByRole("button", { name: "Make the invitation" }).click();
    await own.getByText("This server sends no mail").waitFor();
    await own.getByText("Not mailed: no mail server was set up.").waitFor();
    await inspect(own, "team-invited-without-mail");
    await own.context().close();
    await silent.close();
  });

  test("whoever is invited makes an account behind the link, and stands among the members", async () => {
    const anna = await acme.elsewhere();
    await anna.goto(link);
    await inspect(anna, "join");
    await anna.getByLabel("Your name").fill(ANNA.name);
    await anna.getByLabel("Password").fill(ANNA.password);
    await anna.getByRole("button", { name: "Create account and join" }).click();
    await anna.waitForURL(`${acme.served.origin}/`);
    await anna.getByRole("banner").getByText("Acme Studio").waitFor();
    await page.reload();
    const member = page.getByRole("list", { name: "Members" }).getByRole("listitem");
    await member.filter({ hasText: ANNA.email }).getByText(ANNA.name).first().waitFor();
    assert.equal(await member.count(), 2);
    assert.equal(await invitation(ANNA.email).count(), 0);
    await anna.context().close();
  });

  test("an invitation that has expired says so, and is renewed under a link of its own", async () => {
    acme.world.pass(8 * DAY_MS);
    await page.reload();
    await acme.signIn(page, acme.team, TEAM);
    await invitation(BEN).getByText("Expired", { exact: true }).waitFor();
    assert.equal(
      await invitation(BEN)
        .getByRole("button", { name: /^Copy link/ })
        .count(),
      0,
    );
    await inspect(page, "team-invitation-expired");
    await page.getByRole("button", { name: `Renew for ${BEN}` }).press("Enter");
    await page.getByRole("dialog", { name: "Invitation renewed" }).waitFor();
    await inspect(page, "team-invitation-renewed");
    await hasFocus(page, "Copy link");
    link = await page.getByLabel("Link").inputValue();
    await page.keyboard.press("Escape");
    await isClosed("Invitation renewed");
    await hasFocus(page, `Renew for ${BEN}`);
    await invitation(BEN).getByText("The link expires 6 Dec 2026, 09:00").waitFor();
    assert.equal((await fetch(link)).status, 200);
  });

  test("an invitation is revoked after a question, and its link opens nothing", async () => {
    await page.getByRole("button", { name: `Revoke for ${BEN}` }).press("Enter");
    await page.getByRole("dialog", { name: `Revoke the invitation for ${BEN}?` }).waitFor();
    await hasFocus(page, "Cancel");
    await inspect(page, "team-revoke");
    await page.keyboard.press("Enter");
    await isClosed(/^Revoke the invitation/);
    await hasFocus(page, `Revoke for ${BEN}`);
    assert.equal((await fetch(link)).status, 200);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Revoke the invitation" }).click();
    await page.getByText(`The invitation for ${BEN} is revoked.`).waitFor();
    assert.equal(await invitation(BEN).count(), 0);
    await hasFocus(page, "Invitations");
    assert.notEqual((await fetch(link)).status, 200);
  });

  test("an invitation that makes an owner asks for the password", async () => {
    acme.world.pass(11 * 60_000);
    await page.goto(`${acme.served.origin}${TEAM}?open=invite`);
    await page.getByLabel("E-mail").fill(BEN);
    assert.equal(await page.getByLabel("Your password").count(), 0);
    await page.getByRole("radio", { name: "Owner" }).check();
    const before = await allRows(acme.world.database.reader);
    await page.getByLabel("Your password").fill("not the one");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    assert.equal(await page.getByLabel("E-mail").inputValue(), BEN);
    assert.deepEqual(await allRows(acme.world.database.reader), before);
    await inspect(page, "team-invite-owner");
  });

  test("no page broke its content policy, threw, or asked another host for anything", () => {
    assert.deepEqual(acme.olga.offences, []);
  });

  function invitations() {
    return page.getByRole("list", { name: "Open invitations" });
  }

  function invitation(email: string) {
    return invitations().getByRole("listitem").filter({ hasText: email });
  }

  async function isClosed(name: string | RegExp): Promise<void> {
    await page.getByRole("dialog", { name }).waitFor({ state: "detached" });
  }
});
