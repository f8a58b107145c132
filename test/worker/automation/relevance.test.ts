import { describe, expect, it } from "vitest";
import { relevantFacts } from "../../../worker/features/automation/comment-facts.ts";
import { facts, unit } from "../../support/worker/automation.ts";

const BENCHMARK = {
  bedrooms: "1 Bedroom" as const,
  rentCents: 221_000,
  source: "A report",
  asOf: "2025-10",
  isEstimate: false,
  method: null,
};

describe("facts for a thread", () => {
  const area = Array.from({ length: 6 }, () => unit({ neighbourhood: "Weston", station: "King", isControlled: true }));
  const full = facts({ units: [...area, unit({ neighbourhood: "Mount Dennis", station: "Finch West" })] });
  const kinds = (title: string, content = "") => relevantFacts({ title, content }, full).map(({ kind }) => kind);

  it("match the places and rules it names", () => {
    const wanted: [title: string, kind: string, content?: string][] = [
      ["Anyone living in Weston?", "neighbourhood"],
      ["mount dennis any good?", "neighbourhood"],
      ["Flats near King station", "station"],
      ["Rent control", "controlled", "Is my unit covered?"],
      ["Landlord enters without notice", "law.entry"],
      ["My landlord came in while I was out", "law.entry"],
      ["How much notice of entry is needed?", "law.entry"],
      ["Got a rent increase of 8%", "law.increase-notice"],
      ["Second rent increase since spring", "law.once-a-year"],
      ["Landlord wants a damage deposit", "law.deposit"],
      ["Landlord keeps my deposit", "law.deposit"],
      ["Landlord insists on post-dated cheques", "law.cheques"],
      ["Was my unit exempt from the guideline?", "law.exemption"],
      ["They ask for first and last month's rent", "law.deposit"],
      ["Landlord won't renew", "law.renewal", "What happens in June?"],
      ["No standard lease, what now?", "law.standard-lease"],
      ["Landlord says no dogs", "law.pets", "Can he forbid my dog because the lease says so?"],
      ["Is a no-pets clause valid?", "law.pets"],
      ["Mould in the bathroom", "law.repairs", "My landlord does nothing about it."],
      ["No heat since Monday", "law.vital-services", "The landlord does not answer."],
      ["My landlord threatens me", "law.harassment"],
      ["Landlord changed the locks", "law.locks"],
      ["My lease ends in May", "law.renewal"],
      ["Can they evict us in winter?", "law.order"],
      ["I got an N4 today", "law.n4"],
      ["Is this N12 valid?", "law.n12"],
      ["N13 for a renovation", "law.n13"],
      ["How do I get rent receipts?", "law.receipts"],
      ["The landlord asks for an application fee", "law.fees"],
      ["May I sublet over the summer?", "law.assignment"],
      ["The previous tenant paid $400 less", "law.new-tenant-rent"],
      ["I share the kitchen with the owner", "law.shared-kitchen"],
      ["Landlord refused me because of ODSP", "law.human-rights"],
      ["Is my building in RentSafeTO?", "law.rentsafe"],
    ];
    for (const [title, kind, content] of wanted) expect(kinds(title, content), title).toContain(`comment.${kind}`);
    const type = facts({ units: Array.from({ length: 6 }, () => unit()), benchmarks: [BENCHMARK] });
    const ofType = (title: string) => relevantFacts({ title, content: "" }, type).map(({ kind }) => kind);
    expect(ofType("Is $1,900 a fair rent for a one bedroom?")).toEqual(["comment.type"]);
    expect(ofType("My one bedroom has a nice view")).toEqual([]);
  });

  it("are empty when it names nothing known", () => {
    const silent: [title: string, content?: string][] = [
      ["Hello everybody", "Just moved here, and it is raining."],
      // Words that are names elsewhere.
      ["King size bed for sale", "The westons moved out."],
      ["What is it like in Parkdale?"],
      ["Lost my phone at King station"],
      // Words of the law that mean something else.
      ["Utilities come in at $200", "Is that normal?"],
      ["My landlord says the utilities come in at $200"],
      ["My dog loves High Park"],
      ["Where to walk dogs and cats?"],
      ["Bike lock stolen", "Somebody broke two locks on the rack."],
      ["12 months lease near Bloor"],
      ["I moved here in 2018", "Still like it."],
      ["The heating is nice", "And the light too."],
      ["Anyone fixed their internet?"],
      ["Best way to clean mould off cheese boards?"],
      ["My car lease ends in May", "Where do people park?"],
      ["Direct deposit or cheque?", "My bank charges for one."],
      ["University application fees"],
      ["Homework assignment about the city"],
      ["Kicked out of a bar on Queen"],
      ["Lost a grocery receipt"],
      ["Renovations on the Gardiner again"],
      ["Flight 311 was late"],
      ["Looking for a yoga studio", "What does it cost?"],
      ["Netflix wants 90 days"],
      ["Gym is month to month", "Renewed it yesterday."],
      ["First and last name on the buzzer?"],
      ["Where is apartment inspection day on TV?"],
      ["I take the bus to unit N4"],
      ["Good coffee near the lake?"],
      ["I paid last month's rent late by a day"],
      ["My tenant insurance renews in May"],
      ["Need a letter of my landlord to renew a health card"],
      ["The maintenance man in my building is nice"],
      ["ODSP pays my landlord directly"],
    ];
    for (const [title, content] of silent) expect(kinds(title, content), title).toEqual([]);
  });
});
