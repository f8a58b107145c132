import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AddressSuggestion } from "../../worker/contracts/address-suggestions.ts";
import {
  type RentComparison,
  type ReviewNote,
  SUBMITTED_MESSAGE,
  type Submitted,
} from "../../worker/contracts/listings.ts";
import { field, fill, fillInListing, FORM, answerBasementQuestion } from "../support/component/forms.ts";
import { publicListing } from "../support/component/listings.ts";
import { type Answer, type Answers, listOf, openPage } from "../support/component/open-page.tsx";
import { expectShown, press } from "../support/component/wordings.ts";

const TAKEN: Submitted = {
  success: true,
  message: SUBMITTED_MESSAGE,
  id: 7,
  listing: publicListing({ images: [], imageCount: 0 }),
  receipt: "now",
  reviewMinutes: null,
};
const REVIEWED = "We review it before it is published.";
const STUDIOS = "/studio-apartments-toronto";

async function openForm(answers: Answers = {}) {
  const person = await openPage("/landlords", { ...FORM, "POST /api/submit-property": TAKEN, ...answers });
  await expectShown({ button: "Submit Listing" });
  return {
    ...person,
    /** Returns the submissions so far. */
    sent: () => person.asked.filter(({ path }) => path === "/api/submit-property").map(({ body }) => body),
  };
}

const submit = () => press("button", "Submit Listing");
const value = (label: string) => (field(label) as HTMLInputElement).value;
const pageText = () => document.querySelector("main")?.textContent ?? "";
const says = (text: string | RegExp) => waitFor(() => expect(pageText()).toMatch(text));
const saysNothingOf = (text: string | RegExp) => waitFor(() => expect(pageText()).not.toMatch(text));

