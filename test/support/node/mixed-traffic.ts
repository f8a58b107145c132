import { CATEGORIES } from "../../../worker/contracts/bedrooms.ts";
import { photoFile } from "./person.ts";
import { ADMIN_PASSWORD } from "./production.ts";

/** Number of concurrent requests. */
const AT_ONCE = 4;

/**
 * Generates mixed traffic: pages, lists, listings, visits, interest, submissions with a small photo and some approvals,
 * discussions, comments, and rejected requests.
 * @returns a function that sends a number of requests and counts the responses by status
 */
export async function mixedTraffic(siteUrl: string) {
  let sent = 0;
  const statuses = new Map<number, number>();
  const photo = (await photoFile("photo.jpg", { background: "#607080" })).buffer.toString("base64");
  const listings: number[] = [];
  let threadId = 0;

  const call = async (path: string, json?: unknown, headers: Record<string, string> = {}, method = "POST") => {
    const response = await fetch(siteUrl + path, {
      redirect: "manual",
      headers: { "content-type": "application/json", "cf-connecting-ip": `198.51.${sent % 250}.7`, ...headers },
      ...(json !== undefined && { method, body: typeof json === "string" ? json : JSON.stringify(json) }),
    });
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    const text = await response.text();
    return { response, text };
  };
  const cookieOf = ({ response }: { response: Response }) => response.headers.get("set-cookie")?.split(";")[0] ?? "";
  const admin = cookieOf(await call("/api/admin/login", { password: ADMIN_PASSWORD }));
  const author = await call("/api/discussion/user", { anonymousId: null });
  const authorId = (JSON.parse(author.text) as { id: number }).id;
  const writer = { cookie: cookieOf(author) };

  const submit = async (n: number) => {
    const draft = {
      address: `${n} Main Street, Toronto, ON`,
      rent: "1850",
      moveInDate: "2027-02-01",
      bedrooms: "1 Bedroom",
      bathrooms: "1",
      email: `landlord${n % 50}@example.com`,
      phone: "416-555-0123",
      additionalInfo: `Bright unit number ${n} on a quiet street.`,
      images: [`data:image/jpeg;base64,${photo}`],
    };
    const { text } = await call("/api/submit-property", draft);
    const { id = 0 } = JSON.parse(text) as { id?: number };
    if (id === 0 || listings.length >= 20) return;
    await call(`/api/admin/listings/${id}/status`, { approved: true, confirmScam: true }, { cookie: admin }, "PATCH");
    listings.push(id);
  };
  const discuss = async (n: number) => {
    if (threadId === 0 || n % 100 === 0) {
      const thread = { title: `Is rent ${n} fair?`, content: `What do you think of a rent of ${n} dollars?`, authorId };
      threadId = (JSON.parse((await call("/api/discussion/threads", thread, writer)).text) as { id: number }).id;
    } else {
      const comment = { content: `This is comment number ${n}, and it says so.`, threadId, authorId };
      await call("/api/discussion/comments", comment, writer);
    }
  };
  const someListing = (n: number) => listings[n % Math.max(1, listings.length)] ?? 1;
  const category = (n: number) => CATEGORIES[n % CATEGORIES.length] ?? CATEGORIES[0];
  const session = (n: number) => `session_1790000000000_${String(n).padStart(9, "0")}`;

  /** Twenty kinds of requests, sent in turn; `n` numbers all requests. */
  const kinds: ((n: number) => Promise<unknown>)[] = [
    submit,
    discuss,
    () => call("/"),
    (n) => call(category(n).path),
    (n) => call(`/listing/${someListing(n)}`),
    () => call("/Toronto-Apartment-Discussions"),
    () => call(`/api/discussion/thread/${threadId}`),
    (n) => call(`/api/marketplace-listings/${someListing(n)}`),
    (n) => call(category(n).api),
    (n) => call(`/api/marketplace-listings?filter=all&limit=20&maxRent=${1_000 + (n % 3_000)}`),
    (n) => call(`/api/marketplace-listings?filter=all&q=main+street+${n}`),
    () => call("/api/discussion/threads?sort=hot"),
    (n) => call("/api/analytics/track", { sessionId: session(n), page: "/" }),
    (n) => call("/api/analytics/heartbeat", { sessionId: session(n - 1) }),
    (n) => call(`/api/marketplace-listings/${someListing(n)}/interest`, { kind: "view" }),
    (n) => call("/api/subscribe", { email: `reader${n}@example.com` }),
    () => call("/api/subscribe", `"${"x".repeat(70_000)}"`),
    (n) => call(`/api/manage/${n}-nobody-has-this-token`),
    () => call("/api/admin/listings"),
    (n) => call(`/nowhere/${n}`),
  ];

  return async (count: number): Promise<ReadonlyMap<number, number>> => {
    const end = sent + count;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (sent < end) {
          const n = (sent += 1);
          await kinds[n % kinds.length]?.(n);
        }
      }),
    );
    return statuses;
  };
}
