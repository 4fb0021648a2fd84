import { SERVER } from "./expected-failures.ts";
import { testServer } from "./lane.ts";

/** The official suite against the server without fixtures. */
await testServer(({ world }) => world.app, SERVER);
