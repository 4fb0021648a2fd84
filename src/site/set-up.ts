import { codes, code as currencyOf } from "currency-codes";
import { type Context as Http, Hono } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import { isEmpty, opensSetup, setUp } from "../accounts/set-up.ts";
import { Refusal } from "../core/errors.ts";
import { currency, email, label } from "../core/fields.ts";
import { fieldOf, type Form } from "../http/body.ts";
import { isPaidIn } from "../shared/money.ts";
import { BROWSER_ZONE } from "../shared/pages.ts";
import { isTimeZone } from "../shared/time.ts";
import {
  formProblems,
  hidden,
  input,
  newPassword,
  option,
  problemSummary,
  select,
  timeZoneOptionTags,
} from "./fields.ts";
import { type Html, layout, actions } from "./layout.ts";
import { PageProblem } from "./problem.ts";
import { sendPage } from "./send-page.ts";
import type { SiteParts } from "./site.ts";
import { keepSession, ownForm } from "./visitor.ts";

export function setUpRoutes(parts: SiteParts): Hono {
  return new Hono()
    .get("/setup", async (http) => {
      const token = http.req.query("token") ?? "";
      await requireOpen(parts, token);
      return show(http, { token, values: BLANK, problems: {} });
    })
    .post("/setup", async (http) => {
      const form = await ownForm(parts, http);
      const token = fieldOf(form, "token") ?? "";
      await requireOpen(parts, token);
      const values = valuesOf(form);
      const given = SetUpForm.safeParse(values);
      const password = form.get("password")?.[0] ?? "";
      const problems = formProblems(NAMES, given.error, password);
      if (!given.success || Object.keys(problems).length > 0)
        return show(http, { token, values, problems });
      const { time_zone, ...account } = given.data;
      const isBrowsers = time_zone === BROWSER_ZONE.value;
      const device = http.req.header("user-agent") ?? "";
      try {
        const secret = await setUp(parts.baseContext(), {
          ...account,
          timeZone: isBrowsers ? "UTC" : time_zone,
          token,
          password,
          device,
        });
        keepSession(parts, http, secret);
        // The app alone can ask the browser.
        return http.redirect(
          isBrowsers ? `/?${new URLSearchParams(BROWSER_ZONE.search).toString()}` : "/",
          303,
        );
      } catch (error) {
        if (!(error instanceof Refusal) || error.path === null) throw error;
        if (error.path === "token") throw closed(error.sentence);
        return show(http, { token, values, problems: { [error.path]: error.sentence } });
      }
    });
}

async function requireOpen(parts: SiteParts, token: string): Promise<void> {
  const context = parts.baseContext();
  if (await opensSetup(context, token)) return;
  if (!(await isEmpty(context)))
    throw new PageProblem({
      status: 403,
      title: "This server is set up",
      message: "The set-up was done once, and is closed for good.",
      next: "Sign in with your account. If you have none, ask an owner or admin of your team.",
      link: { href: "/signin", label: "Sign in" },
    });
  throw closed(
    "No account exists on this server yet. Set it up with the link that it prints when it starts. Only the newest link works, and for 24 hours.",
  );
}

function closed(message: string): PageProblem {
  return new PageProblem({
    status: 403,
    title: "Open the set-up link",
    message,
    next: "Find the newest link in the server's terminal or log, and open it. A restart prints a new one.",
  });
}

const BLANK: SetupValues = {
  name: "",
  email: "",
  team: "",
  currency: "EUR",
  time_zone: BROWSER_ZONE.value,
};

const SetUpForm = z.object({
  name: label(100),
  email,
  team: label(100),
  currency,
  time_zone: z
    .string()
    .refine(
      (zone) => zone === BROWSER_ZONE.value || isTimeZone(zone),
      "must be a time zone of the list",
    ),
});

function valuesOf(form: Form): SetupValues {
  const value = (name: string) => fieldOf(form, name) ?? "";
  return {
    name: value("name"),
    email: value("email"),
    team: value("team"),
    currency: value("currency"),
    time_zone: value("time_zone"),
  };
}

const NAMES: Readonly<Record<string, string>> = {
  name: "Your name",
  email: "E-mail",
  team: "The team name",
  currency: "The currency",
  time_zone: "The time zone",
};

type Shown = Pick<Parameters<typeof setupPage>[0], "token" | "values" | "problems">;

function show(http: Http, view: Shown) {
  const isWrong = Object.keys(view.problems).length > 0;
  const timeZones = Intl.supportedValuesOf("timeZone");
  const page = setupPage({ ...view, currencies: currencies(), timeZones });
  return sendPage(http, page, { status: isWrong ? 422 : 200 });
}

/** Made on first use, which happens once in the life of a server. */
function currencies() {
  return codes()
    .filter(isPaidIn)
    .toSorted()
    .map((code) => ({ code, name: currencyOf(code)?.currency ?? code }));
}

type SetupValues = {
  readonly name: string;
  readonly email: string;
  readonly team: string;
  readonly currency: string;
  readonly time_zone: string;
};

type Setup = {
  readonly token: string;
  readonly values: SetupValues;
  readonly problems: Readonly<Record<string, string>>;
  readonly currencies: readonly { readonly code: string; readonly name: string }[];
  readonly timeZones: readonly string[];
};

export function setupPage(view: Setup): Html {
  // The browser's own check refuses internationalised addresses, which are valid here.
  const body = html`<h1>Set up Ledgerport</h1>
    <p class="lead">
      This makes your account and your team, with you as its owner. It is done once: afterwards this
      page is closed for good.
    </p>
    <form method="post" action="/setup" novalidate>
      ${problemSummary(Object.entries(view.problems))} ${hidden("token", view.token)}
      ${person(view)} ${team(view)}
      ${actions(html`<button class="primary" type="submit">Create account and team</button>`)}
    </form>`;
  return layout({ title: "Set up", body });
}

function person({ values, problems }: Setup): Html {
  return html`<fieldset>
    <legend>You</legend>
    ${input({ name: "name", label: "Your name", type: "text", autocomplete: "name", value: values.name, problem: problems["name"] })}
    ${input({ name: "email", label: "E-mail", type: "email", autocomplete: "username", hint: "You sign in with it.", value: values.email, problem: problems["email"] })}
    ${newPassword(problems)}
  </fieldset>`;
}

function team({ values, problems, currencies, timeZones }: Setup): Html {
  return html`<fieldset>
    <legend>Your team</legend>
    ${input({ name: "team", label: "Team name", type: "text", autocomplete: "organization", hint: "Your company’s, or what you call your books.", value: values.team, problem: problems["team"] })}
    ${select({ name: "currency", label: "Currency", options: currencyOptions(currencies, values.currency), problem: problems["currency"] })}
    ${select({ name: "time_zone", label: "Time zone", hint: "It says when a day begins and ends.", options: timeZoneOptionTags(timeZones, values.time_zone, [BROWSER_ZONE]), problem: problems["time_zone"] })}
  </fieldset>`;
}

function currencyOptions(currencies: Setup["currencies"], chosen: string): Html {
  const known = currencies.map(({ code, name }) =>
    option(code, `${code} · ${name}`, code === chosen),
  );
  const isKnown = currencies.some(({ code }) => code === chosen);
  return html`${isKnown ? "" : option("", "Choose a currency", true)}${known}`;
}
