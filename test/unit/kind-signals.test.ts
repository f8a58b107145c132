import { describe, expect, it } from "vitest";
import type { Bedrooms } from "../../worker/contracts/bedrooms.ts";
import { guessHomeType, kindSignals, type ListedHome, readEvidence } from "../../worker/contracts/kind-signals.ts";
import { HELD_BACK, hasRoomNote, isRoomFiledAsHome, hasWrongNote, type LabelledAd } from "../support/labelled-ads.ts";

const codesOf = (additionalInfo: string, listed: Partial<ListedHome> = {}) =>
  kindSignals({ bedrooms: "1 Bedroom", rent: "$1,900", additionalInfo, ...listed }).map(({ code }) => code);

describe("the text of an ad indicates", () => {
  it.each([
    "Room for rent near Finch station.",
    "ROOM 4 RENT all inclusive",
    "Private room on the second floor, lock on the door.",
    "Looking for a roommate, two of us live here already.",
    "Sharing kitchen and washroom with 2 girls.",
    "Female only, furnished room near the college",
    "One room in a 3-bedroom apartment.",
    "I am renting out the second bedroom of my condo.",
    "Shared house, 5 housemates, own key.",
    "Bedroom available in our student house.",
    "Chambre à louer près du métro.",
    "单间出租，近地铁",
    "Den for rent in a condo downtown, curtain for privacy",
    "One bedroom of my place, the other room is occupied by a student.",
    "Need a third person to take over the lease, 2 guys here",
    "Student housing near TMU, rent by the bedroom, individual leases.",
    "Live-in landlord. Bedroom comes with a desk, you're welcome to use the kitchen.",
    "Habitación disponible en apartamento de dos cuartos, compartes con una chica.",
    "노스욕 하우스. 화장실 같이 쓰시고 주방 사용 가능.",
    "Furnished second floor bedroom in a quiet family home.",
    "Take over my room in a four-bedroom house, flatmates remain.",
    "Toilet and shower on the landing for four lodgers.",
    "You get the small room, the rest of us split the bills.",
    "Bedroom A $1,150, rooms are individually let, shared lounge.",
    "You have a shelf in the fridge and cook in our kitchen.",
    "One furnished bedroom in a 2br condo.",
    "Il reste une chambre dans un logement partagé.",
    "Dividimos apartamento, queda un cuarto.",
    "两房公寓，其中一房出租，与房东同住。",
    "2베드 콘도 안방 렌트합니다.",
    "Breakfast included. You share the house with its owner.",
    "Seeking a fourth for our house. Your room is furnished.",
    "Three rooms in a five bedroom house, the other two rooms are occupied.",
    "Quarto para uma pessoa em casa partilhada.",
  ])("a room: %s", (text) => expect(codesOf(text)).toEqual(["reads_like_room"]));

  it.each([
    "Bed space for girls.",
    "Shared room with one other student, 2 persons per room.",
    "Room sharing for bachelors, mattress provided.",
    "Your half of a room with two beds.",
    "One bunk in a 4-bunk room, shared bathroom on the floor.",
    "一个房间两张床，空一张。",
    "Compartir cuarto con otro estudiante.",
    "One space vacant in the master room, food included.",
    "Shared twin room in a coliving house.",
    "Sharing room for a girl. One is staying, need another for same room.",
  ])("a bed: %s", (text) => expect(codesOf(text)).toEqual(["reads_like_shared_bed"]));

  it.each([
    "Legal basement, separate entrance.",
    "1 bdrm bsmt apt near the mall",
    "Walk-out basement unit with a patio.",
    "Entire lower level of a bungalow.",
    "Legal lower unit, entrance from the backyard.",
    "You have the bsmt, we are upstairs.",
    "Spacious 1 bedroom legal basement apartment\nOwners live on the main floor. Near 25 St Clair Ave E.",
    "Professionally finished basement suite, own laundry.",
    "1 bedroom lower level apt, newer kitchen, ensuite laundry.",
    "One bedroom suite under a bungalow.",
    "One bedroom apartment (lower level), private patio.",
    "1+1 basement, walk up to the yard.",
    "Bottom half of our backsplit, windows above the grass.",
    "One bedroom, fully below street level.",
    "Bas de bungalow à louer, une chambre.",
    "Porão com 1 quarto para alugar.",
    "Semi-cave com janelas para o quintal.",
    "Nice suite on the lower lvl of a backsplit.",
    "House for rent, 1 bedroom (basement), separate entry.",
    "One bedroom suite underneath our family home.",
    "One bedroom flat, half a flight below the garden.",
    "Eight steps down from the side door: kitchen, bath and bedroom.",
    "We converted our basement into a legal one bedroom.",
  ])("a basement: %s", (text) => expect(codesOf(text)).toEqual(["reads_like_basement"]));

  it.each([
    "Couple looking for a one bedroom apartment near High Park. Our budget is 1,700.",
    "ISO 1 bedroom for me and my daughter",
    "I need a place to rent asap in Scarborough",
    "Retired couple hoping for a one bedroom apartment near the park.",
    "Any landlord out there with a small suite for a nurse? I could stretch to $1,600.",
    "Two teachers want a sunny one bedroom flat near the park.",
    "Enfermeira procura estúdio perto do metro.",
    "Looking to rent: 1 bed apartment.",
    "Cellist, 40. Would love a small one bedroom.",
  ])("a search: %s", (text) => expect(codesOf(text)).toEqual(["reads_like_wanted_ad"]));

  it.each([
    ["Parking spot available underground, monthly", "$180"],
    ["Storage unit for rent, dry and heated. No living or sleeping in it.", "$250"],
    ["Covered parking at 25 Telegram Mews, P3, month to month", "$150"],
    ["Private office available, suits a therapist.", "$550"],
    ["Storage locker for rent in a condo at Bay and Bloor.", "$90"],
    ["Garage for a car, Leslieville, dry and lit.", "$250"],
    ["Professional office in a medical building, reception and waiting area.", "$900"],
    ["Restaurant space, fully equipped, triple net lease.", "$2,500"],
    ["Boat and trailer storage in a fenced lot.", "$200"],
    ["Two chairs left in a barber shop on St Clair.", "$1,300"],
    ["Desk in a coworking loft, printing and coffee.", "$700"],
    ["Space for rent in a tattoo shop.", "$1,000"],
    ["Room in a wellness centre, heated massage table.", "$750"],
    ["Hall for choirs by the hour or month, capacity 60.", "$1,400"],
  ])("no home: %s", (text, rent) => expect(codesOf(text, { rent })).toEqual(["not_a_home"]));

  it.each([
    "SUBLET MAY 1 - AUG 31. Furnished 1 bedroom condo.",
    "Furnished 1 bed condo available Feb 1 until April 30.",
    "Sous-location de janvier à avril, appartement d'une chambre.",
    "Our one bedroom while we are in Lisbon.",
    "Furnished one bedroom, one week to four months.",
    "Available between Mar 1 and May 31 only: 1 bedroom condo.",
    "Our one bedroom flat for six weeks.",
    "I'm away July 2 to 30 and rent my furnished one bedroom meanwhile.",
    "1 bedroom sublet, furnished, not extendable.",
    "Our one bedroom cottage-style home, August only.",
    "1 bedroom for the summer. I need it back in fall.",
  ])("a short stay: %s", (text) => expect(codesOf(text)).toEqual(["reads_like_short_term"]));

  it.each([
    "1 bed condo FOR SALE $539,000.",
    "Condo assignment: 1 bedroom, selling below purchase price.",
    "1 bedroom condo, rent credit, then buy at today's price.",
    "One bedroom condo listed at 459K, vacant.",
  ])("a sale: %s", (text) => expect(codesOf(text)).toEqual(["for_sale"]));

  it.each([
    ["Rent is 3200 plus utilities. The price box shows the deposit.", "$500"],
    ["Price is per person, total for the unit 2200", "$1,100"],
    ["$1,225 each = 2,450 for the apartment", "1,225"],
    ["First month half price, regular rent of $2,349 after that.", "$1,175"],
    ["Three months at this price, afterwards the monthly rent is $2,750.", "$2,200"],
  ])("a higher rent than the field states: %s", (text, rent) =>
    expect(codesOf(text, { rent, bedrooms: "2 Bedrooms" })).toEqual(["other_rent_in_text"]),
  );

  it.each([
    "Not a room, not a basement: the whole apartment is yours. No roommates.",
    "Apartment with a large kitchen, no living room.",
    "1 bedroom basement? NO, second floor!",
    "Bright 1 bedroom for rent, shared laundry in the basement.",
    "No sharing with landlord or anybody. The kitchen is not shared.",
    "Living room for a sectional, party room, bike room and storage locker included.",
    "Finished basement with rec room is included for the tenant.",
    "Basement has a separate tenant with their own entrance.",
    "Looking for a quiet tenant for our one bedroom apartment.",
    "Was $2,700, reduced to $1,900. Parking available for $150.",
    "Two bedrooms from $2,545, one bedrooms from $1,900.",
    "Landlord's office is on the ground floor.",
    "1 bed plus den for rent, covered parking month to month is extra.",
    "Roommates ok as long as both are on the lease; good for two friends to share.",
    "Utilities are shared 60/40 with the upper unit.",
    "1 bedroom apartment in our building. Large bedroom with a closet. Yard to share with one neighbour.",
    "One bedroom and den condo for rent near Islington station.",
    "We need a credit report from all applicants. Tenants need insurance for the apartment ($2,000,000 liability).",
    "1 bedroom, lease to begin April 1 2026. Visitors' parking is $10 per night, the fridge is only 6 months old.",
    "1 bedroom upper level of a house. Lower unit tenants are quiet.",
    "Apartamento de um quarto, segundo andar. Cave não incluída.",
    "整租,一房一厅,主卧带卫生间,地下室有洗衣机。",
    "一房一厅整租，地库有车位。",
    "Not a studio: the 1 bedroom has a door.",
    "1 bedroom in a studio building.",
    "I want to rent my 1 bedroom apartment from February.",
    "One bedroom apartment in our family owned building.",
    "1 bedroom apartment for students, September to August, then monthly. Furnished.",
    "Previously a short-term rental: 1 bedroom for a year.",
    "Bed frame for sale if you like it. The house was for sale last year.",
    "1 bedroom. Parking extra $150, locker $50. Total with both $2,100.",
    "First floor. My sister lives in the basement.",
    "Basement and first floor are offices, the apartment is above.",
    "Downstairs is the basement flat of a cellist.",
    "Dry basement for your bikes.",
    "1 bedroom, top floor. Storage cage below ground.",
    "Departamento de una recámara. Estacionamiento en el sótano.",
    "Appartement. Salle de lavage au sous-sol, les colocataires sont acceptés.",
    "콘도 전체 렌트(룸렌트 X).",
    "Apartment one bed room for rent in a quiet building.",
    "One bedroom apartment. We use the other room as an office.",
    "Rooms are large with parquet floors.",
    "1 bedroom garden suite, a laneway house, all above grade.",
    "1 bedroom. The basement is used by the owner as a workshop.",
    "Bachelor? No, a real one bedroom.",
    "1 bedroom, the low basement is for storage, not for living.",
    "1 bedroom. Similar condos sell at 700k.",
    "We do not accept requests for weekly or nightly stays.",
    "Appartement complet d'une chambre, aucun colocataire.",
    "Appartement d'une chambre. Sous-sol réservé au propriétaire.",
    "Apartamento de una recámara. Los vecinos del sótano son tranquilos.",
    "一房一厅整层出租，地下室另有租客。短租勿扰。",
    "1베드룸 렌트합니다.",
  ])("nothing but a whole home: %s", (text) => expect(codesOf(text)).toEqual([]));
});

