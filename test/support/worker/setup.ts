import { reset } from "cloudflare:test";
import { afterEach, beforeEach } from "vitest";
import { migrate } from "./database.ts";

beforeEach(migrate);
afterEach(async () => {
  await reset();
});
