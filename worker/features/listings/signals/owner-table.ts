import type { TextRule } from "../../../contracts/phrase-rules.ts";

// Phrases about a kitchen or bathroom that is shared with the resident owner (phrase-matcher.ts), used only if the
// listing offers a room.

const OWNER = `
    owner owners homeowner homeowners home_owner home_owners landlord landlords landlady landladies host hosts owner's
    owners' landlord's landlady's homeowner's host's lady_of_the_house`;
const KIN = `
    wife husband hubby partner spouse girlfriend boyfriend gf bf mother mom mum father dad parents son sons daughter
    daughters kid kids children teenager sister brother brothers family grandma grandmother grandson twins baby toddler
    nonna aunty auntie uncle in_laws cousin mother's son's daughter's`;
const KITCHEN = `
    kitchen kitchens kitchenette kitchn kichen kit stove stoves oven fridge cupboard cupboards microwave cooking cooks
    cook cooking_area cooking_range pantry`;
const BATH = `
    bath baths bathroom bathrooms bathrm bthrm washroom washrooms wash_room wash_rooms washrm washrms washrn wash_rm
    bath_rm bath_rms toilet toilets shower showers wc tub bathtub powder_room`;

export const OWNER_LISTS = {
  owner: OWNER,
  kin: KIN,
  kitchen: KITCHEN,
  room: `${KITCHEN}|${BATH}`,
  home: "home|house|condo|townhouse|bungalow|semi|loft|duplex|victorian|household|place",
  part: `
    common_area common_areas common_space living_room living_area meal meals dinner dinners supper breakfast table
    everything facilities kettle`,
  shared: `
    share shares shared sharing common joint jointly together same both between among alternate alternating turns split
    splitting overlap use uses used using access privileges all_of_us of_us everybody everyone everyone's ours our mine
    my as_us as_me as_them as_her as_him along_with alongside welcome`,
  ours: "our|my|owner|owner's|owners|owners'|landlord's|landlady's|host's|family's|family|her|his",
  few: "two|three|four|five|other|another|one_other|1_other|one|several|some",
  floor: `
    upstairs downstairs above below next_door on_top in_the_basement main_floor the_main_floor second_floor top_floor
    upper_floor`,
  // Words for a kitchen or bathroom in French, Spanish and Portuguese.
  lugar: "cuisine|salle_de_bain|salle_de_bains|toilette|toilettes|cozinha|banheiro|casa_de_banho|cocina|bano|banos",
  // Words for people other than the owner.
  tenant: `
    tenant tenants student students roommate roommates housemate housemates flatmate flatmates renter renters girl girls
    guy guys boys occupant occupants people ppl persons person others professionals workers residents`,
} as const;

/** Phrases that say that the owner or the owner's family lives in the home. */
const AT_HOME = [
  "@owner ..4 live|lives|living|resides|stays|occupies|here|premises|on_site|in",
  "live_in|livein|resident|residing|retired|quiet|friendly|elderly @owner",
  "@owner occupied|family|couple|house|home",
  "i'm|im|we're|we|as|me|us ,|(|the|also? ,|(|the|a|an|both? @owner",
  "i|we am|are ..2 @owner",
  "@owner is|are me|us",
  "( the? @owner|me|us|dueños|propriétaire",
  "i|we|who|parents|dad|mom also|both|just? own|owns|bought",
  "owns|own this|the|it|my|our",
  "my|our|his|her|their ..2 @home",
  "@home|unit|apartment is|are mine|ours",
  "my|our own? @room",
  "my|our ..1 @kin",
  "me|us and|&|, my|our? @kin",
  "with|wit|w|by|and|as|&|n|of my|our|the|his|her|their|one_of_my|one_of_the? ..1 @kin|@owner",
  "family home|house|lives|living|of|table",
  "we|we're are|r? ..2 family|couple|dads|architects",
  "family of #3-6|three|four|five|six",
  "our|friendly|small|owner|italian family",
  "host family|mother|mom|parents",
  "homestay|lodger|lodgers|boarder|boarders|mortgage|widow|widower|retiree|grandma|nonna|paying_guest|room_and_board",
  "spare|guest|box room|bedroom",
  "couple|family|lady|senior|teacher|nurse ..5 rents|rent|offers|offering|seeks|has|have|lives",
  "common ..2 to|for|between us|both|all",
  "family's|household's|owner's|landlord's|landlady's @room|table|bedroom|son|daughter",
  "retired teacher|nurse|couple|lady|man",
  "i|we live|stay|sleep|occupy|work ..3 here|too|there|alone|upstairs|downstairs|in|on|with|nights",
  "i've|we've|have lived here",
  "live|living with|by us|me|myself|herself",
  "live|living alone",
  "rent|rents|renting|offer|offers|letting out? a|an|one|the|my|our|1 ..3 room|bedroom",
  "next|other|second|main bedroom|room is ours|mine",
  "old|nice man|lady haha|here",
  "landlady",
];