describe("the size in the text of an ad", () => {
  const sizeOf = (additionalInfo: string, bedrooms: Bedrooms) => readEvidence({ bedrooms, additionalInfo }).size;

  it.each([
    ["2 bedroom on the second floor", "2 Bedrooms"],
    ["Condo 1베드룸", "1 Bedroom"],
    ["Apartamento de 1 cuarto", "1 Bedroom"],
    ["2 bedroom condo\nTwo bedrooms & 1 bath, den for an office.", "2 Bedrooms"],
    ["2 bedroom condo\nBalcony, 1 + 1 baths.", "2 Bedrooms"],
  ] as const)("matches the field: %s", (text, bedrooms) => expect(sizeOf(text, bedrooms)).toBe("agrees"));

  it.each([
    ["2 bedroom condo\nLuxury 1 + 1, the den can be used as a bedroom.", "2 Bedrooms"],
    ["2 bed 2 bath (1+den)\nOne bedroom plus large den.", "2 Bedrooms"],
  ] as const)("differs from the field: %s", (text, bedrooms) => expect(sizeOf(text, bedrooms)).toBe("differs"));

  it("is not inferred from two bedrooms on one of the floors", () =>
    expect(sizeOf("Two bedrooms on the second floor", "4+ Bedrooms")).toBeNull());
});

