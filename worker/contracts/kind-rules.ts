import { ROOM_HINTS, ROOMS, SHARED_BEDS } from "./room-rules.ts";
import type { SignalRule } from "./signal-rules.ts";

// What else an ad may say about the home. Folded texts: lower case, no accents. Every repetition is bounded, so that
// matching takes linear time.

const UNIT =
  "(?:apartment|appartment|apt|suite|unit|studio|bachelor|flat|for rent|for lease|dwelling|with (?:separate|sep|private|own)|level (?:apartment|apt|unit|suite))";
const BASEMENT = "(?:basement|basment|basemnt|bsmt|bsmnt)";

/** The unit lies in a basement. */
const BASEMENTS: SignalRule[] = [
  {
    find: new RegExp(
      `\\b${BASEMENT}(?: (?:1|2|3|one|two|three|bachelor|legal|studio|new|walk ?-?out))?[ -](?:bed ?rooms? |bdrm |br )?${UNIT}\\b`,
    ),
    unless: /\bno basement\b|\bleft\b/,
  },
  {
    find: new RegExp(
      `\\b(?:legal|walk[- ]?out|w\\/o|walk[- ]?up|bright|big|spacious|renovated|new|clean|whole|entire|newly built legal|(?:\\d|one|two|three)[ -]?(?:bed ?rooms?|bed rooms?|bdrms?|bdr|br|bed|b ?\\d ?b)(?: \\d(?:\\.5)? (?:bath|wash ?room|wash)\\w{0,3})?(?: brand new| legal| new){0,2}|\\d(?:\\.5)? (?:bath|wash ?room|wash)) ${BASEMENT}\\b(?! (?:is )?(?:storage|included|yours|rec |for (?:your|storage|kids)|laundry|tenant))`,
    ),
    unless:
      /\b(?:plus|with|and|\+|has|incl\w{0,6}|&)(?: an?| your| the)?(?: own| full| big| bright| spacious| clean| new| renovated| whole| entire| walk[- ]?out){1,2} (?:basement|bsmt)\b/,
  },
  {
    find: new RegExp(
      `\\bin (?:the |a )?${BASEMENT} of\\b|, ${BASEMENT} of\\b|\\byou have the ${BASEMENT}\\b|\\b(?:unit|apartment|apt|studio|suite|bed ?room) (?:is )?(?:in|on) (?:the |a )?(?:legal |new |finished )?${BASEMENT}\\b`,
    ),
    unless: /\b(?:laundry|washer|storage|locker)\b/,
  },
  {
    find: /\b(?:entire |whole |walk-?out |bright |renovated |private |legal |spacious |executive )?lower[- ]level (?:to yourself|apt|apartment|unit|suite|flat|one|1|2|two|studio|bachelor|in |of )|\b(?:entire|whole|walk-?out|executive) lower[- ]level\b|\brent (?:the )?lower[- ]level\b/,
    unless: /\b(?:rec room|recreation|theatre|nanny|gym|family room)\b/,
  },
  {
    find: /\bbelow[- ]grade\b|\blegal lower (?:unit|apartment|apt|suite)\b|\bgarden[- ]level\b|\b(?:lower|bottom) part of (?:a |the )?(?:duplex|house|home)\b|\bsub-?basement\b|地下室|土库|ਬੇਸਮੈਂਟ|\bsous-sol\b|\bsotano\b/,
    unless: /\bnot (?:below|garden)/,
  },
  {
    find: new RegExp(
      `^[^a-z0-9]{0,3}(?:${BASEMENT}|walk-?out) (?:in|near|at|on|available|avail)\\b|\\b(?:legal|walk-?out|w\\/o) ${BASEMENT}\\b`,
    ),
    unless: /\b(?:plus|with|and|\+|has)\b.{0,20}\bbasement|\bbasement (?:included|yours)/,
  },
];

