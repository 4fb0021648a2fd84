import assert from "node:assert/strict";

/** Site to request pages from: an app, or a served origin. */
export type Site = {
  readonly request: (path: string, init: RequestInit) => Response | Promise<Response>;
};

/** Leaves redirects to the browser. */
export function siteAt(origin: string): Site {
  return { request: (path, init) => fetch(origin + path, { ...init, redirect: "manual" }) };
}

type Attributes = Readonly<Record<string, string>>;

type FormOfPage = {
  readonly action: string;
  /** Fields as a browser would submit them, without buttons. */
  readonly fields: readonly (readonly [string, string])[];
  readonly buttons: readonly { name: string; value: string; text: string }[];
};

export type Page = {
  readonly status: number;
  /** Path after this server's redirects. */
  readonly path: string;
  readonly headers: Headers;
  readonly html: string;
  /** Address on another site that the page led to; null if none. */
  readonly leftTo: string | null;
};

/** Browser that handles forms and cookies; it follows redirects within its site. */
export class Browser {
  readonly site: Site;
  readonly origin: string;
  readonly #userAgent: string;
  readonly cookies = new Map<string, string>();

  constructor(
    site: Site,
    origin: string,
    userAgent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
  ) {
    this.site = site;
    this.origin = origin;
    this.#userAgent = userAgent;
  }

  withoutCookies(): Browser {
    return new Browser(this.site, this.origin, this.#userAgent);
  }

  async open(path: string): Promise<Page> {
    return this.#go(path, { method: "GET", headers: this.#headers() });
  }

  /** Sends fields as a form of this site does. */
  async send(
    path: string,
    fields: Iterable<readonly [string, string]>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Page> {
    return this.#go(path, {
      method: "POST",
      headers: { Origin: this.origin, ...this.#headers(), ...headers },
      body: new URLSearchParams(
        [...fields].map(([name, value]): [string, string] => [name, value]),
      ),
    });
  }

  /** Fills in a form and presses a button; a given field replaces all fields of its name. */
  async submit(
    page: Page,
    values: Readonly<Record<string, string | readonly string[]>>,
    button?: string,
    action?: string,
  ): Promise<Page> {
    const form = formOf(page, action);
    return this.send(form.action, filledIn(form, values, button));
  }

  #headers(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return {
      Accept: "text/html",
      "User-Agent": this.#userAgent,
      ...(cookie === "" ? {} : { Cookie: cookie }),
    };
  }

  async #go(path: string, init: RequestInit): Promise<Page> {
    const response = await this.site.request(path, init);
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const location = response.headers.get("location");
    if (location !== null && location.startsWith("/")) return this.open(location);
    return {
      status: response.status,
      path,
      headers: response.headers,
      html: await response.text(),
      leftTo: location,
    };
  }

  #keep(cookie: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (/max-age=0/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** The page's form; if several, the one with that action. */
export function formOf({ html }: Page, action?: string): FormOfPage {
  const forms = [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(
    ([, tag = "", body = ""]) => ({
      action: attributesOf(tag)["action"] ?? "",
      fields: fieldsOf(body),
      buttons: buttonsOf(body),
    }),
  );
  const form = action === undefined ? forms[0] : forms.find((form) => form.action === action);
  assert.ok(form, `no form${action === undefined ? "" : ` to ${action}`} in: ${textOf(html)}`);
  return form;
}

export function filledIn(
  form: FormOfPage,
  values: Readonly<Record<string, string | readonly string[]>>,
  button?: string,
): [string, string][] {
  const kept = form.fields.filter(([name]) => !(name in values));
  const given = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  const pressed = form.buttons.find(({ text }) => text === button);
  assert.ok(button === undefined || pressed, `no button ${button}`);
  return [
    ...kept.map(([name, value]): [string, string] => [name, value]),
    ...given,
    ...(pressed === undefined ? [] : [[pressed.name, pressed.value] as [string, string]]),
  ];
}

export function textOf(html: string): string {
  const body = html.replace(/^.*<main>/s, "").replace(/<\/main>.*$/s, "");
  return unescaped(body.replaceAll(/<[^>]*>/g, " "))
    .replaceAll(/\s+/g, " ")
    .trim();
}

function fieldsOf(body: string): [string, string][] {
  const fields: [string, string][] = [];
  for (const [, tag = ""] of body.matchAll(/<input\b([^>]*)>/g)) {
    const { name, value = "", type = "text", ...others } = attributesOf(tag);
    const isChoice = type === "radio" || type === "checkbox";
    if (name !== undefined && (!isChoice || "checked" in others)) fields.push([name, value]);
  }
  for (const [, tag = "", options = ""] of body.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gs)) {
    const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, tag = ""]) =>
      attributesOf(tag),
    );
    const chosen = all.find((option) => "selected" in option) ?? all[0];
    const { name } = attributesOf(tag);
    if (name !== undefined) fields.push([name, chosen?.["value"] ?? ""]);
  }
  return fields;
}

function buttonsOf(body: string): { name: string; value: string; text: string }[] {
  return [...body.matchAll(/<button\b([^>]*)>(.*?)<\/button>/gs)].map(([, tag = "", text = ""]) => {
    const { name = "", value = "" } = attributesOf(tag);
    return { name, value, text: unescaped(text).trim() };
  });
}

function attributesOf(tag: string): Attributes {
  const pairs = [...tag.matchAll(/([a-z][\w-]*)(?:="([^"]*)")?/g)];
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, unescaped(value)]));
}

const ENTITIES: Attributes = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? "");
}
