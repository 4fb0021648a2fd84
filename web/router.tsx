import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  type RouteComponent,
} from "@tanstack/react-router";
import { PAGES } from "../src/shared/pages.ts";
import { FIRST_SETTINGS, SETTINGS } from "../src/shared/settings-pages.ts";
import { loadPart } from "./api.ts";
import { Root } from "./components/shell.tsx";
import { NotFound } from "./pages/not-found.tsx";
import { PageFailure } from "./pages/page-failure.tsx";

type Search = Readonly<Record<string, string>>;

/** Files of the pages, loaded when they are opened. Each exports its component alone. */
const FILES = import.meta.glob<Readonly<Record<string, RouteComponent>>>("./pages/**/*.page.tsx");

const settingsPages = SETTINGS.flatMap(({ pages }) => pages);

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
  validateSearch: (given: Readonly<Record<string, unknown>>): Search =>
    Object.fromEntries(
      Object.entries(given).filter(
        (entry): entry is [string, string] => typeof entry[1] === "string",
      ),
    ),
});

const pages = PAGES.map(({ to, file }) => {
  const page = pageAt(to, file);
  return to === "/settings" ? page.addChildren(settingsRoutes(page)) : page;
});

function pageAt<To extends string>(to: To, file: string) {
  return createRoute({ getParentRoute: () => root, path: to, component: componentOf(file) });
}

function settingsRoutes(settings: AnyRoute): AnyRoute[] {
  const start = createRoute({
    getParentRoute: () => settings,
    path: "/",
    component: () => <Navigate replace to={FIRST_SETTINGS} />,
  });
  const others = settingsPages.map(({ to, file }) =>
    createRoute({
      getParentRoute: () => settings,
      path: to.slice("/settings".length),
      component: componentOf(file),
    }),
  );
  return [start, ...others];
}

function componentOf(file: string): RouteComponent {
  const load = FILES[`./pages/${file}.page.tsx`];
  if (load === undefined) throw new Error(`web/pages/ has no ${file}.page.tsx`);
  return lazyRouteComponent(async () => {
    const [component, ...others] = Object.values(await loadPart(load));
    if (component === undefined || others.length > 0)
      throw new Error(`${file}.page.tsx must export its component alone`);
    return { component };
  }, "component");
}

type RouteAt<To> = To extends string ? ReturnType<typeof pageAt<To>> : never;
type Addresses = (typeof PAGES)[number]["to"] | (typeof settingsPages)[number]["to"];

/** Casts the routes to their addresses, which links are checked against: both come from the same lists. */
function byAddress(routes: readonly AnyRoute[]): readonly RouteAt<Addresses>[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return routes as readonly RouteAt<Addresses>[];
}

export const router = createRouter({
  routeTree: root.addChildren(byAddress(pages)),
  defaultPreload: "intent",
  defaultErrorComponent: PageFailure,
  // Keeps addresses readable: `?open=invite`, not JSON.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search: Search) => {
    const text = new URLSearchParams(search).toString();
    return text === "" ? "" : `?${text}`;
  },
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  // TanStack Router's way to register the router's type.
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** True if the entry before is the same page without the dialog. */
    wasShownHere?: boolean;
  }
}