/** Phrases that say that the advertiser lives in the home. Tenants who look for a roommate also use these phrases. */
const LIVED_IN = [
  "i|we|she|he ..1 live|lives|living|cook|cooks|eat|share|split|keep|occupy|paint|wfh|game|travel|use|uses|sleep|stay",
  "with|w|and|n|between|as|for|by|among|of me|us|her|him|myself",
  "my|our ..1 cat|cats|dog|dogs|labs",
  "plus me",
  "find|see|meet|hear|join|into me|us",
  "other|next bedroom|bed_room|room is? mine|ours|my",
];
const ROOMMATES = [
  "roommate|roommates|housemate|housemates|flatmate|flatmates|room_mate|room_mates",
  "my apartment|apt",
];

/** Phrases in which the advertiser claims to be the owner. */
const I_OWN = [
  "i'm|im|i_am|me|as|we're|we_are|we|is ,|the|an|a|also? ..1 owner|owners|homeowner|homeowners|landlord|landlady|landlords",
  "@owner is|are me|us",
  "i|we also|both|just? own|bought",
  "live_in|resident @owner",
];

/** Phrases about a shared kitchen, bathroom or table. */
const SHARED_ROOM = [
  "@shared ,,8 @room|@part",
  "@room|@part ,,9 @shared",
  "@room|@part ..4 with|for|by|w me|us|myself|everybody",
  "everything|areas|space|spaces ,,4 common|shared",
  "one|1|single|only ..1 @room ..4 for|among|plus|between|humans|people|persons|adults|household|we",
  "around|have|only|the one|1 ..1 @room",
  "one|1 @room",
  "@kitchen time|from|till|until|after|before",
  "eat|meals|dinner|breakfast ,,4 with_us|with_me|family|our|kitchen",
  "run of the @kitchen",
];

/** Phrases about sharing that tenants of the same home also use. */
const OF_US = [
  "@room ..4 for|between|to|by|among all|both|the_two|the_three|two|three|four|us of? us?",
  "@room ..2 is? for everybody|everyone",
  "one|1 @room for all|everybody|everyone|us",
  "@room ..4 between|with|to us|me",
  "everything ..3 is|are? shared|common|in_common",
];

/** Phrases about the owner's own kitchen or bathroom. */
const OURS = [
  "use|uses|using|share|shares|cook|cooking|welcome|kitchen ,,5 ours|mine",
  "use|uses|using|share|shares|cook|cooking|welcome|in|of|into ,,3 @ours own? @room",
  "same|one|only ..1 @room ..1 we|i|as|that ..6 use|uses|cook|cooks|share|have|us|me|wife|family",
  "one|only @kitchen ,,14 we|i|owners|owner ,,3 use|cook|share",
  "@kitchen my|the wife|family|kids and|& i|me",
  "@room ..3 same ..1 as us|me|my|the_owner|the_family",
  "our|my @room is? open|free|available|yours|shared|at",
  "@room is|are the? family's|owner's|owners'|landlord's",
  "@room is? for us|me",
  "@owner ,,4 cooks",
  "@kin ..3 cooking|cooks ..2 too|there|also",
  "owner's|family's|host|lady table|kitchen",
];

/** Phrases about sharing that name the owner. */
const WITH_OWNER = [
  "share|shared|sharing|common|joint|use|same ..5 @room ..4 with|wit|w|as ..3 @owner",
  "@room|common_areas ,,6 share|shared|sharing|common|joint ..4 with|wit|w|between ..3 @owner",
  "@room ..3 shared|used by the? @owner",
  "same @kitchen we|i use",
  "@owner ..5 share|shares|uses|sharing ..2 @room",
];

/** Phrases that say that only the tenant uses the kitchen. */
const APART = [
  "own|private|separate|second ,|and|& ..1 kitchen|kitchenette",
  "own|private|separate|second|their|her|his ..2 kitchen|kitchenette",
  "kitchen of theirs|their_own",
  "not|never|nothing|no|nobody|without|don't|won't ..2 share|shared|sharing",
  "entire|whole unit|apartment|main_floor|upper|house|condo|place|townhouse",
  "self contained",
  "we|they|owner|owners|landlord|family have|has our|their|his|her own",
];

/** Phrases that say that the owner lives elsewhere. */
const ALL_TENANTS = [
  "all|are|am|also|we're|i'm|previous|other|current the|all|a|both? tenants|tenant|renters|renter",
  "tenants only",
  "co_living|coliving|rooming_house|rented_house|sublet|subletting|sublease|taking_over|take_over|multi_tenant|student_rental|student_house",
  "nobody|no|without|none ..2 @owner",
  "my|our landlord|roommate|roommates",
  "@owner ,|(|who|is|are|does|has|family? ..2 not|never|doesn't|don't|doesnt|dont|isn't|elsewhere|moved|away|off_site|next_door|hardly",
  "@owner ..1 lives|live|is|based in scarborough|markham|vaughan|guelph|barrie|another|china|the_main|main|the_upper|upper",
  "@owner ..1 visit|visits|comes|collects ..1 once|every|weekly|on",
  "@owner used_to",
];

