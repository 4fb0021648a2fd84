import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import type { Team } from "../app.ts";
import { PASSWORD, statusOf } from "../oauth.ts";
import { allRows } from "../rows.ts";
import { WebApp } from "../web.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

const TEAM = "/settings/team";
const A_WHILE_MS = 11 * 60_000;

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("an owner looks after the team", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let mia: Team;

  before(async () => {
    acme = await Acme.open(TEAM);
    page = acme.olga.page;
    mia = await acme.team.member("member");
  });

  after(async () => {
    await acme?.close();
  });

  test("what is typed for the team is saved together by the only Save, and what is refused stays as it was typed", async () => {
    await page.reload();
    await member("Mia Member").waitFor();
    await inspect(page, "team");
    await inspectReflow(page, "team");
    assert.equal(await page.getByRole("button", { name: /^Save/ }).count(), 1);
    await page.getByText("The form is saved with its button; roles and the switch").waitFor();
    const before = await allRows(acme.world.database.reader);
    await page.getByLabel("Team name", { exact: true }).fill(" ");
    await page.getByLabel("Base currency", { exact: true }).selectOption("CHF");
    await page.getByLabel("The fiscal year begins with").selectOption({ label: "1 April" });
    await page.getByLabel("Team name", { exact: true }).press("Enter");
    await page.getByRole("alert").waitFor();
    assert.equal(await page.getByLabel("Team name", { exact: true }).inputValue(), " ");
    assert.deepEqual(await allRows(acme.world.database.reader), before);
    await page.getByLabel("Team name", { exact: true }).fill("Acme Ledgers");
    await tabTo(page, "Save the team");
    await press(page, "Enter");
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.getByRole("banner").getByText("Acme Ledgers").waitFor();
    await page.reload();
    assert.equal(await page.getByLabel("Base currency", { exact: true }).inputValue(), "CHF");
    assert.equal(await page.getByLabel("The fiscal year begins with").inputValue(), "04-01");
  });

  test("a name that two people changed is asked for, and another field of somebody else stays", async () => {
    const app = await WebApp.of(acme.team);
    await page.getByLabel("Team name", { exact: true }).fill("Acme Mine");
    acme.world.pass(1000);
    const theirs = { name: "Acme Theirs", countryCode: "AT" };
    await app.ask("PATCH /api/teams/:team", { team: acme.team.id, ...theirs });
    await page.getByRole("button", { name: "Save the team" }).click();
    await page.getByText("Changed by somebody else meanwhile").waitFor();
    await page.getByText("Acme Theirs").first().waitFor();
    await inspect(page, "team-overtaken");
    await page.getByRole("button", { name: "Take theirs" }).click();
    await page.getByRole("button", { name: "Take theirs" }).waitFor({ state: "detached" });
    await page.getByLabel("Team name", { exact: true }).fill("Acme Ledgers");
    await page.getByRole("button", { name: "Save the team" }).click();
    await page.getByRole("banner").getByText("Acme Ledgers").waitFor();
    const { country_code } = await acme.world.database.reader
      .selectFrom("teams")
      .select("country_code")
      .where("id", "=", acme.team.id)
      .executeTakeFirstOrThrow();
    assert.equal(country_code, "AT");
  });

  test("the only owner is told why they stay one, and why they cannot leave", async () => {
    await member("Olga Owner").getByText("The only owner: you stay one until").waitFor();
    assert.equal(await member("Olga Owner").getByRole("button").count(), 0);
    await page.getByText("You are the only owner, and a team always has one.").waitFor();
    assert.equal(await page.getByRole("button", { name: /^Leave/ }).count(), 0);
  });

  test("a member's role is chosen from those that are explained, and changes at once", async () => {
    await page.getByRole("button", { name: "Role of Mia Member: Member" }).focus();
    await chooseItem(page, /^Admin.*Also invites and removes/);
    await page.getByText("Mia Member is an admin now.").waitFor();
    await hasFocus(page, "Role of Mia Member: Admin");
    assert.equal(await roleOf(mia), "admin");
    acme.world.pass(1000);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Mia Member is a member again.").waitFor();
    assert.equal(await roleOf(mia), "member");
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Role of Mia Member: Member" }).focus();
    await chooseItem(page, /^Admin.*Also invites and removes/);
    await page.getByText("Mia Member is an admin now.").waitFor();
    assert.equal(await roleOf(mia), "admin");
  });

  test("an owner is made behind the password, and a wrong one changes nothing", async () => {
    acme.world.pass(A_WHILE_MS);
    await page.reload();
    await choose("Mia Member", "Owner");
    await page.getByRole("dialog", { name: "Make Mia Member an owner?" }).waitFor();
    await inspect(page, "team-make-owner");
    const before = await allRows(acme.world.database.reader);
    await page.getByLabel("Your password").fill("not the one");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    assert.deepEqual(await allRows(acme.world.database.reader), before);
    await page.goBack();
    await isClosed("Make Mia Member an owner?");
    await hasFocus(page, "Role of Mia Member: Admin");
    await choose("Mia Member", "Owner");
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByText("Mia Member is an owner now.").waitFor();
    assert.equal(await roleOf(mia), "owner");
    await choose("Mia Member", "Member");
    await page.getByText("can no longer invite or remove people").waitFor();
    assert.equal(await page.getByLabel("Your password").count(), 0);
    await page.getByRole("button", { name: "Make Mia Member a member" }).waitFor();
    await tabTo(page, "Make Mia Member a member");
    await press(page, "Enter");
    await page.getByText("Mia Member is a member now.").waitFor();
  });

  test("members' assistants get full access behind the password, and lose it at once", async () => {
    acme.world.pass(A_WHILE_MS);
    await page.reload();
    const full = page.getByRole("switch", { name: "Members’ assistants may have full access" });
    await full.press("Space");
    await page.getByRole("dialog", { name: /full access/ }).waitFor();
    await inspect(page, "team-full-access");
    assert.equal(await full.count(), 0, "what is behind the dialog is out of reach");
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByText("Members’ assistants may have full access now.").waitFor();
    assert.ok(await full.isChecked());
    assert.equal(await mayHaveFullAccess(), true);
    await full.press("Space");
    await page.getByText("Members’ assistants no longer have full access.").waitFor();
    assert.equal(await mayHaveFullAccess(), false);
  });

  test("a member sees what they may not change, and who may", async () => {
    const own = await acme.elsewhere();
    await acme.signIn(own, mia, `${TEAM}?open=invite`);
    for (const reason of [
      "Only owners and admins can change these.",
      "Only owners and admins can change roles and remove people.",
      "Only owners and admins can invite people.",
      "Only owners and admins can turn this on and off.",
    ])
      await own.getByText(reason).first().waitFor();
    await own.getByRole("button", { name: "Leave Acme Ledgers" }).waitFor();
    assert.equal(await own.getByRole("dialog").count(), 0);
    assert.equal(await own.getByRole("button", { name: /^(Role|Remove|Invite)/ }).count(), 0);
    assert.ok(await own.getByRole("switch").isDisabled());
    await inspect(own, "team-as-member");
    await own.context().close();
  });

  test("a member is removed after it was said what ends: their keys stop at once", async () => {
    await page.getByRole("button", { name: "Remove Mia Member" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Remove Mia Member from Acme Ledgers?" });
    await dialog.getByText("1 API key stops: Test key.").waitFor();
    await dialog.getByText("No app is disconnected: there is none.").waitFor();
    await dialog.getByText("Tracked time").waitFor();
    await hasFocus(page, "Cancel");
    await inspect(page, "team-remove");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await hasFocus(page, "Remove Mia Member");
    assert.equal(await statusOf(mia, mia.key), 200);
    await page.keyboard.press("Enter");
    await dialog.waitFor();
    await hasFocus(page, "Cancel");
    await tabTo(page, "Remove Mia Member");
    await press(page, "Enter");
    await page.getByText("Mia Member is removed from Acme Ledgers.").waitFor();
    await hasFocus(page, "Members");
    assert.equal(await member("Mia Member").count(), 0);
    assert.equal(await statusOf(mia, mia.key), 401);
  });

  test("somebody who leaves is told what ends, and comes to no team", async () => {
    const ned = await acme.team.member("admin", { name: "Ned" });
    const own = await acme.elsewhere();
    await acme.signIn(own, ned, TEAM);
    await own.getByRole("button", { name: "Leave Acme Ledgers" }).press("Enter");
    await own.getByText("You can no longer open the books of").waitFor();
    await inspect(own, "team-leave");
    await tabTo(own, "Leave Acme Ledgers");
    await press(own, "Enter");
    await own.getByRole("heading", { name: "You are not in a team" }).waitFor();
    assert.equal(await statusOf(ned, ned.key), 401);
    await own.context().close();
  });

  test("a new team is made from the team's menu, and Back closes its dialog", async () => {
    const teams = page.getByRole("button", { name: /Team, you are its/ });
    await teams.focus();
    await chooseItem(page, "New team…");
    await page.getByRole("dialog", { name: "New team" }).waitFor();
    await inspect(page, "team-new");
    await page.goBack();
    await isClosed("New team");
    await teams.focus();
    await chooseItem(page, "New team…");
    await hasFocus(page, "Team name");
    await page.keyboard.type("Zeta");
    await page.keyboard.press("Enter");
    await page.getByRole("banner").getByText("Zeta").waitFor();
    assert.equal(await page.getByLabel("Team name", { exact: true }).inputValue(), "Zeta");
    await isClosed("New team");
  });

  test("whoever leaves a team with another comes to the other", async () => {
    const nora = await acme.team.member("owner", { name: "Nora" });
    await page.reload();
    await page.getByRole("button", { name: /Team, you are its/ }).focus();
    await chooseItem(page, /Acme Ledgers/);
    await member("Nora").waitFor();
    await page.getByRole("button", { name: "Leave Acme Ledgers" }).press("Enter");
    await hasFocus(page, "Cancel");
    await tabTo(page, "Leave Acme Ledgers");
    await press(page, "Enter");
    await page.waitForURL(`${acme.served.origin}/`);
    await page.getByText("You have left Acme Ledgers.").waitFor();
    await page.getByRole("banner").getByText("Zeta").waitFor();
    assert.equal(await roleOf(acme.team), null);
    assert.equal(await roleOf(nora), "owner");
  });

  test("a link to a section leads there, whatever loads above it", async () => {
    const opened = Promise.withResolvers<null>();
    await page.route(/\/(members|invitations)$/, async (route) => {
      await opened.promise;
      await route.continue();
    });
    const heading = page.getByRole("heading", { name: "Leave the team" });
    await page.goto("about:blank");
    await page.goto(`${acme.served.origin}${TEAM}#leave`);
    await heading.waitFor();
    await hasFocus(page, "Leave the team");
    opened.resolve(null);
    await page.getByText("You are the only owner, and a team always has one.").waitFor();
    await page.getByText("No pending invitations").waitFor();
    const { y } = (await heading.boundingBox()) ?? assert.fail("it is not shown");
    await heading.evaluate((element) => Object(element).scrollIntoView());
    assert.equal((await heading.boundingBox())?.y, y);
    await page.unroute(/\/(members|invitations)$/);
  });

  test("no page broke its content policy, threw, or asked another host for anything", () => {
    assert.deepEqual(acme.olga.offences, []);
  });

  function member(name: string) {
    const members = page.getByRole("list", { name: "Members" });
    return members.getByRole("listitem").filter({ hasText: name });
  }

  async function isClosed(name: string): Promise<void> {
    await page.getByRole("dialog", { name }).waitFor({ state: "detached" });
  }

  async function choose(name: string, role: string): Promise<void> {
    await page.getByRole("button", { name: `Role of ${name}:` }).focus();
    await chooseItem(page, new RegExp(`^${role}`));
  }

  async function roleOf({ id, userId }: Team): Promise<string | null> {
    const membership = await acme.world.database.reader
      .selectFrom("memberships")
      .select("role")
      .where("team_id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    return membership?.role ?? null;
  }

  async function mayHaveFullAccess(): Promise<boolean> {
    const { member_full_access } = await acme.world.database.reader
      .selectFrom("teams")
      .select("member_full_access")
      .where("id", "=", acme.team.id)
      .executeTakeFirstOrThrow();
    return member_full_access;
  }
});
