import { beforeAll } from "vitest";
import { LONG_TESTS } from "../time-limits.ts";
import { sharedBrowser } from "./browser.ts";

// Runs once, with its own limit: on a busy machine, starting Chromium may take as long as a test may run.
beforeAll(async () => void (await sharedBrowser()), LONG_TESTS.start);
