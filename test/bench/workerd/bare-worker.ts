import { Hono } from "hono";
import { EVERYTHING } from "../../../worker/contracts/search.ts";
import { COMMENTS_A_PAGE } from "../../../worker/contracts/forum.ts";
import { FIRST_THREADS } from "../../../worker/contracts/forum-list.ts";
import { readComments, readThread, readThreadPage } from "../../../worker/features/forum/forum.read.service.ts";
import { readPublicListing } from "../../../worker/features/listings/listings.read.service.ts";
import { readPublicPage } from "../../../worker/features/listings/listings.search.service.ts";
import { readPublicFacts } from "../../../worker/features/places/facts.service.ts";
import { type Deps, makeDeps } from "../../../worker/platform/deps.ts";
import type { Env } from "../../../worker/platform/env.ts";

/** The query of the list and that of a listing, as drizzle writes them but for the names of the columns. */
const LIST = `SELECT * FROM listings WHERE status = 'approved' AND expires_at > ?1
  ORDER BY first_approved_at DESC, id DESC LIMIT ?2 OFFSET ?3`;
const LISTING = "SELECT * FROM listings WHERE id = ?1 LIMIT 1";

/** As many as the first HTML holds (worker/pages). */
const FIRST_PAGE = { limit: 8, offset: 0 };
const NETWORK = "a network";

/**
 * What the site is compared with, in the same workerd and on the same database: routes of Hono that have nothing around
 * them. Under /bare, one query whose rows are answered as they are; under /data, what a page is made of, read by the
 * page's own services, and no page.
 */
const app = new Hono<{ Bindings: Env; Variables: { deps: Deps } }>();

app.get("/bare/list", async (c) => {
  const rows = await c.env.DB.prepare(LIST)
    .bind(Date.now(), Number(c.req.query("limit")), 0)
    .all();
  return c.json(rows.results);
});
app.get("/bare/listing/:id", async (c) =>
  c.json(
    await c.env.DB.prepare(LISTING)
      .bind(Number(c.req.param("id")))
      .first(),
  ),
);

app.use("/data/*", async (c, next) => {
  c.set("deps", makeDeps(c.env, c.executionCtx as ExecutionContext));
  await next();
});
app.get("/data/home", async (c) =>
  c.json(await readPublicPage(c.var.deps, { type: "all", search: EVERYTHING }, FIRST_PAGE)),
);
app.get("/data/category", async (c) =>
  c.json(await readPublicPage(c.var.deps, { type: "1 Bedroom", search: EVERYTHING }, FIRST_PAGE)),
);
app.get("/data/listing/:id", async (c) => {
  const id = Number(c.req.param("id"));
  const found = await readPublicListing(c.var.deps, id);
  return c.json({ ...found, ...(await readPublicFacts(c.var.deps, id)) });
});
app.get("/data/threads", async (c) => c.json(await readThreadPage(c.var.deps, FIRST_THREADS, NETWORK)));
app.get("/data/thread/:id", async (c) => {
  const id = Number(c.req.param("id"));
  const thread = await readThread(c.var.deps, id);
  return c.json({ thread, ...(await readComments(c.var.deps, id, { limit: COMMENTS_A_PAGE })) });
});

export default app;
