import { FIXTURES } from "./expected-failures.ts";
import { fixtureApp } from "./fixtures/app.ts";
import { testServer } from "./lane.ts";

/** The official suite against the server with its fixtures: tools, prompts and resources. */
await testServer(({ world }) => fixtureApp(world), FIXTURES);