describe("the landlords' form", () => {
  it("keeps typed text across a reload until it is reset", async () => {
    await openForm();
    fillInListing({ address: "77 Reload Ave, Toronto, ON" });
    // A real reload does not unmount the form, and unmounting deletes the draft.
    const reload = async () => {
      const draft = localStorage.getItem("listing_draft");
      cleanup();
      if (draft !== null) localStorage.setItem("listing_draft", draft);
      return await openForm();
    };
    await reload();
    await expectShown("We restored what you typed before, without the photos.");
    expect(value("Address")).toBe("77 Reload Ave, Toronto, ON");
    expect(value("Bedrooms")).toBe("Studio");
    await press("button", "Start over");
    expect(value("Address")).toBe("");
    await reload();
    expect(value("Address")).toBe("");
  });

  it("requires a phone number, without which nothing can be published", { tags: ["rest"] }, async () => {
    const { sent } = await openForm();
    fillInListing({ phone: "" });
    await submit();
    await expectShown("Both email and phone number are required.");
    expect(document.activeElement).toBe(field("Phone"));
    expect(sent()).toEqual([]);
    fill(field("Phone"), "416-555-0177");
    await submit();
    await expectShown(REVIEWED);
    expect(sent()).toEqual([expect.objectContaining({ phone: "416-555-0177" })]);
  });

  it("explains what a name alone lacks, and fills in a corner from the description with one click", async () => {
    const { sent, user } = await openForm({ "POST /api/law-notes": [] });
    fillInListing({ address: "Wychwood" });
    fill(field(/^Additional information/), "Quiet house near Bathurst and St Clair.");
    await submit();
    await says("the street number, the nearest intersection, or the neighbourhood with its full postal code");
    expect(sent()).toEqual([]);
    await user.click(await screen.findByRole("button", { name: "Use Bathurst and St Clair, Toronto" }));
    expect(document.activeElement).toBe(field("Address"));
    await saysNothingOf("or the neighbourhood with its full postal code.");
    await submit();
    await expectShown(REVIEWED);
    expect(sent()).toEqual([expect.objectContaining({ address: "Bathurst and St Clair, Toronto" })]);
  });

  it("explains a clause that the law voids, but accepts the listing", async () => {
    const note = {
      code: "no_pets",
      text: "Says “no pets”. In a lease such a clause is void, except where a condominium’s own rules forbid pets.",
    } satisfies ReviewNote;
    const { sent } = await openForm({
      "POST /api/law-notes": ({ body }) => (JSON.stringify(body).includes("No pets") ? [note] : []),
    });
    fillInListing();
    const clause = /In a lease such a clause is void/;
    fill(field(/^Additional information/), "Quiet house. No pets please.");
    await says(clause);
    fill(field(/^Additional information/), "Quiet house.");
    await saysNothingOf(clause);
    fill(field(/^Additional information/), "Quiet house. No pets please.");
    await submit();
    await expectShown(REVIEWED);
    expect(sent()).toEqual([expect.objectContaining({ additionalInfo: "Quiet house. No pets please." })]);
  });

  it("asks once to confirm an unreadable rent, then accepts it as typed", { tags: ["rest"] }, async () => {
    const { sent } = await openForm();
    fillInListing({ rent: "on request" });
    await submit();
    await says(/We could not find one monthly amount/);
    expect(document.activeElement).toBe(field("Rent"));
    expect(sent()).toEqual([]);
    await submit();
    await expectShown(REVIEWED);
    expect(sent()).toEqual([expect.objectContaining({ rent: "on request" })]);
  });

  it("shows how it understood the rent, and converts a weekly rent to monthly with one click", async () => {
    const { sent, user } = await openForm();
    fillInListing();
    fill(field("Rent"), "2600 plus $450 parking");
    await says("Understood as $2,600 a month.");
    fill(field("Rent"), "1850-2050");
    await says("Understood as $1,850 a month. We show a discount once");
    fill(field("Rent"), "$455/week");
    await saysNothingOf("Understood as");
    await submit();
    await says(/Is that \$1,972 a month\?/);
    expect(document.activeElement).toBe(field("Rent"));
    await user.keyboard("{Tab}{Enter}");
    expect(value("Rent")).toBe("$1,972");
    expect(document.activeElement).toBe(field("Rent"));
    await says("Understood as $1,972 a month.");
    await saysNothingOf(/Is that \$1,972 a month\?/);
    await submit();
    await expectShown(REVIEWED);
    expect(sent()).toEqual([expect.objectContaining({ rent: "$1,972" })]);
  });

  it.each([
    ["900 per person", /Is that the rent for one person or one room\?/],
    ["US$1,700", /Is that another currency\?/],
  ])("asks once for the full rent in Canadian dollars instead of '%s'", { tags: ["rest"] }, async (typed, question) => {
    const { sent } = await openForm();
    fillInListing({ rent: typed });
    await submit();
    await says(question);
    expect(pageText()).not.toMatch(/Use .* a month/);
    await submit();
    await expectShown(REVIEWED);
    expect(sent()).toEqual([expect.objectContaining({ rent: typed })]);
  });
});

