import type { SignalRule } from "./signal-rules.ts";

// Phrases about rooms and beds in shared homes on Kijiji, Craigslist and Facebook. Folded texts: lower case, no
// accents. Every repetition is bounded, so that matching takes linear time.

const ROOM = "(?:bed ?rooms?|rooms?|bdrms?|bdr)";
const HOME =
  "(?:house|home|household|apartment|apt|town ?(?:house|home)|condo|flat|bungalow|semi|duplex|victorian|loft|penthouse)";
const BATH = "(?:bath(?:room)?s?|baths|wash ?rooms?|showers?|toilets?)";
const KITCHEN_OR_BATH = `(?:kitchens?|${BATH})`;
/** A 'living room' is not for rent; a '2 bed room' is a home with two. */
const NOT_LIVING =
  "(?<!\\b(?:living|laundry|storage|dining|dinning|family|sun|party|bike|power|powder|rec|game|games|media|meeting|locker|engine|furnace|cold|mud|guest|every|each|all|bed|bath|wash|sitting|play|study|social|fitness|board|common|utility|great|music|hobby|cool|stock|staff|mail|parcel|theatre|yoga|of|no|any|for|enough|more|some|real|extra|bonus) )(?<!\\d[ -]?(?:bed )?)";
const WHOM =
  "(?:me|us|myself|one|two|three|four|five|1|2|3|4|5|other|another|others|a|an|the owner|owner|owners|the family|family|our|my|female|male|girls?|boys?|students?|people|persons?|tenants?|working|young|roommates?|house ?mates?|couple)";

const FEMALE_OR_MALE = "(?:females?|males?|girls?|boys?|ladies|lady|women|woman|gentlem[ae]n|guys?|bachelors?)";

