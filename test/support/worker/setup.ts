import { reset } from "cloudflare:test";
import { afterEach, beforeEach } from "vitest";
import { migrate, startAfresh } from "./database.ts";
import { beginObjects } from "./own-objects.ts";

beforeEach(async () => {
  beginObjects();
  // On a machine that was very busy one test in thousands found the tables there already: then once more from nothing.
  await migrate().catch(startAfresh);
});
afterEach(async () => {
  await reset();
});
