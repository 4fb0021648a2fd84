import { SERVER } from "./expected-failures.ts";
import { testScenarios } from "./lane.ts";

/** The official suite against the server as it is. */
await testScenarios(({ world }) => world.app, SERVER);
