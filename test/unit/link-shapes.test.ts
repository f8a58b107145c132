import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayHoldLink } from "../../worker/features/saved/shortlists.service.ts";

const LINKS = [
  "evil.shop",
  "See evil.homes today",
  "evil.co.uk/x?y=1",
  "EVIL.AGENCY",
  "evil .shop",
  "evil . shop",
  "evil. com",
  "evil,com",
  "evil dot com",
  "evil DOT agency",
  "evil d0t homes",
  "evil dotcom",
  "evildot com",
  "evil(dot)shop",
  "evil [dot] shop",
  "evil {dot}shop",
  "evil-dot-shop",
  "evil_dot_shop",
  "evil[.]shop",
  "evil(.)shop",
  "evil\u3002shop",
  "evil\uFF0Eshop",
  "evil\uFF61shop",
  "evil\u2024shop",
  "evil\u2027shop",
  "evil·shop",
  "evil•shop",
  "evil・shop",
  "evil⚫shop",
  "ｅｖｉｌ．ｓｈｏｐ",
  "𝐞𝐯𝐢𝐥.𝐬𝐡𝐨𝐩",
  "ⓔⓥⓘⓛ.ⓢⓗⓞⓟ",
  "e v i l . s h o p",
  "e v i l.s h o p",
  "e v i l dot s h o p",
  "see e v i l . c o m now",
  "evil d o t com",
  "evil%2Eshop",
  "evil&#46;shop",
  "пример.рф",
  "例子。中国",
  "उदाहरण.भारत",
  "مثال.إختبار",
  "bücher.example",
  "xn--bcher-kva.example",
  "xn--e1afmkfd",
  "evil.xn--p1ai",
  "http://127.0.0.1/",
  "https evil shop",
  "hxxp://evil",
  "w w w evil",
  "//evil/x",
  "203.0.113.7",
  "evil point com",
  "evil punto com",
  "evil点com",
  "bit.ly/x",
  "t.me/evil",
  "1st.pick",
];

const TITLES = [
  "St. Clair W. homes",
  "Mr. Lee's list",
  "2.5 baths",
  "Our top 3... maybe",
  "Our top 3… maybe",
  "Near the park",
  "Homes for Ana & Bo, $1.5k max.",
  "Dr. J. K. Rowling Ave.",
  "Approx. 10 min. to Union",
  "Move-in: Jan. 1st",
  "Apt. no. 4 (2 bdr.)",
  "A.M. or P.M. viewings",
  "U.S.A. / Canada",
  "e.g. lofts, i.e. big ones",
  "Yonge/Bloor, High Park, Annex",
  "Annex · Danforth • Junction",
  "What?! Really!",
  "1 br - 2 br - den",
  "Quiet & bright: our favourites (so far)",
  "两室一厅 近地铁",
  "집 목록",
  "شقق قريبة من المترو",
  "Дом у парка. Тихо.",
  "Polka-dotted list",
  "Anecdotes",
  "🏠 ours 🌳",
  "50% below market",
  "3.0 km. away",
  "Ideas for 2027",
  "I am a B c",
];

describe("a line of a few words", () => {
  it.each(LINKS)("contains a link: %s", (line) => expect(mayHoldLink(line)).toBe(true));
  it.each(TITLES)("contains no link: %s", (line) => expect(mayHoldLink(line)).toBe(false));

  it("contains a link wherever a name, any spelling of a dot and a domain ending meet", () => {
    const letters = fc.stringMatching(/^[a-zа-яé\u4e00-\u4eff]{2,12}$/u);
    const dots = fc.constantFrom(".", "。", "．", "｡", " dot ", "(dot)", " [dot] ", "[.]", " . ", " .", "·", " D O T ");
    const around = fc.constantFrom("", "Our homes ", "2.5 baths, ", "St. Clair: ");
    fc.assert(
      fc.property(
        around,
        letters,
        dots,
        letters,
        fc.constantFrom("", "/x", ", now", " x"),
        (before, a, dot, b, after) => {
          expect(mayHoldLink(before + a + dot + b + after)).toBe(true);
          const spaced = (word: string) => Array.from(word).join(" ");
          expect(mayHoldLink(`${before}${spaced(a)} ${dot} ${spaced(b)}${after}`.replaceAll(/ +/g, " "))).toBe(true);
        },
      ),
    );
  });

  it("contains no link where sentences are separated by spaces", () => {
    const word = fc
      .stringMatching(/^[A-Z]?[b-z]{2,9}$/u)
      .filter((text) => !/^(?:www|https?|hxxps?)$|dot|com|net|org|biz|xyz|point|pun|pont/i.test(text));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(word, fc.constantFrom(" ", ". ", ", ", " - ", "... ", " & ")), { minLength: 1 }),
        (words) => {
          expect(mayHoldLink(words.flat().join("").trim())).toBe(false);
        },
      ),
    );
  });
});
