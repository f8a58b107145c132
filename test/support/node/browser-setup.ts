import { beforeAll } from "vitest";
import { LONG_TESTS } from "../time-limits.ts";
import { sharedBrowser } from "./browser.ts";

// Starts the browser once, with a separate time limit. On a busy machine, starting Chromium may take as long as a test
// may run.
beforeAll(async () => void (await sharedBrowser()), LONG_TESTS.start);
