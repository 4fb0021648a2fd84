import type { Team, World } from "./app.ts";
import { type Browser, filledIn, formOf, type Page } from "./browser.ts";
import { App, signedIn } from "./oauth.ts";

type Values = Readonly<Record<string, string | readonly string[]>>;

/** A person on an app's consent page. */
export type Asked = {
  readonly team: Team;
  readonly app: App;
  readonly browser: Browser;
  readonly page: Page;
};

export async function question(world: World): Promise<Asked> {
  const team = await world.team();
  const app = await App.register(world);
  const browser = await signedIn(team);
  return { team, app, browser, page: await browser.open(app.authorizePath()) };
}

/** Fields that Allow sends, with the given values replaced. */
export function answerTo({ page, team }: Asked, values: Values = {}): [string, string][] {
  const given = { team: team.id, decision: "allow", ...values };
  return filledIn(formOf(page), given);
}

export async function answer(
  asked: Asked,
  values: Values = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Page> {
  return asked.browser.send("/oauth/consent", answerTo(asked, values), headers);
}
