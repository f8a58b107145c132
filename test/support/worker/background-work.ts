import { env } from "cloudflare:workers";
import type { PurgingChange } from "../../../worker/platform/caching.ts";
import { set } from "./automation.ts";
import type { CachedSite } from "./edge-cache.ts";
import { startThread } from "./forum.ts";
import { dataUrl, png } from "./images.ts";
import { publish } from "./listings.ts";
import { putBenchmark } from "./market.ts";
import type { World } from "./world.ts";

/** A site with content, and a switch that makes photo storage fail. */
export interface Workplace {
  site: CachedSite;
  world: World;
  photos: { areDown: boolean };
}

/** The effect of background work on cached pages. */
export interface Work {
  /** The changes whose tags this work purges; empty without a public effect. */
  purges: readonly PurgingChange[];
  /** True if its effect is public. */
  isSeen: boolean;
  /** Time at which the work runs; by default a day after the start of the test's world. */
  at?: Date;
  /** Prepares the data on which the work acts. @returns additional paths that show the effect */
  prepare?: (given: Workplace) => Promise<readonly string[]>;
}

/** Represents work that changes no cached page. */
const NOTHING: Work = { purges: [], isSeen: false };

const withPhoto = async ({ site }: Workplace) => {
  const photo = dataUrl(await png({ width: 1000, height: 500, colour: [9, 9, 200] }));
  return publish(site, { address: "3 Oak St, Toronto, ON", images: [photo] });
};
const pageOf = ({ id, slug }: { id: number; slug: string }) => `/listing/${id}/${slug}`;

/** All cron jobs by name. */
export const JOBS: Readonly<Record<string, Work>> = {
  // Expired listings are hidden even before this job runs. Only the counts change.
  "listings.expire": {
    purges: ["listing.expired"],
    isSeen: true,
    prepare: async ({ world }) => {
      await env.DB.prepare("UPDATE listings SET expires_at = 1 WHERE id = ?").bind(world.listing.id).run();
      return [];
    },
  },
  "listings.end_reviews": {
    purges: ["listing.questioned"],
    isSeen: true,
    prepare: async ({ world }) => {
      await env.DB.prepare(
        "UPDATE listings SET phone_hidden_until = 1, phone_hidden_at = 1, updated_at = 1 WHERE id = ?",
      )
        .bind(world.listing.id)
        .run();
      return [];
    },
  },
  "listings.bury": NOTHING,
  // This job changes only searches, which are not cached.
  "listings.words": NOTHING,
  // Photos without a listing are not public.
  "photos.sweep": NOTHING,
  "previews.draw": {
    purges: ["listing.previewed"],
    isSeen: true,
    prepare: async ({ world }) => {
      await env.DB.prepare("UPDATE listings SET preview = NULL WHERE id = ?").bind(world.listing.id).run();
      return [];
    },
  },
  "interest.forget": NOTHING,
  "homes.forget": NOTHING,
  "photos.finish": {
    purges: ["listing.edited"],
    isSeen: true,
    prepare: async (given) => {
      given.photos.areDown = true;
      const { images } = await withPhoto(given);
      given.photos.areDown = false;
      return images;
    },
  },
  "listings.remind": NOTHING,
  "market.own_medians": NOTHING,
  "market.own_rents": NOTHING,
  // The change becomes visible when a cached page expires, within hours.
  "market.pace": NOTHING,
  "market.months": {
    purges: ["market.computed"],
    isSeen: true,
    // A month in the past, with no later month.
    prepare: async () => {
      await env.DB.prepare("DELETE FROM market_months").run();
      await env.DB.prepare("INSERT INTO market_months (area, month, groups) VALUES ('Toronto', '2026-10', '[]')").run();
      return [];
    },
  },
  "claims.compute": {
    purges: ["claims.computed"],
    isSeen: true,
    // The stored median is of homes that no longer exist.
    prepare: async () => {
      await env.DB.prepare(
        "INSERT OR REPLACE INTO settings (name, value) VALUES ('claims.median_discount', '20')",
      ).run();
      return [];
    },
  },
  "market.aging": NOTHING,
  "market.reminder": { ...NOTHING, at: new Date("2026-12-01T15:00:00Z") },
  "stats.watch": NOTHING,
  "stats.weekly_report": { ...NOTHING, at: new Date("2026-11-23T13:00:00Z") },
  "builds.keep": NOTHING,
  "builds.prune": NOTHING,
  "vip.reconcile": NOTHING,
  "vip.prune": NOTHING,
  "digest.continue": NOTHING,
  "digest.plan": {
    purges: ["edition.sent"],
    isSeen: true,
    at: new Date("2026-11-23T15:00:00Z"),
    prepare: async ({ site }) => {
      await publish(site, { address: "5 Oak St, Toronto, ON" });
      return ["/digest/2026-11-23"];
    },
  },
  "digest.missed": NOTHING,
  // This job only enqueues look-ups.
  "places.walk": NOTHING,
  "geocoder.forget": NOTHING,
  "timetable.expiry": NOTHING,
  "subscribers.forget": NOTHING,
  "decisions.prune": NOTHING,
  "access.forget_codes": NOTHING,
  "people.forget": NOTHING,
  "ads.forget": NOTHING,
  "bans.end": NOTHING,
  "automation.threads": {
    purges: ["thread.changed"],
    isSeen: true,
    prepare: async ({ site }) => {
      await set(site, { enabled: "true" });
      return [];
    },
  },
  "automation.comments": {
    purges: ["comment.changed"],
    isSeen: true,
    prepare: async ({ site, world }) => {
      await set(site, { auto_create_comments: "true" });
      const { id, seoSlug } = await startThread(site, world.author, { title: "What is a fair rent for a studio?" });
      return [`/Toronto-Apartment-Discussions/thread/${id}/${seoSlug}`];
    },
  },
  "transparency.publish": {
    purges: ["transparency.published"],
    isSeen: true,
    at: new Date("2026-12-01T15:00:00Z"),
    // The world's submission has already been counted.
    prepare: async () => [],
  },
  "automation.forget": NOTHING,
  "forum.follow_news": NOTHING,
  "forum.forget_follows": NOTHING,
  "alerts.mail": NOTHING,
  "alerts.still_looking": NOTHING,
  "alerts.forget": NOTHING,
  "push.forget": NOTHING,
  "privacy.forget_requests": NOTHING,
  "saved.forget_shortlists": NOTHING,
  "mail.forget": NOTHING,
  "mail.forget_suppressions": NOTHING,
  "operator.tell": NOTHING,
  "addresses.mask": NOTHING,
  "identities.forget": NOTHING,
  "outbox.reopen": NOTHING,
  // These two jobs repeat failed purges.
  "cache.purge_waiting": NOTHING,
  "cache.purge_given_up": NOTHING,
  "withdrawals.log": NOTHING,
  "backups.nightly": NOTHING,
  "backups.check": NOTHING,
  "outbox.relay": NOTHING,
  "secrets.keep": NOTHING,
  "queues.canaries": NOTHING,
  "health.watch": NOTHING,
  prune: NOTHING,
};

