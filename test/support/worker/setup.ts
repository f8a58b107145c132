import { reset } from "cloudflare:test";
import { afterEach, beforeEach } from "vitest";
import { migrate, startAfresh } from "./database.ts";

beforeEach(async () => {
  // On a machine that was very busy one test in thousands found the tables there already: then once more from nothing.
  await migrate().catch(startAfresh);
});
afterEach(async () => {
  await reset();
});
