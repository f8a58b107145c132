import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { containsPhone } from "../../worker/contracts/phones.ts";
import { listingSlug, listingTitle } from "../../worker/contracts/listing-names.ts";
import { addressKey, unitKey } from "../../worker/features/listings/listing/comparison-keys.ts";
import { splitAddress } from "../../worker/address/split-address.ts";
import { fullSize } from "../support/full-size.ts";

/** Words after a street that are not a place, in any language and spelling. */
const BEHIND = [
  ..."PH 6|PH6|Ph-6|LPH 12|UPH-4|SPH1|GPH 101|BPH 2|Penthouse|Penthouse 3|Sub-Penthouse 2|Lower Penthouse 3".split("|"),
  ..."TH 6|TH12|TH-12|T.H. 4|Townhouse 8|Town House 12|Townhome 8|Twr 2 Suite 801|Tower A #801|West Tower 1204".split(
    "|",
  ),
  ..."Bldg 3 Apt 8|Building C, Unit 12|Block B 204|Twr B Unit 1204|East Building 512".split("|"),
  ..."Apt. 1204-B|Apt-1204|apt twelve|Apartment 12|apts 5 & 6|APT1204|Unit#5|Unit: 5|Unit No. 5|No. 5|number 5|Unit Twelve-A".split(
    "|",
  ),
  ..."Suite#1204|Ste. 5|Flat 3|Room 14|Rm 2|Studio 4|Condo 1204|Loft 3|Door 2|U-1204|#1204|# 1204|#PH3|unit five".split(
    "|",
  ),
  ..."1204|- 1204|/ 1204|(1204)|[1204]|{1204}|<1204>|• 1204|; 1204|: 1204|*1204|~ 1204|= 1204|+1204|_1204|– 1204|“1204”".split(
    "|",
  ),
  ..."12A|12-A|A12|N1204|1204-1|B|, A|twelve|twelve oh four|second apartment|3rd apt|first door on the left".split("|"),
  ..."12th Floor|floor 3|Fl 3|level 5|13/F|5e étage|3º andar|PISO 3|3. Stock".split("|"),
  ..."PO Box 417|P.O. Box 93|POB 12|Box 12|casilla 12|Postfach 7".split("|"),
  ..."buzzer 221|buzz 12|Buzz code *1204|intercom 0412|entry code 1234#|lockbox #3391|key in lockbox 3391|gate code 77".split(
    "|",
  ),
  ..."parking spot 42|P2 spot 44|locker B-12|stall 9".split("|"),
  ..."ask for Robin|c/o Robin Smith|attn: Robin|call Robin|Robin Smith's place|tenant: Robin|see Robin in 5".split("|"),
  ..."appartement 5|app. 5|bureau 5|logement 12|porte 3|unité 4|apartamento 5-B|depto. 12|piso 3 puerta B|Apto 31".split(
    "|",
  ),
  ..."bloco B ap 12|apto. 12 fundos|Einheit 5|Wohnung 7|Whg. 7|Zimmer 12|Hinterhaus 2|mieszkanie 4|кв. 12|квартира 12".split(
    "|",
  ),
  ..."1204室|12楼1204室|5号单元|五号公寓|1204호|101동 1204호|３号室|αρ. 5|شقة 12|דירה 4|फ्लैट 5".split("|"),
  ..."quiet street|very nice place|new building|huge garden|shared drive|open house|near the park|facing the lake|lake view".split(
    "|",
  ),
  ..."2 min to subway|5 min walk to Finch Station|2 bedroom|for rent $2300|www.example.com|steps to Bay St".split("|"),
];
/** Words that can precede a house number. */
const BEFORE = [
  ..."Unit 5, |Unit Five, |Apt Twelve - |Suite B |Suite#1204, |Ste. 5, |Flat 3, |Flat B, |Room 2, |PH2 - |PH 2, |PH2 |Ph-12 ".split(
    "|",
  ),
  ..."TH 6 - |TH 5-|TH5-|#5-|# 5 - |#5 |5, |(5) |[5] |5: |5. |B, |1204/|1204 / |1204-|1204–|1204—|1204 |1204 @ |1204 at ".split(
    "|",
  ),
  ..."Apt 5 at |4b-|PH4/|Buzzer 221 |Buzz 12, |P.O. Box 93, |Box 12 |c/o Robin, |1204室 |五号, |Einheit 5, |Tower 2, 1204, ".split(
    "|",
  ),
];
const STREETS =
  "27 Elm St|27 Carlton Street East|300 Front Street W|27 Queens Quay W|27 The Esplanade|4510 Highway 7|12 10th Line|25 St. George St|27 County Road 25|27 Avenue Rd|27 Fort York Way|85-95 Elm St|12A Elm Ave|85 1/2 Elm St".split(
    "|",
  );