/** All kinds of outbox work. */
export const OUTBOX: Readonly<Record<string, Work>> = {
  "listing.smaller_photos": {
    purges: ["listing.edited"],
    isSeen: true,
    prepare: async (given) => {
      const { images } = await withPhoto(given);
      return [`${images[0]}?w=400`];
    },
  },
  "listing.draw_previews": {
    purges: ["listing.previewed"],
    isSeen: true,
    prepare: async (given) => [pageOf(await withPhoto(given))],
  },
  "listing.compare_photos": NOTHING,
  "listing.mail": NOTHING,
  "listing.no_answer_mail": NOTHING,
  "listing.links_mail": NOTHING,
  "market.compare_again": {
    purges: ["listing.edited"],
    isSeen: true,
    prepare: async ({ site }) => {
      await putBenchmark(site, { rent: 2_900 });
      return [];
    },
  },
  "vip.started": NOTHING,
  "places.enrich": {
    purges: ["listing.placed"],
    isSeen: true,
    prepare: async (given) => [pageOf(await withPhoto(given))],
  },
  "subscriber.sign_up_mail": NOTHING,
  "subscriber.button_mail": NOTHING,
  "subscriber.welcome_mail": NOTHING,
  "access.code_mail": NOTHING,
  "person.mail": NOTHING,
  "person.new_operator": NOTHING,
  "person.code_mail": NOTHING,
  "session.link_mail": NOTHING,
  "subscriber.vip_mail": NOTHING,
  "forum.follow_question": NOTHING,
  "forum.follow_news": NOTHING,
  "alerts.match": NOTHING,
  "alerts.deliver": NOTHING,
  "push.send": NOTHING,
  "alerts.asked_mail": NOTHING,
  "alerts.still_mail": NOTHING,
  "privacy.mail": NOTHING,
  "emails.link_mail": NOTHING,
  "backup.step": NOTHING,
  // This work repeats a failed purge.
  "cache.purge": NOTHING,
};
