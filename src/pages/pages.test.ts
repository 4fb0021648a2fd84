import assert from "node:assert/strict";
import { test } from "node:test";
import { forms, isInert, sourceOf, textOf } from "../../test/html.ts";
import { accountPage } from "./account-page.ts";
import { assets, fontHref, iconHref, styleHref } from "./assets.ts";
import { messagePage } from "./message-page.ts";
import { setupPage } from "./setup-page.ts";
import { signInPage } from "./signin-page.ts";

const HOSTILE = `"><script>alert('1')</script><b style="x" onclick='y'>\u202e&amp;`;

const signIn = { returnTo: "/", email: "", problem: null, signedInAs: null, connecting: false };

const setup = {
  token: "t0ken",
  values: {
    name: "Anna",
    email: "anna@acme.example",
    team: "Acme",
    currency: "EUR",
    time_zone: "",
  },
  problems: {},
  currencies: [
    { code: "EUR", name: "Euro" },
    { code: "JPY", name: "Yen" },
  ],
  timeZones: ["America/Argentina/Buenos_Aires", "Europe/Berlin", "Europe/Oslo", "UTC"],
};

const session = {
  device: "Firefox on Linux",
  signedInAt: "2026-11-02T09:00:00.000Z",
  lastSeenAt: "2026-11-21T09:05:00.000Z",
};

const account = {
  csrf: "c5rf",
  user: { name: "Anna", email: "anna@acme.example" },
  teams: [{ name: "Acme", role: "owner" }],
  sessions: [
    { ...session, id: "s1", isCurrent: true },
    { ...session, id: "s2", isCurrent: false },
  ],
  apps: [
    {
      teamId: "t1",
      team: "Acme",
      id: "g1",
      name: "Claude",
      host: "claude.ai",
      access: "Reads and writes",
      connectedAt: "2026-11-20T10:00:00.000Z",
      lastUsedAt: null,
      isUnverified: true,
    },
  ],
  endpoint: "https://books.acme.example/mcp",
  notice: null,
  problems: {},
};