const TAILS = ["", ", Toronto", ", Toronto, ON M5V 2H1", ", Yorkville, Toronto"];

/** Returns whole numbers with their attached letters. */
const numbersIn = (text: string): string[] => text.match(/[\p{L}\d]*\p{Nd}[\p{L}\d]*/gu) ?? [];

describe("an address with more than a house, a street and places", () => {
  it.each(BEHIND)("%s after the street is not public, but is kept", (words) => {
    for (const street of STREETS)
      for (const tail of TAILS) {
        const typed = `${street}${/^[,;:]/.test(words) ? "" : " "}${words}${tail}`;
        const { address, unit, rest } = splitAddress(typed);
        expect(address, typed).toBe(`${street}${tail}`);
        const kept = numbersIn(`${unit} ${rest}`);
        expect(
          numbersIn(words).every((number) => kept.includes(number)),
          `${typed}: ${unit} / ${rest}`,
        ).toBe(true);
      }
  });

  it.each(BEFORE)("%s before the number is not public, but is kept", (words) => {
    for (const street of STREETS.filter((name) => !name.startsWith("85")))
      for (const tail of TAILS) {
        const { address, unit, rest } = splitAddress(`${words}${street}${tail}`);
        expect(address, words + street + tail).toBe(`${street}${tail}`);
        const kept = numbersIn(`${unit} ${rest}`);
        expect(
          numbersIn(words).every((number) => kept.includes(number)),
          `${unit} / ${rest}`,
        ).toBe(true);
      }
  });

  it.each([
    ["27 Elm St Apt 5B, Toronto", "5B", null],
    ["27 Elm St PH 6", "PH 6", null],
    ["27 Elm St Twr B Unit 1204", "1204", "Twr B"],
    ["Units 5 & 6, 27 Elm St", "5, 6", null],
    ["27 Elm St Einheit 5", "Einheit 5", null],
    ["27 Elm St, buzzer 221, unit 9", "9", "buzzer 221"],
    ["27 Elm St ask for Robin", null, "ask for Robin"],
    ["27 Elm St key in lockbox 3391", null, "key in lockbox 3391"],
    ["27 Elm St apartment", null, null],
  ])("%s has the unit %s and the rest %s", (typed, unit, rest) =>
    expect(splitAddress(typed)).toMatchObject({ unit, rest }),
  );

  it("names the same house before and after the split, and a second split changes nothing", { tags: ["rest"] }, () => {
    const some = fc.record({
      before: fc.constantFrom("", ...BEFORE),
      street: fc.constantFrom(...STREETS.filter((name) => !name.startsWith("85"))),
      behind: fc.constantFrom("", ...BEHIND),
      tail: fc.constantFrom(...TAILS),
    });
    fc.assert(
      fc.property(some, ({ before, street, behind, tail }) => {
        const typed = `${before}${street} ${behind}${tail}`;
        const { address } = splitAddress(typed);
        expect(addressKey(address), typed).toBe(addressKey(street));
        expect(unitKey({ unit: null, address }), typed).toBeNull();
        expect(splitAddress(address), typed).toEqual({ address, unit: null, rest: null });
      }),
      { numRuns: fullSize(3_000, 400) },
    );
  });
});

