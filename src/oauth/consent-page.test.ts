import assert from "node:assert/strict";
import { test } from "node:test";
import { forms, isInert, sourceOf, textOf } from "../../test/html.ts";
import { SCOPES, scopeWords } from "../accounts/scopes.ts";
import { type ConsentView, consentPage } from "./consent-page.ts";

const off = { isOn: false, until: null };
const acme = { id: "t1", name: "Acme", role: "owner", isCapped: false, deleting: off };
const beta = { id: "t2", name: "Beta", role: "member", isCapped: true, deleting: off };
const deletes = { ...acme, id: "t3", name: "Gamma", deleting: { isOn: true, until: null } };

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
  user: { email: "anna@acme.example" },
  switchHref: "/signin?return=%2Fx&switch=1",
  scopes: [
    { name: "customers.read", words: "See customers" },
    { name: "customers.write", words: "Create and change customers" },
  ],
  choices: [
    { choice: "read", grants: ["customers.read"] },
    { choice: "change", grants: ["customers.read", "customers.write"] },
  ],
  chosen: null,
  teams: [acme],
  chosenTeam: null,
  problem: null,
};

const everything: ConsentView = {
  ...view,
  scopes: [{ name: "apis.all", words: "Everything" }],
  choices: [
    { choice: "read", grants: ["apis.read"] },
    { choice: "change", grants: SCOPES },
    { choice: "delete", grants: ["apis.all"] },
  ],
};

const READS = "Any read scope lets this app read all of the team's data.";
const WRITES = "Any write scope lets it use every write tool, sending invoices included.";

test("consent is one form with the widest choice, the team and two buttons, of which Deny comes first", () => {
  const page = sourceOf(consentPage(view));
  assert.deepEqual(forms(page), [
    {
      action: "/oauth/consent",
      method: "post",
      fields: { csrf: "c5rf", request: "r1", team: "t1", access: "change" },
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

test("only the choices that were asked for are offered, and an earlier answer is kept", () => {
  assert.deepEqual(offered(view), ["read", "change checked"]);
  assert.deepEqual(offered(everything), ["read", "change", "delete checked"]);
  assert.deepEqual(offered({ ...everything, chosen: "read" }), [
    "read checked",
    "change",
    "delete",
  ]);
  assert.deepEqual(offered({ ...view, chosen: "delete" }), ["read", "change checked"]);
});

test("a single choice is told, and nothing is there to choose", () => {
  const only: ConsentView = { ...view, choices: view.choices.slice(0, 1) };
  assert.deepEqual(offered(only), []);
  assert.equal(forms(consentPage(only))[0]?.fields["access"], "read");
  assert.match(textOf(consentPage(only)), /It may Read See all of the team’s data/);
});

test("each scope that is asked for stands in its own line, with nothing to tick", () => {
  const page = sourceOf(consentPage(view));
  const lines = [...page.matchAll(/<li data-scope="([^"]*)">([^]*?)<\/li>/g)];
  assert.deepEqual(
    lines.map(([, name, line]) => [name, textOf(line)]),
    [
      ["customers.read", "See customers customers.read"],
      ["customers.write", "Create and change customers customers.write"],
    ],
  );
  assert.ok(!page.includes("checkbox"));
});

test("what is under the scopes tells what they really open, and what a narrower choice gives", () => {
  const read = textOf(consentPage({ ...view, choices: view.choices.slice(0, 1) }));
  assert.ok(read.includes(READS) && !read.includes(WRITES) && !read.includes("Exact scopes"));

  const write = textOf(consentPage(view));
  assert.ok(write.includes(READS) && write.includes(WRITES) && !write.includes("delete"));
  assert.match(write, /Read See all of the team’s data\. Change nothing\./);
  assert.match(write, /Exact scopes of narrower choices Read: customers\.read /);

  const all = textOf(consentPage(everything));
  assert.match(all, /apis\.all lets it use the tools that delete too, while the team has them on/);
  assert.match(all, /Read and change Also use every tool that writes\. Also delete/);
  assert.match(
    all,
    /Assistants cannot restore what they delete\. People can undo it from Activity/,
  );
  assert.ok(all.includes(`Read: apis.read Read and change: ${SCOPES.join(" ")} `), all);
  assert.ok(!all.includes("stops short"));

  const capped = textOf(consentPage({ ...everything, teams: [acme, beta] }));
  assert.match(capped, /where you are a member, apis\.all stops short of deleting/);
});

test("the state of each team's switch stands beside it and in the choice, when deleting is asked for", () => {
  const told = (teams: ConsentView["teams"]) => textOf(consentPage({ ...everything, teams }));
  assert.match(told([acme]), /Also delete Nothing more for now: tools that delete are off/);
  assert.match(told([acme]), /Acme owner Tools that delete are off now\./);
  assert.match(told([deletes]), /Also delete Also use every tool that deletes\. They are on now/);
  assert.match(told([deletes]), /Gamma owner Tools that delete are on\./);
  const until = "2026-11-21T18:30:00.000Z";
  const timed = told([{ ...deletes, deleting: { isOn: true, until } }, acme]);
  assert.match(timed, /every tool that deletes, in a team where they are on/);
  assert.match(timed, /Gamma owner Tools that delete are on until 21 Nov 2026, 18:30 UTC/);
  assert.match(timed, /Acme owner Tools that delete are off now/);
  assert.match(told([deletes, beta]), /Beta member As a member you cannot let an app delete here/);
  assert.ok(!textOf(consentPage({ ...view, teams: [deletes] })).includes("delete"));
});

test("who is a member everywhere sees that deleting was asked for, and cannot choose it", () => {
  assert.deepEqual(offered({ ...everything, teams: [beta] }), [
    "read",
    "change checked",
    "delete disabled",
  ]);
});

test("of several teams none is chosen for the person, and one of them must be", () => {
  const page = sourceOf(consentPage({ ...view, teams: [acme, beta] }));
  assert.equal(forms(page)[0]?.fields["team"], undefined);
  assert.equal(page.match(/name="team"[^>]*\srequired\b/g)?.length, 2);
  const again = consentPage({ ...view, teams: [acme, beta], chosenTeam: "t2" });
  assert.equal(forms(again)[0]?.fields["team"], "t2");
});

test("a person reads the app, what it may do and how long, where it sends them and who they are", () => {
  const text = textOf(consentPage(everything));
  let last = -1;
  for (const words of [
    "Claude wants access to your books",
    "Unverified app",
    "Sends you to claude.ai",
    "Signed in as anna@acme.example",
    "Switch account",
    "It may",
    "Read and change",
    "Also delete",
    "Acme",
    "apis.all",
    READS,
    WRITES,
    "https://claude.ai/callback?a=1&b=2",
    "21 Nov 2026",
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

/** Radio buttons of the choice, in their order. */
function offered(view: ConsentView): readonly string[] {
  const inputs = sourceOf(consentPage(view)).matchAll(
    /name="access"\s+value="(\w+)"\s+required([^/]*)/g,
  );
  return [...inputs].map(([, choice, state = ""]) => `${choice} ${state.trim()}`.trim());
}
