import { beforeAll } from "vitest";
import { LONG_TESTS } from "../time-limits.ts";
import { sharedBrowser } from "./browser.ts";

// Once a run, with a limit of its own: on a busy machine Chromium may take as long to start as a test may to run.
beforeAll(async () => void (await sharedBrowser()), LONG_TESTS.start);
