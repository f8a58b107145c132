import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BEDROOMS } from "../../../worker/contracts/bedrooms.ts";
import type { ListingStatus } from "../../../worker/contracts/listings.ts";
import { startAfresh } from "../../support/worker/database.ts";
import { makeQuietSite } from "../../support/worker/quiet-site.ts";
import {
  type ActionName,
  ACTIONS,
  withoutPermission,
  type Prediction,
  WITHOUT_PHONE,
} from "../../support/worker/listing-actions.ts";
import { expireUnits, HOUR_MS, type Life } from "../../support/worker/listing-life.ts";
import {
  expectLegalRows,
  expectModeratorsView,
  expectPages,
  expectPublicView,
  expectReports,
} from "../../support/worker/listing-views.ts";
import { submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import type { Site } from "../../support/worker/site.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

type Step =
  | { do: "submit"; withoutPhone: boolean }
  | { do: "act" | "act as a stranger"; what: ActionName; on: number; detail: number }
  | { do: "wait"; hours: number; thenTick: boolean }
  | { do: "tick" };

/** Relative frequency of each action. Actions that end a listing are rare, because listings should live long. */
const WEIGHTS: Record<ActionName, number> = {
  approve: 5,
  unapprove: 1,
  reject: 1,
  editAsModerator: 2,
  deleteAsModerator: 1,
  restore: 2,
  editAsOwner: 3,
  renew: 3,
  markAsRented: 1,
  deleteAsOwner: 1,
  report: 4,
  dismiss: 2,
};
const weighted = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array<string>(weight).fill(name)) as ActionName[];
const DAYS = [1, 29, 30, 60, 70];

const an = <Kind extends Step["do"]>(kind: Kind) => fc.constant(kind);
const someAction = { what: fc.constantFrom(...weighted), on: fc.nat(3), detail: fc.nat(59) };
const hours = fc.constantFrom(1, 13, ...DAYS.map((days) => days * 24));
const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: an("submit"), withoutPhone: fc.boolean() }) },
  { weight: 18, arbitrary: fc.record({ do: an("act"), ...someAction }) },
  { weight: 3, arbitrary: fc.record({ do: an("act as a stranger"), ...someAction }) },
  { weight: 6, arbitrary: fc.record({ do: an("wait"), hours, thenTick: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: an("tick") }) },
);

interface World {
  site: Site;
  life: Life;
  statuses: Map<number, ListingStatus>;
  cookie: { value: string; at: number } | null;
}

/** Returns a moderator's cookie; a session ends after half an hour without a request. */
async function moderator(world: World): Promise<string> {
  const { now } = world.life;
  if (world.cookie?.at !== now) world.cookie = { value: await world.site.logIn(), at: now };
  return world.cookie.value;
}

async function submitUnit({ site, life }: World, withoutPhone: boolean): Promise<void> {
  const email = `secret-${life.units.length}@example.com`;
  const phone = withoutPhone ? null : "416-555-0123";
  const id = await submit(site, { email, phone, unit: "secret 7B" });
  const [mail] = await mailsTo(site, email);
  life.units.push({
    id,
    email,
    manage: tokenIn(mail, "manage"),
    remove: tokenIn(mail, "delete"),
    status: "pending",
    firstApprovedAt: null,
    expiresAt: null,
    deletedAt: null,
    deletedBy: null,
    deletedFrom: null,
    address: "85 Main Street, Toronto, ON M4E 2V6",
    rent: "$1,850",
    bedrooms: "1 Bedroom",
    additionalInfo: "Bright unit on a quiet street.",
    phone,
    rejectionReason: null,
    renewedOn: null,
    approved: null,
  });
}

async function perform(world: World, step: Step): Promise<void> {
  const { site, life } = world;
  if (step.do === "submit") return submitUnit(world, step.withoutPhone);
  if (step.do === "wait") {
    life.now += step.hours * HOUR_MS;
    site.clock.now = new Date(life.now);
    if (!step.thenTick) return;
  }
  if (step.do === "wait" || step.do === "tick") {
    await site.tick();
    return expireUnits(life);
  }
  const unit = life.units[step.on % life.units.length];
  if (!unit) return;
  const as = await moderator(world);
  const predict =
    step.do === "act"
      ? ACTIONS[step.what]
      : (...given: Parameters<(typeof ACTIONS)["dismiss"]>) => withoutPermission(step.what, ...given);
  const expected: Prediction | null = predict(life, unit, step.detail, as);
  if (!expected) return;
  const response = await site.fetch(...expected.call);
  expect(response.status, JSON.stringify([unit, await response.text()])).toBe(expected.status);
  Object.assign(unit, expected.change);
  expected.also?.(life);
  if (expected.audit) life.audited.push({ targetId: unit.id, ...expected.audit });
}

/** Types that a unit in these tests can have. */
const USED_TYPES = ["1 Bedroom", "2 Bedrooms"];

async function live(steps: readonly Step[]): Promise<void> {
  await startAfresh();
  const site = makeQuietSite();
  const life: Life = { now: site.clock.now.getTime(), units: [], openReports: [], reported: new Set(), audited: [] };
  const world: World = { site, life, statuses: new Map(), cookie: null };
  await submitUnit(world, false);
  await perform(world, { do: "act", what: "approve", on: 0, detail: 0 });
  await expectLegalRows(life, world.statuses);
  for (const step of steps) {
    const hadReports = life.openReports.length > 0;
    await perform(world, step);
    await expectLegalRows(life, world.statuses);
    await expectPublicView(site, life, USED_TYPES);
    if (hadReports || life.openReports.length > 0) await expectReports(site, life, await moderator(world));
  }
  await expectPublicView(site, life, BEDROOMS);
  await expectPages(site, life);
  await expectModeratorsView(site, life, await moderator(world));
}

const RUNS = { seed: 20_261_120, numRuns: fullSize(24, 8) };

describe("the life of a listing", () => {
  it(
    "matches the model for random actions by anybody in any order",
    { tags: ["d1"], timeout: LONG_TESTS.many },
    async () => {
      const lives = fc.array(aStep, { minLength: 5, maxLength: 15, size: "max" });
      const outcome = await fc.check(fc.asyncProperty(lives, live), RUNS);
      expect(outcome.failed, fc.defaultReportMessage(outcome)).toBe(false);
    },
  );

  it("never publishes a listing without a phone, even by a renewal", { tags: ["d1"] }, async () => {
    const act = (what: ActionName, detail = 0): Step => ({ do: "act", what, on: 0, detail });
    const over: Step[] = [{ do: "wait", hours: 61 * 24, thenTick: true }];
    await expect(live([...over, act("editAsOwner", WITHOUT_PHONE), act("renew")])).resolves.toBeUndefined();
    await expect(live([...over, act("editAsModerator", WITHOUT_PHONE), act("renew")])).resolves.toBeUndefined();
  });
});