test("what people and apps have written is text on every page, and no page runs or styles anything", () => {
  const pages = {
    "sign-in": signInPage({
      returnTo: HOSTILE,
      email: HOSTILE,
      problem: HOSTILE,
      signedInAs: HOSTILE,
      connecting: true,
    }),
    "set-up": setupPage({
      token: HOSTILE,
      values: { name: HOSTILE, email: HOSTILE, team: HOSTILE, currency: HOSTILE, time_zone: "" },
      problems: { name: HOSTILE },
      currencies: [{ code: HOSTILE, name: HOSTILE }],
      timeZones: [HOSTILE],
    }),
    account: accountPage({
      ...account,
      csrf: HOSTILE,
      user: { name: HOSTILE, email: HOSTILE },
      teams: [{ name: HOSTILE, role: "owner" }],
      sessions: account.sessions.map((one) => ({ ...one, id: HOSTILE, device: HOSTILE })),
      apps: account.apps.map((app) => ({ ...app, name: HOSTILE, team: HOSTILE, host: HOSTILE })),
      notice: HOSTILE,
      problems: { new_password: HOSTILE },
    }),
    message: messagePage({
      title: HOSTILE,
      message: HOSTILE,
      next: HOSTILE,
      link: { href: HOSTILE, label: HOSTILE },
    }),
  };
  for (const [name, page] of Object.entries(pages)) {
    const source = sourceOf(page);
    assert.ok(isInert(source), name);
    assert.ok(source.includes("&lt;script&gt;"), name);
    assert.equal(source.match(/<h1>/g)?.length, 1, name);
    assert.ok(!/undefined|\[object/.test(source), name);
  }
});

test("sign-in is one form, which keeps the address and marks both fields when it fails", () => {
  const fresh = sourceOf(signInPage({ ...signIn, returnTo: "/account" }));
  assert.deepEqual(forms(fresh), [
    {
      action: "/signin",
      method: "post",
      fields: { return: "/account", email: "", password: undefined },
    },
  ]);
  assert.match(fresh, /name="email"[^>]*autocomplete="username"/);
  assert.match(fresh, /name="password"[^>]*autocomplete="current-password"/);
  assert.ok(!/role="alert"|aria-invalid/.test(fresh));

  const failed = sourceOf(signInPage({ ...signIn, email: "anna@acme.example", problem: "No." }));
  assert.equal(forms(failed)[0]?.fields["email"], "anna@acme.example");
  assert.match(failed, /role="alert"/);
  assert.equal(failed.match(/aria-invalid="true"\s+aria-describedby="problem"/g)?.length, 2);
});

test("sign-in says why it is asked for, and how a forgotten password is set", () => {
  const connecting = textOf(signInPage({ ...signIn, connecting: true }));
  assert.match(connecting, /An app wants access to your books/);
  const switching = textOf(signInPage({ ...signIn, signedInAs: "anna@acme.example" }));
  assert.match(switching, /You are signed in as anna@acme\.example/);
  assert.match(
    textOf(signInPage(signIn)),
    /npm run --silent admin -- user:set --user you@example\.com --password-stdin/,
  );
});

test("set-up is one form with all that is asked once, and the password is not given back", () => {
  const page = sourceOf(setupPage(setup));
  assert.deepEqual(forms(page), [
    {
      action: "/setup",
      method: "post",
      fields: {
        token: "t0ken",
        name: "Anna",
        email: "anna@acme.example",
        password: undefined,
        team: "Acme",
        currency: "EUR",
        time_zone: "",
      },
    },
  ]);
  assert.match(page, /name="name"[^>]*autocomplete="name"/);
  assert.match(page, /name="password"[^>]*autocomplete="new-password"/);
});

test("time zones stand under their part of the world, after UTC", () => {
  const page = sourceOf(
    setupPage({ ...setup, values: { ...setup.values, time_zone: "Europe/Oslo" } }),
  );
  const select = page.slice(page.indexOf('name="time_zone"'));
  assert.ok(select.indexOf('value="UTC"') < select.indexOf("<optgroup"));
  assert.match(select, /<optgroup label="Europe">\s*<option value="Europe\/Berlin" >Berlin</);
  assert.match(
    select,
    /<option value="America\/Argentina\/Buenos_Aires" >Buenos Aires, Argentina</,
  );
  assert.match(select, /<option value="Europe\/Oslo" selected>Oslo</);
  assert.ok(!select.includes("Choose a time zone"));
});

test("a problem stands at its field, and in a summary that links there", () => {
  const page = sourceOf(
    setupPage({ ...setup, problems: { email: "Not an address", team: "None" } }),
  );
  assert.match(page, /role="alert"/);
  for (const [name, text] of [
    ["email", "Not an address"],
    ["team", "None"],
  ]) {
    assert.ok(page.includes(`<a href="#${name}">${text}</a>`));
    assert.match(page, new RegExp(`id="${name}"[^>]*aria-describedby="${name}-problem`));
    assert.match(page, new RegExp(`id="${name}-problem"[^]*${text}`));
  }
  assert.match(page, /Please type it again/);
  assert.equal(page.match(/aria-invalid="true"/g)?.length, 2);
});

test("the account page ends sessions, disconnects apps, changes the password and signs out", () => {
  const page = sourceOf(accountPage(account));
  const csrf = "c5rf";
  assert.deepEqual(
    forms(page).map(({ action, fields }) => [action, fields]),
    [
      ["/signout", { csrf }],
      ["/account/apps/disconnect", { csrf, team: "t1", grant: "g1" }],
      ["/account/sessions/end", { csrf, session: "s2" }],
      ["/account/sessions/end", { csrf, session: "others" }],
      ["/account/password", { csrf, current_password: undefined, new_password: undefined }],
    ],
  );
  assert.ok(forms(page).every(({ method }) => method === "post"));
  assert.match(page, /<time datetime="2026-11-21T09:05:00.000Z">21 Nov 2026, 09:05 UTC<\/time>/);
  assert.match(textOf(page), /Claude Unverified app.*Never used/);
});

test("with one session and no app, the account page says how to connect one", () => {
  const [current] = account.sessions;
  const page = accountPage({ ...account, apps: [], sessions: current ? [current] : [] });
  assert.match(textOf(page), /No app is connected.*https:\/\/books\.acme\.example\/mcp/);
  assert.ok(!sourceOf(page).includes("/account/sessions/end"));
});

test("what was done is told as a status, what went wrong as an alert at the field", () => {
  const problems = { current_password: "Not yours" };
  const page = sourceOf(accountPage({ ...account, notice: "Claude was disconnected", problems }));
  assert.match(page, /role="status"[^]*Claude was disconnected/);
  assert.match(page, /role="alert"[^]*<a href="#current_password">Not yours<\/a>/);
});

test("a message says what happened and what to do next, with a way on where there is one", () => {
  const message = { title: "Gone", message: "It was here.", next: "Go back." };
  assert.match(textOf(messagePage(message)), /Gone It was here\. Go back\./);
  const link = { href: "/account", label: "Your account" };
  assert.match(sourceOf(messagePage({ ...message, link })), /href="\/account">Your account<\/a>/);
});

test("every asset is named for its content, and the stylesheet refers to nothing else", () => {
  for (const [path, { type }] of assets) {
    assert.match(path, /^\/assets\/[0-9a-f]{16}\.(css|svg|woff2)$/);
    assert.match(type, /^(text\/css; charset=utf-8|image\/svg\+xml|font\/woff2)$/);
  }
  for (const href of [styleHref, fontHref, iconHref]) assert.ok(assets.has(href));
  const style = String(assets.get(styleHref)?.body);
  const addresses = [...style.matchAll(/url\(\s*"?([^")]*)/g)].map(([, address = ""]) => address);
  assert.equal(addresses.length, 2);
  for (const address of addresses) assert.ok(assets.has(address), address);
});