describe("an address of a house, a street and places", () => {
  it.each([
    ["125 Blue Jays 2801", "125 Blue Jays"],
    ["19 Grand Trunk 3105 Toronto", "19 Grand Trunk, Toronto"],
    ["15 Lower Sherbourne 1204, Toronto", "15 Lower Sherbourne, Toronto"],
    ["27 Elm St in Leslieville", "27 Elm St, Leslieville"],
    ["27 Elm St located in the Annex", "27 Elm St, the Annex"],
    ["Liberty Village M6K–3P6", "Liberty Village, M6K 3P6"],
  ])("%s becomes %s", (typed, address) => expect(splitAddress(typed).address).toBe(address));

  it.each(
    (
      "4510 Highway 7, Vaughan|4510 Hwy 7 E, Vaughan|12 10th Line, Milton|12 Tenth Line W, Mississauga|25 St. George St, Toronto|" +
      "100 Avenue Rd|100 Avenue Road, Toronto|27 The Esplanade|200 Queens Quay W, Toronto|6400 Concession 4, Uxbridge|" +
      "6400 Concession Rd 4, Uxbridge|1234 County Road 25, Halton Hills|2200 Lake Shore Blvd W, Etobicoke|180 Main St, Unionville|" +
      "180 Unionville Main St, Markham|85 1/2 Elm St|85½ Elm St, Toronto|12A Elm St|12-A Elm St|85-95 Elm St|5-35 Elm St|" +
      "27 Elm St at Bay St|27 Elm St & Bay St|27 Elm St (at Bay), Toronto|27 Elm St near Yonge|27 Elm St/Bay St|27 Elm St near The Queensway|" +
      "27 Elm St, The Met Condos, Toronto|27 Elm St, Maple Leaf Towers|27 Elm St - The Waterford Lofts, Toronto|" +
      "27 Elm St, Yorkville|27 Elm St Yorkville Toronto|27 Elm St, The Annex, Toronto, ON|27 Elm St, M5V|27 Elm St North York|" +
      "27 Elm St Toronto ON M5V-2H1 Canada|27 King St East York|27 Elm St, St. Lawrence Market|27 Elm St, North St. James Town|" +
      "27 Elm St, 2nd floor|27 Elm St main floor|27 Elm St, Basement, Toronto|Basement, 27 Elm St|Upper 27 Elm St|" +
      "27 Louis St Laurent Ave, Milton|27 Queen's Park Cres E|27 O'Connor Dr|27 De-Savery Crescent|27 Kings Court Rd|27 Danforth|" +
      "27 Yonge St, Downtown Toronto|27 Elm St, West End|27 Elm St, Toronto (Etobicoke)|27 Elm St, Scarborough/Toronto|" +
      "4 & 8 Rannock Street • 880 Pharmacy Avenue, Scarborough, ON|14, 16 & 20 Carluke Crescent|12 Twenty-Fifth St|12 5th St|" +
      "7 The West Mall|8 The Donway E|9 Bedroom Ave|12 Main St, Smallville, ON|12 King St, W, Toronto|1 St. Clair Avenue West|" +
      "12 One Valley Dr|28 Phin Ave|12 Unity Rd|8 Phoebe St|10 Suitor Rd|12 Penthouse Rd|12 Flat Rd|12 Front St E|12 Tower Dr|" +
      "5 Box Grove Rd|12 Lower Jarvis St|3 A St|27 Ste. Anne Rd|3 Field Sparroway|170 Vanauley Walk|120 Via Bagnato"
    ).split("|"),
  )("is unchanged: %s", (typed) => expect(splitAddress(typed)).toEqual({ address: typed, unit: null, rest: null }));

  it.each([
    "Lansdowne / Bloor",
    "corner of Yonge and Lawrence",
    "Marlee Ave, M6B 3H4",
    "Dundas St W & 427, Toronto",
    "Sunnyglade and Foxtrot, Toronto",
    "near Sunnyglade & Foxtrot",
    "Flat Rd & Box Grove Rd",
    "Yonge & Unit Rd",
  ])("is unchanged when it is a corner or a street: %s", (typed) => expect(splitAddress(typed).address).toBe(typed));

  it.each([
    ["Lansdowne / Bloor unit 1204", "Lansdowne / Bloor", "1204"],
    ["Sunnyglade & Foxtrot apt 5, Toronto", "Sunnyglade & Foxtrot, Toronto", "5"],
    ["Sunnyglade & Foxtrot PH 6", "Sunnyglade & Foxtrot", "PH 6"],
    ["Sunnyglade & Foxtrot 1204", "Sunnyglade & Foxtrot", "1204"],
  ])("is unchanged when it is a corner, except for its unit: %s", (typed, address, unit) =>
    expect(splitAddress(typed)).toEqual({ address, unit, rest: null }),
  );

  it("loses the buzzer number of a corner", () => {
    const split = { address: "Sunnyglade and Foxtrot", unit: "PH 6", rest: "buzzer 221" };
    expect(splitAddress("Sunnyglade and Foxtrot PH 6, buzzer 221")).toEqual(split);
  });
});

