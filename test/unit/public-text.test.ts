import { describe, expect, it } from "vitest";
import { uncapitalizeTitle, publicText } from "../../worker/contracts/public-text.ts";

describe("an email address in a public text", () => {
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
    "name  @  gmail.com",
    "name\n@ gmail.com",
    "name@\ngmail.com",
    "name at\ngmail.com",
    "name  at  gmail  dot  com",
    "info at mapleproperties.ca",
    "john.smith at maple.ca",
    "johnsmith at gmail",
    "rent@domain. com",
    "rent @ domain. ca",
    "rent@domain,com",
    "john at gmail,com",
    "john@gmail,com",
    "john at g mail . com",
    "john dot smith at gmail dot com",
    "john (dot) smith (at) gmail (dot) com",
    "o'neil@x.com",
    "o’neil@x.com",
    "ana@maple.properties",
    "ana @ maple.properties",
    "ANA@MAPLE.CA",
    "ana@163.com",
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
    "Parking @ 150.00/month",
    "rent @ 2450.00",
    "Rent @ 1800 . Nice",
    "Bloor@Spadina.Near subway",
    "Meet @ Yonge.Close to TTC",
    "Meet @ Yonge.No pets",
    "dundas@st.clair",
    "Viewing@5.pm",
    "Available at Bell.Canada building",
    "Shows @ Rogers Centre",
    "At Yonge, call Ann",
    "More info at www.example.ca",
    "See photos at maple.ca",
  ])("is not found in '%s'", (text) => expect(publicText(text)).toBe(text));

  it("ends before the next sentence", () => {
    for (const next of [". Thanks, Ada", ".Thanks, Ada", ", Toronto", "\nThanks"])
      expect(publicText(`Mail a@b.ca${next}`)).toBe(`Mail [e-mail hidden]${next}`);
  });
});

describe("placeholder text left by programs", () => {
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
  ])("in %j leaves %j", (text, left) => expect(publicText(text)).toBe(left));

  it.each(["A no-pets clause is null and void.", "My nan lives below.", "Annulled lease", "undefined behaviour"])(
    "is not found in '%s'",
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
  ])("%s is '%s'", (title, calm) => expect(uncapitalizeTitle(title)).toBe(calm));
});