describe("the question about a basement", () => {
  const QUESTION = "Is it in a basement or partly below ground?";
  const MISSING = "Please choose Yes or No.";
  const isAsked = () => screen.queryByText(QUESTION, { selector: "legend" }) !== null;
  const answered = () => screen.getAllByRole<HTMLInputElement>("radio").map(({ checked }) => checked);

  it("is required like other fields, and asked only about whole homes", async () => {
    const { sent } = await openForm();
    await submit();
    await says(MISSING);
    fill(field("Bedrooms"), "Private Room");
    await saysNothingOf(MISSING);
    expect(isAsked()).toBe(false);
    fill(field("Bedrooms"), "Studio");
    await says(MISSING);
    expect(answered()).toEqual([false, false]);
    fillInListing();
    await saysNothingOf(MISSING);
    await submit();
    await expectShown(REVIEWED);
    expect(sent()).toEqual([expect.objectContaining({ homeType: "apartment" })]);
  });

  it("gets the focus when it is the only missing field", { tags: ["rest"] }, async () => {
    await openForm();
    fillInListing();
    fill(field(/^Kind of home/), "house");
    fill(field("Bedrooms"), "Private Room");
    fill(field(/^Kind of home/), "room");
    fill(field("Bedrooms"), "Studio");
    await submit();
    await says(MISSING);
    expect(document.activeElement).toBe(screen.getByLabelText("Yes"));
  });

  it.each([
    ["Yes", null, "basement"],
    ["No", "house", "house"],
    ["No", "condo", "condo"],
  ] as const)("turns the answer %s for the kind %s into a listing of the kind %s", async (answer, kind, homeType) => {
    const { sent } = await openForm();
    fillInListing();
    answerBasementQuestion(answer);
    if (kind === null) expect(screen.queryByLabelText("Kind of home")).toBeNull();
    else fill(field("Kind of home"), kind);
    await submit();
    await expectShown(REVIEWED);
    expect(sent()).toEqual([expect.objectContaining({ homeType })]);
  });

  it("needs no answer for a room", { tags: ["rest"] }, async () => {
    const { sent } = await openForm();
    fillInListing();
    fill(field("Bedrooms"), "Private Room");
    fill(field(/^Kind of home/), "shared_bed");
    await submit();
    await expectShown(REVIEWED);
    expect(sent()).toEqual([expect.objectContaining({ bedrooms: "Private Room", homeType: "shared_bed" })]);
  });

  it("is asked again, with a quotation, after a No when the text mentions a basement", async () => {
    const { sent } = await openForm({ "POST /api/law-notes": [] });
    fillInListing();
    fill(field(/^Additional information/), "Legal basement apartment.");
    await submit();
    await says(
      "You wrote “Legal basement apartment”. If it is a basement, please choose Yes. If not, submit it again without changes.",
    );
    expect(document.activeElement).toBe(screen.getByLabelText("Yes"));
    expect(sent()).toEqual([]);
    await submit();
    await expectShown(REVIEWED);
    expect(sent()).toEqual([expect.objectContaining({ homeType: "apartment" })]);
  });
});

const SUGGESTED: AddressSuggestion[] = [
  { address: "85 Danforth Ave, Toronto" },
  { address: "85 Danforth Rd, Toronto" },
];
/** Compares a rent with an average of $2,210. */
const compare: Answer = ({ query }) => {
  const rentCents = Number(query.get("rent")?.replace(/\D/g, "")) * 100;
  const percent = Math.round((1 - rentCents / 221_000) * 100);
  return { ...publicListing(), rentCents, belowMarketPercent: percent } satisfies RentComparison;
};

