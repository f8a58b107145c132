import type { EmailsView } from "../../worker/contracts/emails.ts";
import type {
  FollowView,
  PersonalData,
  SubscriberStatus,
  SubscriptionView,
} from "../../worker/contracts/subscribers.ts";

/** The token of an emailed link. */
export const TOKEN = `1-${"a".repeat(32)}`;

export const subscription = (changes: Partial<SubscriptionView> = {}): SubscriptionView & Record<string, unknown> => ({
  email: "m***@example.com",
  status: "confirmed",
  preferences: { bedrooms: [], maxRent: null, areas: [], frequency: "every" },
  links: { preferences: `/preferences/${TOKEN}`, unsubscribe: `/unsubscribe/${TOKEN}` },
  ...changes,
});

/** Returns everything that a manage link shows for an email address that receives only the digest. */
export const emails = (changes: Partial<EmailsView> = {}): EmailsView & Record<string, unknown> => ({
  email: "m***@example.com",
  part: "edition",
  canManage: true,
  edition: { ...subscription(), token: TOKEN },
  searches: null,
  follow: null,
  discussions: [],
  vip: null,
  never: { never: false, token: "a".repeat(52) },
  ...changes,
});

const NOTHING = { canManage: false, edition: null, never: null } as const;
/** Views of links that can only stop emails. */
export const stopOnly = {
  edition: (status: SubscriberStatus) =>
    emails({ ...NOTHING, edition: { email: "m***@example.com", status, token: TOKEN } }),
  never: (never: boolean) => emails({ ...NOTHING, email: null, part: "never", never: { never, token: TOKEN } }),
};

/** Returns what the confirmation link of a followed discussion shows. */
export const followed = (follow: FollowView, changes: Partial<EmailsView> = {}) =>
  emails({ part: "discussions", edition: null, follow, ...changes });

/** All kinds of data that can be stored about an email address. */
export const STORED: PersonalData & Record<string, unknown> = {
  email: "maria@example.com",
  madeAt: "2026-11-21T15:00:00.000Z",
  subscription: {
    email: "maria@example.com",
    status: "confirmed",
    createdAt: "2026-11-20T15:00:00.000Z",
    confirmedAt: "2026-11-20T15:05:00.000Z",
    sessionId: "session_1700000000000_abcdefghi",
    referrer: "reddit.com",
    isVip: true,
    preferences: { bedrooms: ["Studio"], maxRent: 1800, areas: ["Toronto", "Scarborough"], frequency: "weekly" },
    wishes: null,
    suppression: null,
    neverSince: null,
    consents: [
      {
        at: "2026-11-20T15:00:00.000Z",
        kind: "requested",
        method: "landing",
        ipAddress: "192.0.2.1",
        wordingVersion: "2026-11",
        detail: null,
      },
      {
        at: "2026-11-20T15:05:00.000Z",
        kind: "confirmed",
        method: "reply",
        ipAddress: null,
        wordingVersion: "2026-11",
        detail: "<CAF0123456789abcdefghijklmnopqrstuvwxyz@mail.example.com>",
      },
    ],
  },
  vip: [{ status: "active", currentPeriodEnd: "2026-12-20T15:00:00.000Z", cancelAtPeriodEnd: false }],
  listings: [{ id: 4, address: "12 Shaw St, Toronto, ON", rent: "$1,800", images: ["/photos/4/a.jpg"], phone: null }],
  follows: [
    {
      discussion: "Is this rent fair?",
      status: "following",
      askedAt: "2026-11-20T16:00:00.000Z",
      confirmedAt: "2026-11-20T16:05:00.000Z",
      stoppedAt: null,
    },
  ],
  browsers: [],
  searches: [
    {
      name: "Near work",
      filter: "1 Bedroom",
      query: "maxRent=2000",
      frequency: "daily",
      state: "active",
      createdAt: "2026-11-20T16:00:00.000Z",
      consentVersion: "alerts-2026-11",
      confirmedAt: "2026-11-20T16:05:00.000Z",
      confirmedBy: "button",
    },
  ],
  person: null,
  invitation: null,
  suppression: null,
  neverSince: null,
  proof: { provenAt: "2026-11-20T15:05:00.000Z", lastUsedAt: "2026-11-21T15:05:00.000Z" },
};
