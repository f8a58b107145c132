import { describe, expect, it } from "vitest";
import { calmTitle, publicText } from "../../worker/contracts/public-text.ts";

describe("a mail address in a public text", () => {
  it.each([
    "name@gmail.com",
    "first.last+rent@sub.example.co.uk",
    "name @ gmail . com",
    "name@gmail dot com",
    "name at gmail dot com",
    "NAME AT GMAIL DOT COM",
    "name (at) gmail (dot) com",
    "name[at]example[dot]ca",
    "name {at} example {dot} org",
    "name at gmail.com",
    "name at hotmail . com",
    "name AT my-house dot ca",
    "name@gmail",
    "name ＠ gmail.com",
    "name_at_gmail_dot_com",
    "jose\u0301@exemple.fr".normalize("NFC"),
  ])("%s is hidden", (email) => {
    expect(publicText(`Write to ${email}, or call 416-555-0123.`)).toBe(
      "Write to [e-mail hidden], or call 416-555-0123.",
    );
    expect(publicText(email)).toBe("[e-mail hidden]");
  });

  it.each([
    "Call 416-555-0123 at 5 pm.",
    "Look at kijiji.ca for more, or at www.example.com.",
    "Two bedrooms @ $1,800 a month.",
    "Laundry at the corner. Com plete kitchen.",
    "Meet at the door at 5. Come early.",
    "@home is our cafe",
    "Live at Yonge and Eglinton",
  ])("is none in '%s'", (text) => expect(publicText(text)).toBe(text));

  it("ends where the next sentence begins", () =>
    expect(publicText("Mail a@b.ca. Thanks, Ada")).toBe("Mail [e-mail hidden]. Thanks, Ada"));
});

describe("scraps of machines", () => {
  it.each([
    ["null", ""],
    ["undefined", ""],
    ["NaN", ""],
    ["null null, null", ""],
    ["nullnullnull", ""],
    ["Bright unit. null", "Bright unit."],
    ["Bright unit.\nnull\nNo smoking.", "Bright unit.\n\nNo smoking."],
    ["Bright unit. undefined undefined Near the park.", "Bright unit.  Near the park."],
    ["[object Object]", ""],
  ])("%j is %j", (text, left) => expect(publicText(text)).toBe(left));

  it.each(["A no-pets clause is null and void.", "My nan lives below.", "Annulled lease", "undefined behaviour"])(
    "are none in '%s'",
    (text) => expect(publicText(text)).toBe(text),
  );
});

describe("a title in capitals", () => {
  it.each([
    ["IS THE TTC LATE IN TORONTO?", "Is the TTC late in Toronto?"],
    ["CAN I REFUSE AN N12 NOTICE", "Can I refuse an N12 notice"],
    ["LTB", "LTB"],
    ["ABOUT N12 AND LTB", "About N12 and LTB"],
    ["Is the TTC late", "Is the TTC late"],
    ["租金太高了怎么办呢请问大家", "租金太高了怎么办呢请问大家"],
  ])("%s is '%s'", (title, calm) => expect(calmTitle(title)).toBe(calm));
});
