import { reviewBandOf } from "../../contracts/market.ts";
import { signedPlain, signedSource } from "./facts.ts";
import { standing, type ThreadKind } from "./kinds.ts";

/** From so many percent below the benchmark on, moderators of this site treat a listing as a likely scam. */
const SUSPICIOUS_PERCENT = Array.from({ length: 100 }, (_, percent) => percent).find(
  (percent) => reviewBandOf(percent) === "scam",
);
const ASKS = [
  "Have you met one of these? Say what gave it away.",
  "What else made you walk away?",
  "What do you check before you send anything?",
];

/** How scams with rents below the market look. */
export const SCAM_KINDS: readonly ThreadKind[] = [
  standing("scam.price", signedSource("the review rules of this site"), {
    titles: ["When is a low rent too low?", "Below market, or bait? Where this site draws a line"],
    bodies: [
      `A rent below the market is not a scam by itself. On this site a listing that asks ${SUSPICIOUS_PERCENT}% or more below the benchmark of its type is reviewed as a likely scam before anybody sees it. Elsewhere, look twice at such a price.`,
      `Moderators here treat ${SUSPICIOUS_PERCENT}% or more below the benchmark as a warning sign, not as a find. A real bargain survives questions: ask for a viewing, a name and a lease.`,
    ],
    asks: ASKS,
  }),
  standing("scam.deposit", signedPlain(), {
    titles: ["Money before a viewing: the oldest rental scam", "Never pay for a place that you have not seen"],
    bodies: [
      "The pattern: a nice place at a low rent, an owner who is away, and a deposit that 'holds' it until you get the keys by courier. Nobody who rents out a home needs money before you have seen it.",
      "If the keys come after the transfer, they do not come. See the home, see who shows it, and pay when a lease is signed.",
    ],
    asks: ASKS,
  }),
  standing("scam.identity", signedPlain(), {
    titles: ["Your ID is worth something: when to show it", "What not to send to a stranger with a listing"],
    bodies: [
      "Some listings exist to collect documents. Before a viewing nobody needs your social insurance number, a photo of your passport or access to your bank account.",
      "A credit report and an employment letter can wait until you have seen the home and want it. A social insurance number is not needed to rent one.",
    ],
    asks: ASKS,
  }),
  standing("scam.copied", signedPlain(), {
    titles: ["Photos from another listing: how to check", "Copied photos, and a search that finds them"],
    bodies: [
      "Scams borrow photos from homes that were sold or rented before. Search for the pictures by image, and compare the windows and the street with a street view of the address.",
      "Search the web for the photos and for a sentence of the description. The same pictures at another address, or another price, tell you enough.",
    ],
    asks: ASKS,
  }),
  standing("scam.pressure", signedPlain(), {
    titles: ["'Ten others want it': pressure as a tactic", "Being hurried is a reason to slow down"],
    bodies: [
      "Real landlords may have many applicants and still answer a question. Who wants a transfer today, in a way that cannot be traced or taken back, wants the money and not a tenant.",
      "Gift cards, wire transfers, coins: payments that nobody can return are asked for in a hurry for a reason. Take a day, and ask somebody you trust.",
    ],
    asks: ASKS,
  }),
  standing("scam.sublet", signedPlain(), {
    titles: ["Renting from a tenant: what to see first", "Is the person allowed to sublet?"],
    bodies: [
      "In a sublet the person you pay is a tenant. Ask to see their lease and the landlord's consent, and write down who gets the deposit and when you have to leave.",
      "Before paying for a sublet, see the main lease and hear from the landlord that they agree. Without it you may have to leave with little to rely on.",
    ],
    asks: ASKS,
  }),
  standing("scam.report", signedPlain(), {
    titles: ["Found a scam? Where to report it", "Reporting a rental scam helps the next person"],
    bodies: [
      "On this site every listing has a Report button, and moderators read what comes in. Money that was lost is a matter for the police and for the Canadian Anti-Fraud Centre.",
      "Report the listing where you found it first, so that nobody else pays. Keep messages and receipts for the police and for the Canadian Anti-Fraud Centre.",
    ],
    asks: ["Did reporting lead to anything for you?", "What would have helped you to notice earlier?"],
  }),
];