/** Phrases that say that the other residents are also tenants. */
const TENANTS = [
  ...ALL_TENANTS,
  "@owner ..2 on main|the_main|upper|the_upper",
  "with|w|by|between|among the? #2-9|@few other|quiet|nice|female|male|young|working|clean|more? @tenant",
  "by|among #3-9|three|four|five",
  "renters",
  "@tenant moving|moved|leaving|left",
  "name on the? lease",
  "house|building of #4-20 rooms",
  "1|one|other ..1 renter|housemate|more_housemate",
];

/** Phrases that say that the owner lives on another floor and has a kitchen there. */
const ANOTHER_FLOOR = [
  "@owner|we|i|family ..3 live|lives|living|stay|stays|occupy|is|are ..1 @floor",
  "@owner|family upstairs|downstairs|above|below",
];

/** Phrases that say without doubt that the owner lives in the same rooms. */
const LIVES_IN = [
  "live_in|resident @owner",
  "@owner lives|living|live ..1 in|here|too|also",
  "@owner occupied home|house|condo|townhouse",
  "i|we|dad own ..4 live|sleep|have|use|studio|paint",
  "i|we own ..6 staying|room",
  "own|bought this|it|the|my|our ..4 @home|condo|place",
  "i ..1 own the|it|this|a",
  "me|i'm|im|i_am|we_are|(|we the ..1 @owner",
  "as|, owner|landlord i|we",
  "i|we|i've|we've ..1 lived here",
  "my|our ..1 @home|corner_unit",
  "host family|mother",
  "homestay",
  "wife and i|me",
  "my wife|husband|partner|daughter|mother|mom",
  "landlady|lady|woman ..2 alone|lives",
  "family of #3-6|three|four|five|six",
  "we're|we_are|we_r ..3 family|dads|people|couple",
  "nonna",
  "live_with_us|live_with_me|find_me",
];

const OTHER_PLACES = [
  "@room ..3 laundry|yard|driveway|entrance|parking shared",
  "laundry|yard|driveway|parking shared",
];

/** Rules by the code of their note. */
export const OWNER_TABLE: Readonly<Record<"shares_with_owner", readonly TextRule[]>> = {
  shares_with_owner: [
    { isPlain: true, find: WITH_OWNER, without: OTHER_PLACES, notInText: ["not be? shared|share", ...ALL_TENANTS] },
    { isPlain: true, find: OURS, inText: AT_HOME, notInText: ["not be? shared|share", ...ALL_TENANTS] },
    { isPlain: true, find: OF_US, inText: AT_HOME, notInText: [...APART.slice(0, 3), ...TENANTS] },
    { isPlain: true, find: SHARED_ROOM, inText: AT_HOME, notInText: [...APART, ...TENANTS, ...ANOTHER_FLOOR] },
    {
      isPlain: true,
      find: SHARED_ROOM,
      inText: LIVED_IN,
      notInText: [...APART, ...TENANTS, ...ANOTHER_FLOOR, ...ROOMMATES],
    },
    { isPlain: true, find: SHARED_ROOM, inText: I_OWN, notInText: [...APART, ...ALL_TENANTS, ...ANOTHER_FLOOR] },
    {
      isPlain: true,
      find: ["@room"],
      without: ["own|private|separate|ensuite|no ..1 @room"],
      inText: LIVES_IN,
      notInText: [...APART, ...TENANTS, ...ANOTHER_FLOOR],
    },
    {
      isPlain: true,
      find: ["厨|卫|浴|洗手间 ..12 共用|共享|合用|公用|一起用", "共用|共享|合用|公用 ..8 厨|卫|浴|洗手间"],
      inText: ["房东 ..3 自住|同住|住|夫妇|夫妻|一家|一起|太太|阿姨|共用", "与|和|跟|同 房东|屋主|我们|我"],
      notInText: ["独立厨|不与房东|房东不住"],
    },
    {
      find: [
        "@lugar ..8 partag*|commun*|compart*|compartilhad*|partilhad*|acces|uso|en_commun",
        "partag*|compart*|acces_a|derecho_a|uso_de ..5 @lugar",
      ],
      inText: [
        "chez moi|nous|l'habitant",
        "dans|en|na ma|notre|mi|nuestra|minha|nossa maison|casa|apartamento",
        "propriet*|dueno|duenos|duena|duenas|dono_da_casa|dona_da_casa|conmigo",
        "avec|con moi|nous|nosotros",
        "con|com la|nuestra|mi|a familia",
      ],
      notInText: ["colocataire|colocataires|inquilino|inquilinos|locataire|locataires"],
    },
  ],
};
