import { type Context, Hono } from "hono";
import { renderPage } from "#entry-server";
import { NO_FILTERS } from "../../../worker/contracts/search.ts";
import { COMMENTS_PER_PAGE } from "../../../worker/contracts/forum.ts";
import { DEFAULT_THREAD_LIST } from "../../../worker/contracts/forum-list.ts";
import { readComments, readThread, readThreadPage } from "../../../worker/features/forum/forum.read.service.ts";
import { readPublicListing } from "../../../worker/features/listings/reading/listings.read.service.ts";
import { readPublicPage } from "../../../worker/features/listings/search/search.service.ts";
import { readPublicFacts } from "../../../worker/features/places/facts.service.ts";
import { siteInfo, type Env } from "../../../worker/platform/config.ts";
import { type Deps, makeDeps } from "../../../worker/platform/deps.ts";

/** Number of listings in the first HTML (worker/pages). */
const FIRST_PAGE = { limit: 8, offset: 0 };
const NETWORK = { networks: ["a network"] };

/**
 * Routes with which the site is compared, in the same workerd and on the same database. They are plain Hono routes
 * without middleware. Routes under /bare run the same statement as the site and return its rows unchanged, or return
 * constant bytes or markup. Routes under /data read the data of a page through the page's own services, but render no
 * page.
 */
interface BareEnv {
  Bindings: Env;
  Variables: { deps: Deps };
}
const app = new Hono<BareEnv>();

interface Statement {
  sql: string;
  values: unknown[];
}
const statements = new Map<string, Statement>();

/** Returns the statement that the site's own code sends for a request, recorded on the first request. */
async function statementOf(c: Context<BareEnv>, key: string, ask: (deps: Deps) => Promise<unknown>) {
  const known = statements.get(key);
  if (known) return known;
  const asked: Statement[] = [];
  const DB = new Proxy(c.env.DB, {
    get: (database, property) => {
      const value: unknown = Reflect.get(database, property);
      if (property !== "prepare") return typeof value === "function" ? value.bind(database) : value;
      return (sql: string) => {
        const statement = database.prepare(sql);
        const bind = (...values: unknown[]) => (asked.push({ sql, values }), statement.bind(...values));
        return new Proxy(statement, { get: (_, name) => (name === "bind" ? bind : Reflect.get(statement, name)) });
      };
    },
  });
  await ask(makeDeps({ ...c.env, DB }, c.executionCtx as ExecutionContext));
  const [statement, ...others] = asked;
  if (!statement || others.length > 0) throw new Error(`${key} takes ${asked.length} statements instead of one.`);
  statements.set(key, statement);
  return statement;
}

/** A searcher without an IP address, for whom no rate limit counts the search. */
const NOBODY = { networks: [] };

app.get("/bare/list", async (c) => {
  const limit = Number(c.req.query("limit"));
  const { sql, values } = await statementOf(c, `list ${limit}`, (deps) =>
    readPublicPage(deps, { type: "all", search: NO_FILTERS }, { limit, offset: 0 }, NOBODY),
  );
  const { results } = await c.env.DB.prepare(sql)
    .bind(...values)
    .all();
  return c.json(results);
});
app.get("/bare/listing/:id", async (c) => {
  const id = Number(c.req.param("id"));
  const { sql, values } = await statementOf(c, `listing ${id}`, (deps) => readPublicListing(deps, id));
  return c.json(
    await c.env.DB.prepare(sql)
      .bind(...values)
      .first(),
  );
});

/** Byte arrays by length, each created once. */
const constants = new Map<number, Uint8Array<ArrayBuffer>>();
const constantBytes = (count: number) => {
  const known = constants.get(count) ?? new Uint8Array(count).fill(120);
  constants.set(count, known);
  return known;
};

const askHome = (deps: Deps) => readPublicPage(deps, { type: "all", search: NO_FILTERS }, FIRST_PAGE, NOBODY);

/** Runs the query of the home page as the page does. */
async function queryHome(c: Context<BareEnv>): Promise<void> {
  const { sql, values } = await statementOf(c, "home", askHome);
  await c.env.DB.prepare(sql)
    .bind(...values)
    .raw();
}

/** Runs the query of the home page, and responds with constant bytes. */
app.get("/bare/home", async (c) => {
  await queryHome(c);
  return c.body(constantBytes(Number(c.req.query("bytes"))), 200, { "Content-Type": "text/html; charset=utf-8" });
});

/** Data for rendering the home page, read once. */
let home: Parameters<typeof renderPage>[0] | undefined;

/** Runs the query of the home page, and renders the same listings with React each time. */
app.get("/bare/rendered-home", async (c) => {
  await queryHome(c);
  const deps = makeDeps(c.env, c.executionCtx as ExecutionContext);
  if (!home) {
    const { listings, total, atLeast, rooms } = await askHome(deps);
    const data = { page: "home", filter: "all", medianDiscount: null, listings, total, atLeast, rooms } as const;
    home = { url: "/", site: siteInfo(deps.config), renderedAt: deps.now().toISOString(), data };
  }
  const { html } = await renderPage(home);
  return c.body(html + JSON.stringify(home), 200, { "Content-Type": "text/html; charset=utf-8" });
});

app.use("/data/*", async (c, next) => {
  c.set("deps", makeDeps(c.env, c.executionCtx as ExecutionContext));
  await next();
});
app.get("/data/home", async (c) => c.json(await askHome(c.var.deps)));
app.get("/data/category", async (c) =>
  c.json(await readPublicPage(c.var.deps, { type: "1 Bedroom", search: NO_FILTERS }, FIRST_PAGE, NOBODY)),
);
app.get("/data/listing/:id", async (c) => {
  const id = Number(c.req.param("id"));
  const found = await readPublicListing(c.var.deps, id);
  return c.json({ ...found, ...(await readPublicFacts(c.var.deps, id)) });
});
app.get("/data/threads", async (c) => c.json(await readThreadPage(c.var.deps, DEFAULT_THREAD_LIST, NETWORK)));
app.get("/data/thread/:id", async (c) => {
  const id = Number(c.req.param("id"));
  const thread = await readThread(c.var.deps, id);
  return c.json({ thread, ...(await readComments(c.var.deps, id, { limit: COMMENTS_PER_PAGE })) });
});

export default app;