/** Signs of a basement that other homes also have; two are needed. */
const BASEMENT_HINTS: SignalRule[] = [
  {
    find: /\b(?:few|\d|two|three|four|five|six|some) steps down\b|\b(?:walk[- ]?down|go down|stairs? down|stairway down|and down|steps down)\b/,
  },
  {
    find: /\b(?:landlords?|owners?|famil(?:y|ies)|we|i)(?: \w{1,12}){0,3} (?:lives? )?(?:upstairs|above|on (?:the )?(?:main|upper) floors?|on top of you|over you)\b|\bupstairs (?:are|is|tenants?|family)\b/,
  },
  {
    find: /\bceilings?(?: height)?(?: is| are)?(?: approx\w{0,8}| about| almost)? (?:5|6)(?:'|’| ?f| feet| foot|\.)|\b6'\d{0,2}"? ceilings?|\blow ceilings?|\bcozy ceilings?|\b(?:six|6) foot \w{1,6}/,
  },
  {
    find: /\b(?:small|high|one|two|little|\d) (?:small |high |little )?windows? (?:at the top|near the ceiling|high up)|\bone high window\b|\bwindow wells?\b|\bnot much (?:window|light|sun)\w{0,2}\b|\bglass block\b|\babove[- ]?grade windows?\b|\begress windows?\b/,
  },
  {
    find: /\b(?:furnace|boiler|water heater)\b.{0,20}\b(?:in|inside) your\b|\bmind your head\b|\bdehumidifier\b|\bpipes are\b|\bunderpinned\b|\bnestled under\b/,
  },
  {
    find: /\b(?:side|back|separate|sep\.?|seperate|private) (?:side |back )?(?:entrance|enterance|entrence|entry|door)\b|\bentrance from (?:the )?(?:back|side)\b/,
  },
];

/** The author is looking for a home. */
const WANTED: SignalRule[] = [
  {
    find: /(?<!\bif you are )(?<!\bpeople )(?<!\bthose )(?<!\banyone )\b(?:look(?:ing|s)? for|seek(?:ing|s)?|in search of|search(?:ing)?(?: for)?|hunting for|iso(?: of)?|need(?:s|ing)?|wanted:?|want to rent|require)(?: an?| to rent| my| our| one| 1| 2| two| another| bright| nice| small| clean| quiet| affordable| new| own| place or| cheap| junior| jr| the right){0,4} (?:\d ?(?:bed ?rooms?|bdrms?|br|bed)|one[ -]bed ?room|two[ -]bed ?room|bed ?room|bdrm|apartment|apt|studio|basement|bachelor|place (?:to rent|for|near|to live|asap)|place$|home to rent|unit|condo|room)\b(?! (?:mate|renters|tenants?|is (?:for|perfect|ideal)))/,
    unless:
      /\b(?:if you|anyone|those|people who|you are|you're|are you|perfect for|ideal for|who is|look no further|tenants?|roommates?|wanted ads)\b/,
  },
  {
    find: /\b(?:my|our) (?:max(?:imum)? )?(?:budget|limit)\b|\bbudget (?:is|of|max|up to|around|\$?\d{3,5})/,
    unless: /\byour budget\b/,
  },
  { find: /\b(?:i|we) can (?:do|pay|afford|offer|go)(?: up)?(?: to)? \$?\d[\d,]{2,5}\b|\bcan do \$?\d[\d,]{2,5}\b/ },
  {
    find: /\b(?:i|we) (?:need|search|am looking|are looking|'m looking|'re looking)\b.{0,40}\b(?:place|apartment|bed ?room|bdrm|studio|basement)\b/,
    unless: /\b(?:tenants?|roommates?|someone|somebody|person)\b/,
  },
];

const THING =
  "(?:park(?:ing|ng)(?: (?:spot|space|spots|spaces|stall|pad|lot))?|underground spot|(?:lock[- ]?up )?garage|storage(?: (?:unit|room|space|locker))?|locker|office(?: space| room)?|desk|warehouse|retail (?:space|unit|store)|commercial (?:space|unit|kitchen)|store ?front|studio space|work ?shop|driveway spot)";

/** The item for rent is not a home. */
const NO_HOMES: SignalRule[] = [
  {
    find: /\b(?:no|not for|not allowed|never)(?: for)? (?:living|sleeping|overnight sleeping|residential|habitation|dwelling)\b|\bnot (?:zoned )?(?:for )?residential\b|\bnot a place to live\b|\bno living in\b/,
    isPlain: true,
  },
  {
    find: /\btime-?share\b|\btime share (?:week|unit|resort|villa|condo)\b|\b(?:commercial|business|office) use only\b|\bstore your (?:car|motorcycle|boat|furniture|stuff|things)\b|\bsuits? (?:a )?(?:therapist|bookkeeper|contractor|seasonal tires|salon|dentist|lawyer)/,
  },
];

/** Rentable things that also come with homes; they count only with a rent too low for a home. */
const NO_HOME_HINTS: SignalRule[] = [
  {
    find: new RegExp(
      `(?:^|\\b(?:private|single|double|indoor|outdoor|covered|heated|secure|detached|underground|furnished|dry|for rent:?) )[^a-z0-9]{0,3}${THING}\\b.{0,40}\\b(?:for rent|to rent|for lease|available|monthly|month to month|24\\/7|rental)\\b`,
    ),
    unless: /\b(?:bed ?rooms?|bdrms?|apartment|apt|suite|unit comes|included|extra|optional|condo)\b/,
  },
];

/** What an ad says about the home, by note code. */
export const KIND_RULES = {
  reads_like_room: ROOMS,
  reads_like_shared_bed: SHARED_BEDS,
  reads_like_basement: BASEMENTS,
  reads_like_wanted_ad: WANTED,
  not_a_home: NO_HOMES,
} as const satisfies Record<string, readonly SignalRule[]>;

/** Weaker signs for some of the codes. */
export const KIND_HINTS = {
  reads_like_room: ROOM_HINTS,
  reads_like_basement: BASEMENT_HINTS,
  not_a_home: NO_HOME_HINTS,
} as const satisfies Record<string, readonly SignalRule[]>;