describe("a listing whose text states its type", () => {
  it("has no note when its type matches its text", () => {
    const room = "Room for rent, share kitchen with two others.";
    expect(codesOf(room, { bedrooms: "Private Room", homeType: "room" })).toEqual([]);
    expect(codesOf("Legal basement apartment.", { homeType: "basement" })).toEqual([]);
    expect(codesOf("Room in the basement of our house.", { bedrooms: "Private Room", homeType: "room" })).toEqual([]);
    expect(codesOf("Bed space for girls.", { bedrooms: "Private Room", homeType: "shared_bed" })).toEqual([]);
  });

  it("has a note for a bed that is listed as a room", () => {
    expect(codesOf("Bed space for girls.", { bedrooms: "Private Room", homeType: "room" })).toEqual([
      "reads_like_shared_bed",
    ]);
  });

  it("is also recognized in its other fields", () => {
    const plain = "Bright and quiet, near the park.";
    expect(codesOf(plain, { unit: "Basement apt" })).toEqual(["reads_like_basement"]);
    expect(codesOf(plain, { rent: "$900, private room for rent" })).toEqual(["reads_like_room"]);
    expect(codesOf(plain, { address: "12 Elm St", unit: "4B" })).toEqual([]);
  });

  it("is quoted verbatim", () => {
    const [signal] = kindSignals({ bedrooms: "Studio", additionalInfo: "Nice place. ROOM for   Rent downtown" });
    expect(signal).toEqual({ code: "reads_like_room", quotes: ["ROOM for Rent downtown"] });
  });

  it("has its type guessed from its text for the moderator", () => {
    const guess = (additionalInfo: string, bedrooms: Bedrooms = "1 Bedroom") =>
      guessHomeType({ bedrooms, additionalInfo });
    expect(guess("Legal basement apartment.")).toBe("basement");
    expect(guess("Condo with a gym.")).toBe("condo");
    expect(guess("Whole house with a yard.")).toBe("house");
    expect(guess("Room for rent in a condo.")).toBe("room");
    expect(guess("Bed space in a condo.", "Private Room")).toBe("shared_bed");
    expect(guess("Bright and quiet.")).toBeNull();
  });
});

describe("of 400 labelled ads, in the third that was not used to develop the rules,", () => {
  const share = (some: readonly LabelledAd[], is: (ad: LabelledAd) => boolean) => some.filter(is).length / some.length;

  it("at least nine of ten rooms listed as whole homes get a note, and at most one in twenty whole homes does", () => {
    const wholes = HELD_BACK.filter(({ truth }) => truth.kind === "whole");
    expect(share(HELD_BACK.filter(isRoomFiledAsHome), hasRoomNote)).toBeGreaterThanOrEqual(0.9);
    expect(share(wholes, hasWrongNote)).toBeLessThanOrEqual(0.05);
  });
});