/** Certain signs of a room in a shared home. */
export const ROOMS: readonly SignalRule[] = [
  {
    find: new RegExp(
      `\\b(?:shar(?:e|ed|es|ing)|common) (?:of )?(?:the |a |an |our |my |your |one |two |three |\\d(?:\\.5)? |full |big |main )?(?:(?:living(?: room)?|laundry|dining|entrance|space|washer|dryer|common areas?|parking)(?:,| and| &| \\+|\\/){1,2} ?){0,3}(?:the |a |an |our |my )?${KITCHEN_OR_BATH}\\b`,
    ),
    unless: /\bself[- ]contained\b|\bin common areas?\b/,
  },
  {
    find: new RegExp(
      `\\b${KITCHEN_OR_BATH}(?: (?:and|&|\\+) (?:the )?(?:${KITCHEN_OR_BATH}|living|laundry))?(?: (?:is|are|will be|to be|time|on 2nd floor))?(?: on [a-z0-9]{1,6})?(?: (?:is|are))?(?: in the hall(?:way)?)? ?(?:we share|shared?|sharing|common|in common|to ?gether|for every(?:body|one))\\b(?! elements)`,
    ),
  },
  {
    find: new RegExp(
      `${NOT_LIVING}\\b(?:room|rooms|chambre|private room) (?:for|4|to) (?:rent|let|lease)\\b(?! out)|\\b(?:renting|rent) (?:out )?(?:by|per) (?:the )?room\\b`,
    ),
    unless: /\b(?:not|don't|dont|never) (?:\w{1,10} ){0,3}rent/,
  },
  {
    find: /\b(?:chambre(?: meublee)? a louer|(?:cuarto|habitacion|pieza) (?:en renta|para rentar|de renta|disponible)|(?:se )?renta (?:un )?(?:cuarto|habitacion))\b/,
  },
  {
    find: new RegExp(
      `${NOT_LIVING}\\b(?:private|furnished|single|student|rented|unfurnished) rooms?\\b(?! (?:for (?:the|your|an?) |with balcony|service))|${NOT_LIVING}\\b(?:rooms?|private room) (?:is |are )?(?:available|avail)\\b`,
    ),
    unless: /\b(?:common|amenit|party|parking|storage|locker|guest suite)/,
  },
  {
    find: new RegExp(
      `\\b${FEMALE_OR_MALE} only\\b.{0,30}${NOT_LIVING}\\b(?:bed ?)?rooms?\\b|${NOT_LIVING}\\b(?:bed ?)?rooms?\\b.{0,30}\\b${FEMALE_OR_MALE} only\\b`,
    ),
    unless: /\b(?:gym|fitness|\d|one|two|three)[ -](?:bed|section)/,
  },
  {
    find: /^[^a-z0-9]{0,3}(?:private |furnished |large ){0,2}(?:den|solarium|living room|sunroom) (?:for|to) rent\b|\b(?:other|second|third|2nd) (?:bed ?)?rooms? (?:is|are) (?:already )?(?:occupied|taken)\b|\b(?:third|fourth|3rd|4th|another) (?:person|guy|girl) to (?:take over|join|move in)\b/,
  },
  { find: /单间|單間|单房|單房|分租|合租|雅房|主人房|次卧|租房间/ },
  {
    find: /\b(?:rooming|boarding|lodging) house\b|\bco-?living (?:house|room|home|space)\b|\bhouse ?mates?\b|\bflat ?mates?\b|\bpaying guests?\b|\bbachelor room\b/,
    unless: /\b(?:not|no|never)\b.{0,30}\b(?:rooming|boarding|lodging)/,
  },
  {
    find: new RegExp(
      `\\b(?:looking for|need|needs|seeking|want|wanted|searching for|find)(?: an?| one| 1| another| new| third| clean| female| male| quiet){0,3} room ?mates?\\b|\\broom ?mates? (?:wanted|needed)\\b|\\b(?:my|our|current|other|new) room ?mates? (?:is|are|has|have|left|moved|leaving)\\b(?! a cat)|\\bshar(?:e|ing) (?:with|w\\/) (?:\\w{1,8} ){0,2}room ?mates?\\b`,
    ),
  },
  {
    find: new RegExp(
      `\\b(?:${HOME}|accom(?:modation|odation)?|place|unit) (?:to share|for share|share|sharing)\\b|\\bshared (?:${HOME}|accom(?:modation|odation)?|living)\\b|\\b(?:house|home|flat|apartment|condo|apt) ?-?shar(?:e|ing)\\b`,
    ),
    unless: /\bself[- ]contained\b|\b(?:two|2) people can share\b|\bfriends to share\b/,
  },
  {
    find: new RegExp(
      `\\bshar(?:e|ing) (?:the )?(?:rest of (?:the )?|other things|whole |entire )?(?:my |our |this |the |a )?(?:${HOME}|place|other things|rest|apartment) (?:with|w\\/?) ?${WHOM}\\b`,
    ),
  },
  {
    find: new RegExp(
      `${NOT_LIVING}\\b(?:bed ?room|room|bdrm)\\b (?:(?:is )?(?:open|free|available|empty|left) )?in (?:my|our|an?) (?:[\\w'-]{1,14} ){0,3}${HOME}\\b|\\b${ROOM} in an? (?:\\d{1,2}|two|three|four|five|six)[ -]?(?:bed ?rooms?|bdrms?|bdr|br|room) `,
    ),
    unless: /\b(?:two|three|four|2|3|4)[ -]?(?:bed ?rooms?|bdrms?|br) in\b/,
  },
  {
    find: new RegExp(
      `\\b(?:one|1) (?:bed ?)?rooms? of (?:the )?(?:\\d|two|three|four|five)\\b|\\bone of (?:the |my |our )?(?:two|three|four|five|\\d) (?:bed ?)?rooms\\b(?! (?:is|has|can))|\\b(?:\\d|two|three|four|five) of us (?:\\w{1,10} ){0,2}(?:live|lives|living|rent|are|share|here)\\b`,
    ),
  },
  {
    find: /\b(?:i|we|me and my \w{1,10}|my \w{1,10} and i) (?:use|have|take|occupy|sleep in|live in) (?:the )?(?:one|other (?:bed ?)?room|the other|master)\b|\b(?:second|other|third|one) (?:bed ?room |room |one )?(?:(?:we|i) (?:give|rent|are renting|am renting)|(?:is )?for rent)\b/,
    unless: /\b(?:unit|floor|house|property|plex)\b/,
  },
  {
    find: new RegExp(
      `\\brent(?:ing)?(?: out)? (?:the |an? |one |1 |my |our )?(?:second|spare|other|third|extra|upstairs|furnished|private|single|2nd|3rd|master|front|back|large|small|nice) (?:bed ?room|room|bdrm)\\b|\\b(?:rent|price) (?:for|of) (?:the|this|a|one) (?:bed ?)?room\\b|\\b(?:spare|extra) (?:bed ?)?room (?:available|for rent|in my|is available)\\b`,
    ),
  },
  {
    find: new RegExp(
      `\\byou (?:will |would |'ll )?(?:be )?(?:live|living|be) with (?:me|us|my|our|a (?:couple|family|girl|lady|guy|student)|one|two|three|another|\\d)\\b|\\b(?:liv(?:e|es|ing)) (?:here already|already here|in the (?:house|same house|apartment)|with me|with us)\\b|\\b(?:family of \\w{1,6}|two others|\\d others|others?|room ?mates?|we|i|family|owners?) (?:already )?lives? here\\b`,
    ),
    unless: /\b(?:lived|used to)\b|\b(?:i|we) live here (?:for|since)\b/,
  },
  {
    find: /\b(?:kitchen|cooking) (?:privileges?|access|time|timings?|use)\b|\btimings? of (?:the )?kitchen\b|\b(?:use of|use|using) (?:the |our |my )?kitchen\b(?! (?:island|table|is|has))|\blight cooking\b|\byou can use (?:the |our )?(?:living room|kitchen|house)\b|\b(?:own|separate|one|your|a) shelf\b.{0,30}\bfridge\b/,
  },
  {
    find: new RegExp(
      `\\b(?:bed ?)?room with (?:a |own |its own )?(?:lock|key)\\b|\\block on (?:the |your )?(?:bed ?room |room )?door\\b|\\blockable (?:bed ?room |room )?door\\b`,
    ),
  },
  {
    find: new RegExp(
      `\\b(?:no|without) overnight (?:guests?|visitors?)\\b|\\bno (?:man|male|female|lady|boys?|girls?) visitors?\\b`,
    ),
    isPlain: true,
  },
];

/**
 * Weaker signs that whole homes also have; they count together, or with a rent too low for a whole home of the type.
 */
export const ROOM_HINTS: readonly SignalRule[] = [
  {
    find: new RegExp(
      `${NOT_LIVING}\\b(?:private|furnished|clean|nice|bright|cozy|cosy|cheap|lovely|cute|sunny|comfortable|spacious|quiet|tidy|single|master|large|big|small|my|our) (?:bed ?room|room)\\b(?! (?:apartment|apt|condo|unit|suite|flat|basement|bsmt|house|home|townhouse|plus|and|with (?:balcony|closet)|\\+|w\\/|den|sizes?|is))`,
    ),
  },
  {
    find: new RegExp(
      `\\b${FEMALE_OR_MALE} only\\b|\\bonly (?:for )?${FEMALE_OR_MALE}\\b|\\b(?:single|working|student|quiet|for one|for 1|another|one) ${FEMALE_OR_MALE}\\b`,
    ),
  },
  {
    find: /\b(?:for|to|suits?|good for|only) (?:a |one |1 |single |working |quiet ){1,3}(?:person|student|professional|man|woman|worker)\b|\b(?:one|1|single) person(?: only| needed)?\b/,
  },
  { find: /\byou(?:r| get your| have your) (?:own )?(?:bed ?room|bed room|room)\b(?! (?:sizes?|mates?|service))/ },
  {
    find: new RegExp(`\\bshar(?:e|ed|es|ing) (?:with|w\\/?) ?${WHOM}\\b`),
    unless: /\b(?:laundry|washer|yard|garden|driveway|entrance|deck|patio|porch|machine)/,
  },
  {
    find: new RegExp(
      `\\b${ROOM} (?:is )?(?:available|avail|open|free|upstairs|on (?:the )?(?:\\d\\w\\w|main|second|third|first|upper|top) floor)\\b`,
    ),
  },
  {
    find: /\b(?:upstairs|attic|main floor|second floor|upper floor|loft) (?:bed ?room|bdrm|room)\b|\b(?:bed ?room|bdrm|1 ?br|room) (?:is )?(?:upstairs|up stairs)\b/,
  },
  {
    find: /\b(?:bed ?room|room) (?:comes with|has|have|includes|with) (?:a |own |an |attached |private |ensuite |its |queen |double |single |bed\b){1,3}/,
  },
  {
    find: /\b(?:veg|vegetarian|halal)(?:-ish)?(?: only)? (?:kitchen|cooking|food|home|house)\b|\bsingle bed\b|\bmini[ -]?fridge\b|\bbar fridge\b|\bhot ?plate\b/,
  },
  {
    find: /\b(?:rooms?|people|persons?|tenants?|students?|guys|girls|boys) (?:in|live in|living in|share|sharing) (?:the |our |this )?(?:house|home|apartment|unit|flat)\b|\bstudent (?:house|home|rental)\b/,
  },
  {
    find: /\b(?:our|my|in a) (?:family|quiet|clean|owners?|shared) (?:home|house)\b|\b(?:tamil|indian|punjabi|gujarati|chinese|persian|filipino|muslim|christian|caribbean|sri lankan|bengali|ukrainian) (?:speaking )?(?:family|house|home|household)\b/,
  },
  {
    find: /\b(?:live|lives|living) with (?:me|us|my|our|family|owner)\b|\bcat stays\b|\bno (?:guests?|visitors?)\b/,
    isPlain: true,
  },
];

const COUNT = "(?:\\d|one|two|three|four|five|six)";
const PEOPLE = "(?:boys?|girls?|persons?|people|guys|ladies|students?|tenants?|bachelors?|men|women|females?|males?)";

/** A bed in a shared room. */
export const SHARED_BEDS: readonly SignalRule[] = [
  {
    find: /\bbunk ?beds?\b/,
    needs: /\b(?:girls|boys|guys|students|persons|hostel|shar\w{1,4}|per|available)\b/,
    unless: /\b(?:kids?|child(?:ren)?|sons?|daughters?|fits?)\b/,
  },
  { find: /\bbed ?-?spaces?\b|床位|上下铺|\bcama en (?:un )?(?:cuarto|habitacion)/ },
  {
    find: /\b(?:shared (?:bed ?)?room|shared bdrm|room[- ]sharing|sharing room|twin[- ]sharing|double[- ]sharing|triple[- ]sharing|(?:cuarto|habitacion) compartid[oa])\b|\b(?:\d|two|three|four)[- ]?(?:person |people )?sharing (?:room|basis)?\b/,
    unless: /\b(?:not|no|never) (?:an? )?shared (?:bed ?)?room\b/,
  },
  {
    find: /\bshar(?:e|ing) (?:a |the |one |my |same |our )?(?:bed ?room|bedroom|room)\b(?! (?:laundry|with your))/,
    unless: /\b(?:kids?|children|siblings?|brothers?|sisters|daughters?|sons?)\b/,
  },
  {
    find: new RegExp(
      `\\b${COUNT} ${PEOPLE} (?:already |are |is )?(?:in (?:one|the|a|same|each|1)(?: same| big| large)? (?:bed ?)?room|per (?:bed ?)?room|(?:already )?in room)\\b|\\b(?:in|of) (?:the )?same (?:bed ?)?room\\b|\\b${COUNT} (?:persons?|people|girls|boys) (?:in|per) (?:a |each |one )?(?:bed ?)?room\\b`,
    ),
    unless: /\bnot\b/,
  },
  {
    find: /\b(?:one|1|two|2|last) (?:more )?spots? (?:left|available|open|in)\b/,
    unless: /\bpark|\bcar\b|\bgarage\b|\bdriveway\b/,
  },
  {
    find: new RegExp(
      `\\bsharing (?:is )?available\\b|\\bavailable (?:on|for|in) sharing\\b|\\b(?:studio|1 ?bhk|2 ?bhk|apartment|flat|basement) sharing\\b|\\b(?:room|bed) ?partners?\\b`,
    ),
  },
  {
    find: /\b(?:separate|own|your) (?:single )?(?:mattress|bed and|bed in)\b|\bmattress(?:es)? (?:\+ \w{1,10} )?(?:is |are )?(?:given|provided)\b/,
  },
];

/** The home is rented as a whole, so weaker signs of a room do not count. */
export const WHOLE_HOME =
  /\b(?:entire|whole|full) (?:[\w-]{1,12} ){0,2}(?:unit|apartment|apt|house|home|condo|place|suite|floor|property|upper|top|main|lower)\b|\bself[- ]contain(?:ed)?\b|\b(?:not shared|no sharing|no share|not sharing|no roommates|not per room|all (?:to|for) your ?self|all yours|whole unit)\b/;
