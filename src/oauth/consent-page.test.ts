import assert from "node:assert/strict";
import { test } from "node:test";
import { forms, isInert, sourceOf, textOf } from "../../test/html.ts";
import { scopeWords } from "../accounts/scope-words.ts";
import { SCOPES } from "../accounts/scopes.ts";
import { type ConsentView, consentPage } from "./consent-page.ts";

const acme = { id: "t1", name: "Acme", role: "owner", isCapped: false };
const beta = { id: "t2", name: "Beta", role: "member", isCapped: true };

const view: ConsentView = {
  csrf: "c5rf",
  request: "r1",
  client: {
    name: "Claude",
    kind: "registered",
    id: "svc_client_1",
    registeredAt: "2026-11-21T23:59:00.000Z",
    website: null,
  },
  redirectHost: "claude.ai",
  redirectUri: "https://claude.ai/callback?a=1&b=2",
  onlyLoopback: false,
  user: { name: "Anna", email: "anna@acme.example" },
  switchHref: "/signin?return=%2Fx&switch=1",
  scopes: [
    { name: "customers.read", words: "See customers", isTicked: true },
    { name: "customers.write", words: "Create and change customers", isTicked: false },
  ],
  teams: [acme],
  chosenTeam: null,
  opens: { write: true, everything: false },
  problem: null,
};

const READS = "Any read scope lets this app read all of the team's data.";
const WRITES = "Any write scope lets it use every write tool, sending invoices included.";

test("consent is one form with the team, the scopes and two buttons, of which Deny comes first", () => {
  const page = sourceOf(consentPage(view));
  assert.deepEqual(forms(page), [
    {
      action: "/oauth/consent",
      method: "post",
      fields: { csrf: "c5rf", request: "r1", team: "t1", scope: "customers.read" },
    },
  ]);
  const buttons = [...page.matchAll(/<button\b([^>]*)>([^<]*)<\/button>/g)];
  assert.deepEqual(
    buttons.map(([, , words]) => words),
    ["Deny", "Allow"],
  );
  assert.match(buttons[0]?.[1] ?? "", /type="submit" name="decision" value="deny" formnovalidate/);
  assert.match(buttons[1]?.[1] ?? "", /type="submit" name="decision" value="allow"/);
  assert.ok(!page.includes("autofocus"));
});

test("each scope that is asked for stands in its own line, ticked as the view says", () => {
  const page = sourceOf(consentPage(view));
  const lines = [...page.matchAll(/<li data-scope="([^"]*)">([^]*?)<\/li>/g)];
  assert.deepEqual(
    lines.map(([, name, line]) => [name, textOf(line), /\schecked\b/.test(line ?? "")]),
    [
      ["customers.read", "See customers customers.read", true],
      ["customers.write", "Create and change customers customers.write", false],
    ],
  );
});

test("what is under the scopes tells what they really open", () => {
  const read = sourceOf(consentPage({ ...view, opens: { write: false, everything: false } }));
  assert.ok(read.includes(READS));
  assert.ok(!read.includes(WRITES));

  const write = sourceOf(consentPage(view));
  assert.ok(write.includes(READS) && write.includes(WRITES));
  assert.ok(!write.includes("destructive"));

  const opens = { write: true, everything: true };
  const everything = textOf(consentPage({ ...view, opens, teams: [acme] }));
  assert.match(
    everything,
    /With apis\.all it can delete too, once the team enables destructive AI/,
  );
  assert.ok(!everything.includes("stops short"));

  const capped = textOf(consentPage({ ...view, opens, teams: [acme, beta] }));
  assert.match(capped, /where you are a member, apis\.all stops short of deleting/);
  assert.match(capped, /Beta member As a member you cannot let an app delete here/);
});

test("of several teams none is chosen for the person, and one of them must be", () => {
  const page = sourceOf(consentPage({ ...view, teams: [acme, beta] }));
  assert.equal(forms(page)[0]?.fields["team"], undefined);
  assert.equal(page.match(/type="radio"[^>]*\srequired\b/g)?.length, 2);
  const again = consentPage({ ...view, teams: [acme, beta], chosenTeam: "t2" });
  assert.equal(forms(again)[0]?.fields["team"], "t2");
});

test("a person reads the app, where it sends them, who they are, what it may do and how long", () => {
  const text = textOf(consentPage({ ...view, opens: { write: true, everything: true } }));
  let last = -1;
  for (const words of [
    "Claude wants access to your books",
    "Unverified app",
    "claude.ai",
    "https://claude.ai/callback?a=1&b=2",
    "21 Nov 2026",
    "Signed in as",
    "anna@acme.example",
    "Use another account",
    "Acme",
    "See customers",
    READS,
    WRITES,
    "It can never",
    "See your password",
    "Make API keys",
    "Invite people",
    "Change the AI settings",
    "not used for 30 days; 180 days at most",
    "Deny",
    "Allow",
  ]) {
    const place = text.indexOf(words, last + 1);
    assert.ok(place > last, words);
    last = place;
  }
});

test("only an app that an administrator added is not unverified", () => {
  const { client } = view;
  const added = textOf(consentPage({ ...view, client: { ...client, kind: "confidential" } }));
  assert.ok(!added.includes("Unverified") && added.includes("Added by an administrator"));

  const id = "https://apps.example.com/client.json";
  const published = textOf(consentPage({ ...view, client: { ...client, kind: "document", id } }));
  assert.match(published, /Unverified app.*Published by apps\.example\.com ,.*client\.json/);
});

test("an app on the person's own computer is warned of", () => {
  const warning = "This app runs on your own computer";
  assert.ok(textOf(consentPage({ ...view, onlyLoopback: true })).includes(warning));
  assert.ok(!textOf(consentPage(view)).includes(warning));
});

test("what an app says of itself is text, cannot turn around, and runs and loads nothing", () => {
  const name = `"><img src=x onerror=alert(1)>\u202e`;
  const client = {
    ...view.client,
    name,
    website: { host: "claude.ai", href: "https://claude.ai/?a=1&b=2" },
  };
  const page = sourceOf(consentPage({ ...view, client, problem: name, redirectUri: name }));
  assert.ok(isInert(page));
  assert.ok(!page.includes("<img") && page.includes("<bdi>&quot;&gt;&lt;img"));
  assert.match(page, /&gt;\\u202e<\/bdi> wants access/);
  assert.match(
    page,
    /href="https:\/\/claude\.ai\/\?a=1&amp;b=2"\s+rel="noopener noreferrer nofollow"/,
  );
});

test("a problem is an alert above the form's rows", () => {
  assert.match(
    sourceOf(consentPage({ ...view, problem: "Choose a team" })),
    /role="alert"[^]*Choose a team/,
  );
});

test("every scope has words of its own", () => {
  const names = [...SCOPES, "apis.read", "apis.all"];
  assert.deepEqual([...scopeWords.keys()].toSorted(), names.toSorted());
  assert.equal(new Set(scopeWords.values()).size, names.length);
});
