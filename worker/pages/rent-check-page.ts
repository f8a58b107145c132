import type { Context } from "hono";
import { safeParse } from "zod/mini";
import { RENT_CHECK_PATH } from "../contracts/pages.ts";
import { rentCheckQuery } from "../contracts/rent-check.schemas.ts";
import { checkRent, isSettled, parametersOf, settleQuestion } from "../features/rent-check/rent-check.service.ts";
import { fieldErrors, withinLimit } from "../platform/body.ts";
import { type AppEnv, router } from "../platform/http.ts";
import { requireForNetworks } from "../platform/rate-limits.ts";
import { answerPage, type Page } from "./answer-page.ts";

/** Fields of the form and parameters of the address, each at its first mention; others are ignored. */
const FIELDS = Object.keys(rentCheckQuery.shape);
const fieldsIn = (given: URLSearchParams) =>
  Object.fromEntries(FIELDS.flatMap((name) => (given.has(name) ? [[name, given.get(name)] as const] : [])));

/** The address of a result: it names no house, and nothing of a place that was not understood. */
async function addressOf(c: Context<AppEnv>, given: URLSearchParams): Promise<string> {
  const { deps, client } = c.var;
  const read = safeParse(rentCheckQuery, fieldsIn(given));
  if (read.success) {
    await requireForNetworks(deps, "place_look_ups", client);
    return `${RENT_CHECK_PATH}?${parametersOf(await settleQuestion(deps, read.data)).toString()}`;
  }
  // What was wrong is asked for again; the place is left out, because it may name a house.
  const rest = Object.entries(fieldsIn(given)).filter(([name, value]) => name !== "place" && value !== "");
  return `${RENT_CHECK_PATH}?${new URLSearchParams(rest.map(([name, value]) => [name, value ?? ""])).toString()}`;
}

async function loadCheck(c: Context<AppEnv>): Promise<Page> {
  const { searchParams, search: query } = new URL(c.req.url);
  const page = "rent_check";
  if (query === "")
    return { data: { page, query, check: null, problems: null }, cache: { response: "GET /rent-check" } };
  c.header("X-Robots-Tag", "noindex");
  const read = safeParse(rentCheckQuery, fieldsIn(searchParams));
  if (!read.success) return { data: { page, query, check: null, problems: fieldErrors(read.error.issues) } };
  await requireForNetworks(c.var.deps, "rent_checks", c.var.client);
  return { data: { page, query, check: await checkRent(c.var.deps, read.data), problems: null } };
}

/** Whether an address names a place in another way than a result's address may. */
function isTyped(given: URLSearchParams): boolean {
  const place = given.get("place");
  return place !== null && !isSettled({ place: place === "" ? null : place });
}

/**
 * The rent check. Its form posts, so that a house number that somebody types is in no address: the answer is a redirect to
 * the result of its block. An address with a house number is redirected likewise.
 */
export const rentCheckPages = router()
  .post(RENT_CHECK_PATH, withinLimit, async (c) => {
    const given = new URLSearchParams(new TextDecoder().decode(await c.req.arrayBuffer()));
    return c.redirect(await addressOf(c, given), 303);
  })
  .get(RENT_CHECK_PATH, async (c, next) => {
    const given = new URL(c.req.url).searchParams;
    return isTyped(given) ? c.redirect(await addressOf(c, given), 303) : next();
  })
  .get(RENT_CHECK_PATH, (c) => answerPage(c, () => loadCheck(c)));
