import assert from "node:assert/strict";
import { test } from "node:test";
import { forms, isInert, sourceOf, textOf } from "../../test/html.ts";
import { assets, fontHref, iconHref, styleHref } from "./assets.ts";
import { joinPage } from "./join.ts";
import { messagePage } from "./problem.ts";
import { setupPage } from "./set-up.ts";
import { signInPage } from "./sign-in.ts";

const HOSTILE = `"><script>alert('1')</script><b style="x" onclick='y'>\u202e&amp;`;

const signIn = { returnTo: "/", email: "", problem: null, signedInAs: null };

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

const join = {
  token: "t0ken",
  invited: {
    email: "nina@example.com",
    role: "member",
    team: "Acme",
    expiresAt: "2026-11-28T09:00:00.000Z",
    inviter: { name: "Olga", timeZone: "Europe/Oslo" },
    teamId: "",
  },
  visitor: null,
  values: { name: "", time_zone: "Europe/Oslo" },
  problems: {},
} as const;

test("what people and apps have written is text on every page, and no page runs or styles anything", () => {
  const pages = {
    "sign-in": signInPage({
      returnTo: HOSTILE,
      email: HOSTILE,
      problem: { title: HOSTILE, next: HOSTILE },
      signedInAs: HOSTILE,
    }),
    "set-up": setupPage({
      token: HOSTILE,
      values: { name: HOSTILE, email: HOSTILE, team: HOSTILE, currency: HOSTILE, time_zone: "" },
      problems: { name: HOSTILE },
      currencies: [{ code: HOSTILE, name: HOSTILE }],
      timeZones: [HOSTILE],
    }),
    ...Object.fromEntries(
      [
        null,
        { isInvited: true, isMember: false },
        { isInvited: true, isMember: true },
        { isInvited: false, isMember: false },
      ].map((visitor, index) => [
        `join ${index}`,
        joinPage({
          token: HOSTILE,
          invited: {
            ...join.invited,
            email: HOSTILE,
            team: HOSTILE,
            inviter: { name: HOSTILE, timeZone: HOSTILE },
          },
          visitor: visitor === null ? null : { email: HOSTILE, csrf: HOSTILE, ...visitor },
          values: { name: HOSTILE, time_zone: HOSTILE },
          problems: { name: HOSTILE },
        }),
      ]),
    ),
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
  const fresh = sourceOf(signInPage({ ...signIn, returnTo: "/connect" }));
  assert.deepEqual(forms(fresh), [
    {
      action: "/signin",
      method: "post",
      fields: { return: "/connect", email: "", password: undefined },
    },
  ]);
  assert.match(fresh, /name="email"[^>]*autocomplete="username"/);
  assert.match(fresh, /name="password"[^>]*autocomplete="current-password"/);
  assert.ok(!/role="alert"|aria-invalid/.test(fresh));

  const failed = sourceOf(
    signInPage({
      ...signIn,
      email: "anna@acme.example",
      problem: { title: "No.", next: "Try again." },
    }),
  );
  assert.equal(forms(failed)[0]?.fields["email"], "anna@acme.example");
  assert.match(failed, /role="alert"/);
  assert.equal(failed.match(/aria-invalid="true"\s+aria-describedby="problem"/g)?.length, 2);
});

test("sign-in says why it is asked for, and how a forgotten password is set", () => {
  const connecting = textOf(signInPage({ ...signIn, returnTo: "/oauth/authorize" }));
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

test("joining is one form with all that is asked once, and the address is shown and fixed", () => {
  const page = sourceOf(joinPage(join));
  assert.deepEqual(forms(page), [
    {
      action: "/join",
      method: "post",
      fields: {
        token: "t0ken",
        email: "nina@example.com",
        name: "",
        password: undefined,
        time_zone: "Europe/Oslo",
      },
    },
  ]);
  assert.match(page, /name="email"[^>]*autocomplete="username"[^>]*readonly/);
  assert.match(page, /name="password"[^>]*autocomplete="new-password"/);
  assert.match(textOf(page), /Olga invites you to the team Acme ?, as a member\./);
});

test("an invitation says what the person will be able to do, and does without who sent it", () => {
  const text = (role: "owner" | "admin" | "member") =>
    textOf(joinPage({ ...join, invited: { ...join.invited, role, inviter: null } }));
  assert.match(text("member"), /You are invited to the team Acme ?, as a member\. Members see/);
  assert.match(text("admin"), /as an admin\. Admins do/);
  assert.match(text("owner"), /as an owner\. Owners do/);
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

test("a message says what happened and what to do next, with a way on where there is one", () => {
  const message = { title: "Gone", message: "It was here.", next: "Go back." };
  assert.match(textOf(messagePage(message)), /Gone It was here\. Go back\./);
  const link = { href: "/", label: "Open Ledgerport" };
  assert.match(sourceOf(messagePage({ ...message, link })), /href="\/">Open Ledgerport<\/a>/);
});

test("every asset is named for its content, and the stylesheet refers to nothing else", () => {
  for (const [path, { type }] of assets) {
    assert.match(path, /^\/assets\/[0-9a-f]{16}\.(css|svg|woff2)$/);
    assert.match(type, /^(text\/css; charset=utf-8|image\/svg\+xml|font\/woff2)$/);
  }
  for (const href of [styleHref, fontHref, iconHref]) assert.ok(assets.has(href));
  const style = String(assets.get(styleHref)?.body);
  const addresses = [...style.matchAll(/url\(\s*"?([^")]*)/g)].map(([, address = ""]) => address);
  assert.equal(addresses.length, 4);
  for (const address of addresses) assert.ok(assets.has(address), address);
});
