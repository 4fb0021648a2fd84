import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
} from "@tanstack/react-router";
import { Root } from "./components/root.tsx";
import { NotFound } from "./pages/not-found.tsx";
import { PageFailure } from "./pages/page-failure.tsx";

/** Query string as texts. Each page picks its own. */
type Search = Readonly<Record<string, string>>;

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

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyRouteComponent(async () => import("./pages/home.tsx"), "Home"),
});

const activity = createRoute({
  getParentRoute: () => root,
  path: "/activity",
  component: lazyRouteComponent(async () => import("./pages/activity/activity.tsx"), "Activity"),
});

const calls = createRoute({
  getParentRoute: () => root,
  path: "/calls",
  component: lazyRouteComponent(async () => import("./pages/calls/calls.tsx"), "Calls"),
});

const connect = createRoute({
  getParentRoute: () => root,
  path: "/connect",
  component: lazyRouteComponent(async () => import("./pages/connect/connect.tsx"), "Connect"),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  component: lazyRouteComponent(async () => import("./pages/settings/settings.tsx"), "Settings"),
});

const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: "/",
  component: () => <Navigate replace to="/settings/profile" />,
});

const profile = createRoute({
  getParentRoute: () => settings,
  path: "/profile",
  component: lazyRouteComponent(async () => import("./pages/settings/profile.tsx"), "Profile"),
});

const team = createRoute({
  getParentRoute: () => settings,
  path: "/team",
  component: lazyRouteComponent(async () => import("./pages/settings/team.tsx"), "TeamSettings"),
});

const developer = createRoute({
  getParentRoute: () => settings,
  path: "/developer",
  component: lazyRouteComponent(async () => import("./pages/settings/developer.tsx"), "Developer"),
});

const ai = createRoute({
  getParentRoute: () => settings,
  path: "/ai",
  component: lazyRouteComponent(async () => import("./pages/settings/ai.tsx"), "Ai"),
});

const routeTree = root.addChildren([
  home,
  activity,
  calls,
  connect,
  settings.addChildren([settingsStart, profile, team, developer, ai]),
]);

export const router = createRouter({
  routeTree,
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
