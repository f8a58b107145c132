import type { Comment, ForumUser, Thread } from "../../../worker/contracts/forum.ts";
import { threadPath } from "../../../worker/contracts/forum.ts";
import { listingPath, type PublicListing } from "../../../worker/contracts/listings.ts";

interface StoredMail {
  id: number;
  subject: string;
  text: string;
}

/** Discussions with their comments. */
const DISCUSSIONS: readonly { title: string; content: string; comments: readonly string[] }[] = [
  {
    title: "Which buildings near Keele keep their heat on in October?",
    content:
      "My last place waited until the fifteenth of November. The by-law says a landlord has to keep it at 21 degrees from the middle of September on. Who has had a building that simply does?",
    comments: [
      "Ours on Keele south of Wilson was warm from the first cold night. The superintendent answers within a day.",
      "Take a photo of a thermometer with the date and call 311. They came to us after two days.",
      "The by-law is chapter 497. It is worth a look before one writes to the landlord.",
    ],
  },
  {
    title: "Moving from Mississauga: is the 29 bus as slow as they say?",
    content: "I found a one bedroom near Dufferin and Lawrence. The way to work would be the 29 and then the line 2.",
    comments: [
      "In the morning it takes forty minutes to Dufferin station. The express is worth waiting for.",
      "I cycle to Lawrence West instead, which is ten minutes.",
    ],
  },
  {
    title: "First and last: what may a landlord ask for?",
    content: "Somebody wants first, last and a damage deposit of a thousand dollars. Is that allowed?",
    comments: [
      "No. In Ontario a rent deposit of one month is the most, and it can only be used for the last month.",
      "A key deposit is fine when it is no more than the key costs.",
      "Ask for the standard lease. It says so in plain words.",
      "Thank you all. I have said no, politely.",
    ],
  },
  {
    title: "Laundry rooms that work",
    content: "Which buildings have machines that take a card, and are not out of order every second week?",
    comments: ["The ones on Sherbourne were replaced this summer."],
  },
  {
    title: "How long did your application take?",
    content: "Two weeks of silence for mine. Is that usual?",
    comments: ["Three days.", "Ten days, and I wrote twice."],
  },
];

/** Pending units: a plain one, and one whose text gets notes. */
const WAITING = [
  {
    address: "212 Dovercourt Road, Toronto, ON",
    rent: "$1,895",
    bedrooms: "1 Bedroom",
    additionalInfo: "Second floor of a quiet house. Heat and water are included, laundry is in the basement.",
  },
  {
    address: "48 Gerrard Street East, Toronto, ON",
    rent: "$1,150",
    bedrooms: "2 Bedrooms",
    additionalInfo: "I am out of the country, wire transfer the deposit and I will mail you the keys.",
  },
  {
    address: "1730 Keele Street, Toronto, ON",
    rent: "$2,480",
    bedrooms: "2 Bedrooms",
    additionalInfo: "Newly painted, balcony to the south, parking by agreement. No pets.",
  },
];

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const DESKTOP =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
const REFERRERS = ["", "https://www.google.com/", "https://www.reddit.com/r/askTO/", "", "https://www.facebook.com/"];

/** Fills a site through its public API, without external services. */
export function seeding(siteUrl: string) {
  async function tell(path: string, body: unknown): Promise<Response> {
    const response = await fetch(siteUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  }
  const call = async <T>(path: string, body: unknown) => (await (await tell(path, body)).json()) as T;
  const somebody = () => call<ForumUser>("/api/discussion/user", { anonymousId: null });

  return {
    /** Starts all discussions, the longest one last. @returns the path and id of the longest one */
    async discussions(comments = 0): Promise<{ id: number; path: string }> {
      let last: Thread | undefined;
      for (const { title, content, comments: answers } of DISCUSSIONS.toReversed()) {
        const { anonymousId } = await somebody();
        last = await call<Thread>("/api/discussion/threads", { title, content, anonymousId });
        const many = Array.from({ length: comments }, (_, n) => answers[n % answers.length] ?? "");
        let parent: Comment | undefined;
        for (const [nth, answer] of [...answers, ...(title === DISCUSSIONS[0]?.title ? many : [])].entries()) {
          const by = await somebody();
          const reply = nth % 3 === 1 && parent ? { parentId: parent.id } : {};
          const draft = { content: answer, threadId: last.id, ...reply, anonymousId: by.anonymousId };
          parent = await call<Comment>("/api/discussion/comments", draft);
        }
      }
      if (!last) throw new Error("No discussion was begun.");
      return { id: last.id, path: threadPath(last) };
    },
    /** Submits units without approving them. */
    async waitingUnits(): Promise<void> {
      for (const [nth, unit] of WAITING.entries())
        await call("/api/property-listings", {
          bathrooms: "1",
          moveInDate: "2027-02-01",
          email: `landlord-${nth}@example.com`,
          phone: `416-555-010${nth}`,
          images: [],
          ...unit,
        });
    },
    /** Records visits from several referrers, one page each. */
    async visits(count: number, paths: readonly string[]): Promise<void> {
      for (let n = 0; n < count; n += 1)
        await tell("/api/analytics/track", {
          sessionId: `session_${Date.now()}_visit${String(n).padStart(4, "0")}`,
          userAgent: n % 3 === 0 ? DESKTOP : PHONE,
          referrer: REFERRERS[n % REFERRERS.length],
          page: ["/", ...paths][n % (paths.length + 1)],
        });
    },
    /**
     * Signs up an email address and submits a unit.
     * @returns the pages that the resulting emails link to, and the emails themselves
     */
    async mailedPages(): Promise<{ name: string; path: string }[]> {
      const renter = "renter@example.com";
      const mails = async (to: string) =>
        (await (await fetch(`${siteUrl}/api/dev/mailbox?to=${encodeURIComponent(to)}`)).json()) as StoredMail[];
      /** Waits for an email, because emails are sent after the response to the request. */
      const someMail = async (to: string, subject: RegExp) => {
        for (let tries = 0; tries < 100; tries += 1) {
          const found = (await mails(to)).find((mail) => subject.test(mail.subject));
          if (found) return found;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        throw new Error(`No mail to ${to} about ${subject}.`);
      };
      await tell("/api/subscribe", { email: renter });
      const request = await someMail(renter, /reply to join/);
      await fetch(`${siteUrl}/dev/mailbox/${request.id}/reply`, {
        method: "POST",
        body: new URLSearchParams({ text: "Yes, please." }),
      });
      const all = [request, await someMail(renter, /^Welcome/), await someMail("landlord-0@example.com", /./)];
      const links = all.flatMap(({ text }) => [
        ...text.matchAll(/https?:\/\/[^/\s]+(\/([a-z]+)\/(?:\d+-)?[a-z2-7]{20,}[a-z0-9-]*)/g),
      ]);
      const pages = new Map(links.map(([, path = "", name = ""]) => [name, path]));
      return [
        ...[...pages].map(([name, path]) => ({ name, path })),
        ...all.map(({ id }, nth) => ({ name: `mail-${nth + 1}`, path: `/dev/mailbox/${id}/html` })),
      ];
    },
    /** Returns the path and id of the newest listing with photos. */
    async newestListing(): Promise<{ id: number; path: string }> {
      const response = await fetch(`${siteUrl}/api/marketplace-listings?limit=20&offset=0`);
      const listings = (await response.json()) as PublicListing[];
      const found = listings.find(({ imageCount }) => imageCount > 1) ?? listings[0];
      if (!found) throw new Error("The site has no listing.");
      return { id: found.id, path: listingPath(found) };
    },
  };
}
