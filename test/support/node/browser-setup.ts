import { beforeAll } from "vitest";
import { LONG_TESTS } from "../time-limits.ts";
import { sharedBrowser } from "./browser.ts";

// Starts the browser once, with a separate time limit, because on a busy machine starting Chromium can take as long as
// a test may run.
beforeAll(async () => void (await sharedBrowser()), LONG_TESTS.start);
