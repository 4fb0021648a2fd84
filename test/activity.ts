import type { Api } from "../src/api/routes.ts";
import type { Team } from "./app.ts";
import { WebApp } from "./web.ts";

const LIST = "GET /api/teams/:team/activity";

type Filter = Omit<Api[typeof LIST]["input"], "team">;
export type Shown = Api[typeof LIST]["output"]["events"][number];

/** A team's journal, as a person sees it. */
export class Activity {
  readonly app: WebApp;
  readonly team: Team;

  constructor(app: WebApp, team: Team) {
    this.app = app;
    this.team = team;
  }

  /** Signs a person in for it. */
  static async of(team: Team): Promise<Activity> {
    return new Activity(await WebApp.of(team), team);
  }

  async list(filter: Filter = {}): Promise<Shown[]> {
    return (await this.page(filter)).events;
  }

  async page(filter: Filter = {}) {
    return this.app.ask(LIST, { team: this.team.id, ...filter });
  }

  async tools(filter: Filter = {}): Promise<string[]> {
    return (await this.list(filter)).map(({ tool }) => tool);
  }

  async latest(tool: string): Promise<Shown> {
    const event = (await this.list({ limit: 100 })).find((event) => event.tool === tool);
    if (event === undefined) throw new Error(`there is no event of ${tool}`);
    return event;
  }

  async detail(id: string) {
    return this.app.ask("GET /api/teams/:team/activity/:id", { team: this.team.id, id });
  }

  async filters() {
    return this.app.ask("GET /api/teams/:team/activity/filters", { team: this.team.id });
  }

  async undo({ id }: { readonly id: string }) {
    return this.app.ask("POST /api/teams/:team/activity/:id/undo", { team: this.team.id, id });
  }

  /** Asserts that undo is refused and changes nothing. @returns the problem as a sentence */
  async refused({ id }: { readonly id: string }): Promise<string> {
    const path = "POST /api/teams/:team/activity/:id/undo";
    const { code, title } = await this.app.refused(path, { team: this.team.id, id });
    return `${code}: ${title}`;
  }
}