describe("a phone number in an address", () => {
  it.each([
    "27 Elm St 4165550116, Toronto",
    "27 Elm St +1 416 555 0184",
    "27 Elm St text 416.555.0125",
    "(416) 555-0116, 27 Elm St",
    "27 Elm St 1-416-555-0116 ext 5",
    "27 Elm St four one six five five five 0116",
    "27 Elm St quatre un six 555 0116",
    "27 Elm St 四一六五五五〇一一六",
    "27 Elm St 4 1 6 5 5 5 0 1 1 6",
    "27 Elm St 416*555*0116",
    "27 Elm St +44 20 7946 0958",
    "27 Elm St +49 30 1234567",
    "27 Elm St 011 49 30 1234567",
    "27 Elm St 0049-30-1234567",
    "27 Elm St 555-0116",
    "27 Elm St, call 5550116",
  ])("is detected: %s", (typed) => expect(containsPhone(typed)).toBe(true));

  it.each([
    "101-4750 Yonge St",
    "508-1900 Lake Shore Blvd W, Etobicoke",
    "14, 16 & 20 Carluke Crescent",
    "27 Elm St, 1204, Toronto, ON M5V 2H1",
    "300-4750 Yonge St, Unit 1204, M2N 0J6",
    "12 One Valley Dr",
    "27 Elm St 1204 buzz 1204",
  ])("is not detected: %s", (typed) => expect(containsPhone(typed)).toBe(false));
});

describe("a street typed in one case", () => {
  it.each([
    ["123 GRACIOUS STREET EAST, TORONTO", "123 Gracious Street East"],
    ["12 10TH LINE W", "12 10th Line W"],
    ["27 mccaul st", "27 McCaul St"],
    ["27 O'CONNOR DR", "27 O'Connor Dr"],
    ["5 MACDONELL AVE", "5 MacDonell Ave"],
    ["5 MAJOR MACKENZIE DR W", "5 Major Mackenzie Dr W"],
    ["1 ST. GEORGE ST", "1 St. George St"],
    ["12A ELM ST NE", "12A Elm St NE"],
    ["27 elm st toronto on m5v 2h1", "27 Elm St Toronto ON M5V 2H1"],
    ["2 THE ESPLANADE", "2 The Esplanade"],
    ["QUEEN & SPADINA", "Queen & Spadina"],
    ["5 de Savery Cres", "5 de Savery Cres"],
  ])("%s has the title %s", (typed, street) => expect(listingTitle("Studio", typed)).toBe(`Studio - ${street}`));

  it("keeps the whole number and the fraction as separate words in a slug", () =>
    expect(listingSlug("Studio", "44½ Elm St")).toBe("studio-44-1-2-elm-st"));
});
