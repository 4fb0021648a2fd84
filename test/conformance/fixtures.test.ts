import { FIXTURES } from "./expected-failures.ts";
import { fixtureApp } from "./fixtures/app.ts";
import { testServer } from "./lane.ts";

/** The official suite against the same server with the tools, prompts and resources it asks for. */
await testServer(({ world }) => fixtureApp(world), FIXTURES);