describe("a landlord who types", () => {
  it("gets address suggestions, and chooses one with the arrow keys", { tags: ["rest"] }, async () => {
    const { user, asked } = await openForm({ "GET /api/addresses": SUGGESTED });
    const address = field("Address");
    const list = () => screen.getByLabelText("Suggested addresses");
    const offered = () => (list().hidden ? null : [...list().children].map(({ textContent }) => textContent));
    const names = SUGGESTED.map(({ address: name }) => name);
    address.focus();
    fill(address, "Unit 4, 85 danf");
    await waitFor(() => expect(offered()).toEqual(names));
    expect(address.getAttribute("aria-expanded")).toBe("true");
    expect(asked.filter(({ path }) => path === "/api/addresses").map(({ query }) => query.get("q"))).toEqual([
      "85 danf",
    ]);
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}");
    const active = document.getElementById(address.getAttribute("aria-activedescendant") ?? "");
    expect(active?.textContent).toBe("85 Danforth Ave, Toronto");
    await user.keyboard("{Enter}");
    expect(offered()).toBeNull();
    expect(value("Address")).toBe("85 Danforth Ave, Toronto");
    await says("We moved unit 4 to its own field below. Renters do not see it.");
    // Escape closes the list and keeps the typed text.
    fill(address, "85 danf");
    await waitFor(() => expect(offered()).toEqual(names));
    await user.keyboard("{Escape}");
    expect(offered()).toBeNull();
    expect(value("Address")).toBe("85 danf");
  });

  it("sees how the rent compares with the market", async () => {
    const { sent } = await openForm({ "GET /api/rent-comparison": compare });
    fill(field("Bedrooms"), "1 Bedroom");
    fill(field("Rent"), "1,900");
    await says("14% below the average asking rent of $2,210: we will list it as below market.");
    fill(field("Rent"), "2,150");
    await says("At $2,000 or less, we would list it as below market");
    expect(sent()).toEqual([]);
  });

  it("sees the card as renters will see it, while the form is filled in", async () => {
    await openForm({ "GET /api/rent-comparison": compare, "POST /api/law-notes": [] });
    const preview = () => screen.getByRole("region", { name: /^Preview/ });
    const ghost = screen.getByRole("region", { name: "Your listing will look like this" });
    expect(ghost.querySelector("article"), "nothing to show yet").toBeNull();
    expect(ghost.closest("form"), "beside the form").toBeNull();
    fillInListing({ address: "Unit 4, 85 Danforth Ave, Toronto", rent: "1,900" });
    fill(field("Bedrooms"), "1 Bedroom");
    fill(field(/^Additional information/), "Bright, with a balcony.");
    await waitFor(() => expect(preview().textContent).toContain("14% below market"));
    for (const text of ["$1,900", "1 Bedroom - 85 Danforth Ave", "85 Danforth Ave", "Bright, with a balcony."])
      expect(preview().textContent).toContain(text);
    expect(within(preview()).queryByRole("link"), "it has no page yet").toBeNull();
  });

  it("sees the card above the button on a phone", async () => {
    vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
    await openForm();
    const preview = screen.getByRole("region", { name: "Your listing will look like this" });
    const button = screen.getByRole("button", { name: "Submit Listing" });
    expect(button.closest("form")?.contains(preview)).toBe(true);
    expect(preview.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  });

  it("sees the fields in three groups, and has the focus in the first invalid field", async () => {
    await openForm();
    const groups = screen.getAllByRole("group").flatMap((group) => group.querySelector("legend h3")?.textContent ?? []);
    expect(groups).toEqual(["The home", "The rent", "You"]);
    fillInListing({ rent: "" });
    fill(field("Bathrooms"), "");
    await submit();
    await waitFor(() => expect(document.activeElement).toBe(field("Bathrooms")));
  });

  it("sees the submission as renters will see it and what happens next, and can post another", async () => {
    await openForm({
      "POST /api/submit-property": {
        ...TAKEN,
        listing: publicListing({
          title: "1 Bedroom - 85 Danforth Ave",
          address: "85 Danforth Ave, Toronto",
          rent: "1,900",
          rentCents: 190_000,
          price: "1,900",
          belowMarketPercent: 14,
          phone: "416-555-0177",
        }),
      },
    });
    fillInListing();
    await submit();
    await expectShown("Submission Successful", "14% below market");
    expect(screen.getByLabelText(/^Notifications/).textContent, "it is said once").toBe("");
    const steps = screen.getByLabelText("What happens next", { selector: "section" }).querySelectorAll("li");
    expect([...steps].map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("landlord@example.com"),
      REVIEWED,
      "Then it is on the site for 60 days, and renters call you at 416-555-0177.",
    ]);
    const card = screen.getByLabelText(/^Preview/, { selector: "section" }).querySelector("article");
    expect(card?.textContent).toContain("$1,900");
    expect([...(card?.querySelectorAll("a") ?? [])].filter(({ textContent }) => /Danforth/.test(textContent))).toEqual(
      [],
    );
    await press("button", "Post another");
    await waitFor(() => expect(value("Address")).toBe(""));
  });
});

