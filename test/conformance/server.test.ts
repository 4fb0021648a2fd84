import { SERVER } from "./expected-failures.ts";
import { testServer } from "./lane.ts";

/** The official suite against the server as it is. */
await testServer(({ world }) => world.app, SERVER);
