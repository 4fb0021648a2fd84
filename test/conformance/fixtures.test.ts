import { FIXTURES } from "./expected-failures.ts";
import { fixtureApp } from "./fixtures/app.ts";
import { testScenarios } from "./lane.ts";

/** The official suite against the same server with the tools, prompts and resources it asks for. */
await testScenarios(({ world }) => fixtureApp(world), FIXTURES);