describe("the marketplace's form", () => {
  it("closes without a confirmation after submission", async () => {
    await openPage(STUDIOS, { ...FORM, "GET /api/studio-listings": listOf([]), "POST /api/property-listings": TAKEN });
    await press("button", "Post New");
    await expectShown({ button: "Submit Listing" });
    fillInListing();
    await submit();
    await expectShown("Submission Successful");
    await waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());
    expect(document.querySelector("[role=alertdialog]")).toBeNull();
    expect(location.pathname).toBe(STUDIOS);
  });
});

const JPEG = [0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const GIF = [...new TextEncoder().encode("GIF89a")];
const WEBP = [...new TextEncoder().encode("RIFF....WEBP")];
const file = (name: string, type: string, bytes: readonly number[]) =>
  new File([new Uint8Array(bytes)], name, { type });
const choose = (...files: File[]) =>
  fireEvent.change(document.querySelector('input[type="file"]') as HTMLInputElement, { target: { files } });
const toast = (title: string) => waitFor(() => within(screen.getByLabelText(/^Notifications/)).getByText(title));
const pictures = () => [...document.querySelectorAll("main img")].map((image) => image.getAttribute("alt") ?? "");

describe("photos in a form", () => {
  beforeEach(() => {
    // Replaces the decoder of pictures, which the tests' document lacks.
    vi.stubGlobal("createImageBitmap", () => Promise.resolve({ close: () => {} }));
  });

  it(
    "are rejected with an error when they are of another type, over 5 MB or the sixth",
    { tags: ["rest"] },
    async () => {
      await openForm();
      choose(file("plan.gif", "image/gif", GIF));
      await says(/plan\.gif: Only PNG, JPG and JPEG images can be added\./);
      choose(new File([new Uint8Array(5 * 1024 * 1024 + 1)], "big.jpg", { type: "image/jpeg" }));
      await toast("File Too Large");
      await says(/big\.jpg exceeds the 5MB limit and was not added\./);
      choose(...[1, 2, 3, 4, 5, 6].map((n) => file(`photo-${n}.png`, "image/png", PNG)));
      await toast("Maximum Images Reached");
      await says(/You can upload a maximum of 5 images per listing\./);
      await waitFor(() => expect(pictures().filter((name) => name.startsWith("photo-"))).toHaveLength(5));
    },
  );

  it("are named in an error, and neither shown nor sent, when their content does not match their file name", async () => {
    const { sent } = await openForm();
    choose(
      file("webp.jpg", "image/jpeg", WEBP),
      file("gif.jpg", "image/jpeg", GIF),
      file("good.jpg", "image/jpeg", JPEG),
    );
    for (const name of ["webp.jpg", "gif.jpg"]) await says(`${name}: Only PNG, JPG and JPEG images can be added.`);
    await waitFor(() => expect(pictures()).toContainEqual(expect.stringMatching(/^good\.jpg/)));
    expect(pictures().filter((name) => /^(?:webp|gif)/.test(name))).toEqual([]);
    fillInListing();
    await submit();
    await expectShown(REVIEWED);
    expect(sent()).toEqual([
      expect.objectContaining({ images: [expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//)] }),
    ]);
  });

  it("are identified by file name when the server rejects them", async () => {
    const message = "Photo 2 has no readable size, or is larger than 8,000 pixels on a side or 40 megapixels.";
    const answer: Answer = () =>
      Response.json({ code: "listing.photo_unreadable", message, fields: { images: message } }, { status: 400 });
    await openForm({ "POST /api/submit-property": answer });
    choose(file("good.jpg", "image/jpeg", JPEG), file("wide.png", "image/png", PNG));
    await waitFor(() => expect(pictures()).toContainEqual(expect.stringMatching(/^wide\.png/)));
    fillInListing();
    await submit();
    await says(/Photo 2 \(wide\.png\) has no readable size/);
    expect(pageText().match(/Photo 2/g)).toHaveLength(1);
  });
});
