import type { HomeType } from "./bedrooms.ts";
import type { TextRule } from "./phrase-rules.ts";
import { ROOM, SHARED_BED } from "./room-rules.ts";

// What an advertisement says of the home, as phrases (phrase-matcher.ts). English first, then French, Spanish, Portuguese,
// Chinese, Korean and Tamil.

export const LISTS = {
  bed: "bed|beds|bedroom|bedrooms|bdrm|bdrms|bdr|bdrs|br|brs|bd|bds|bedrm|bedrms|rooms_bed",
  n: "1|2|3|4|5|one|two|three|four|five",
  home: "apartment|apartments|apt|apts|apartement|appartment|flat|condo|condominium|suite|unit|house|home|bungalow|townhouse|townhome|town_house|duplex|basement|place|property|semi|building|penthouse|loft",
  whole:
    "apartment|apartments|apt|apts|apartement|appartment|flat|condo|condominium|house|townhouse|townhome|town_house|duplex|triplex|loft|penthouse|studio|bachelor|coach_house|laneway|bungalow|detached",
  room: "room|rooms|bedroom|bedrooms|bdrm|rm|chambre",
  part: "kitchen|kitchens|kitchenette|bathroom|bathrooms|bath|baths|washroom|washrooms|living_room|livingroom|living_area|toilet|shower|fridge|common_area|common_areas",
  roommate:
    "roommate|roommates|room_mate|room_mates|roomate|roomates|housemate|housemates|flatmate|flatmates|flat_mate|roomie|roomies|roommie|suitemate|suitemates",
  people:
    "owner|owners|landlord|landlady|host|hosts|me|us|family|couple|one|two|three|other|others|another|student|students|guy|guys|girl|girls|lady|ladies|person|people|tenant|tenants|professional|professionals|daughter|son|mother|female|females|male|males|boy|boys|roommate|roommates|housemate|housemates|persons",
  bsmt: "basement|basements|bsmt|bsmnt|basment|basemnt|basmt",
  money:
    "deposit|deposits|fee|fees|money|payment|payments|pay|paid|pays|prepay|send|sent|transfer|e_transfer|etransfer|emt|interac|wire|gift_card|gift_cards|bitcoin|crypto|dollars|$|cash|rent",
  viewing:
    "viewing|viewings|showing|showings|tour|tours|view|visit|visits|see|look|appointment|walkthrough|walk_through|inspection|keys|key",
  month:
    "jan|january|feb|february|mar|march|apr|april|may|jun|june|jul|july|aug|august|sep|sept|september|oct|october|nov|november|dec|december",
} as const;

/** It is in a basement, or partly below ground. */
const BASEMENT: TextRule[] = [
  {
    find: [
      "@bsmt apartment|apartments|apt|apts|suite|suites|unit|units|studio|bachelor|flat|dwelling|for|available|avail|rental|room|rooms|home|rent|level|1|2|3|one|two|@bed|near|in|at|w|with|close",
      "@bed|bachelor|studio|legal|bright|spacious|renovated|new|clean|walkout|walk_out|walk-out|w_o|furnished|private|beautiful|newly_renovated|large|entire|whole|finished|self_contained|separate|modern|cozy|executive|brand_new @bsmt",
      "in|is|it's|its|of the|a|an|our|my? @bsmt",
      "the|our|my|entire|whole @bsmt is|has|comes|unit|apartment|apt|features",
      "@bsmt of a|an|the|our|my|detached|semi|house|home|bungalow",
      "lease|rent|rental of lower|basement level|only",
      "below|under grade|ground",
      "lower|garden|ground level ..1 apartment|apt|suite|unit|only|of|studio|bachelor|flat|one|1|2|two|for_rent",
      "@bed lower level",
      "^ ..1 lower|garden level",
      "walkout|walk_out|walk-out|w_o ..1 lower_level|lower_unit|basement",
      "garden level|suite ..3 @bed|steps_down",
      "lower unit|suite|apartment|apt|portion|floor|flat ..6 of|in|for|available|@bed|with",
      "^ ..1 lower unit|suite|apartment|apt|portion|flat",
      "lower part of",
      "you have the @bsmt",
      "half|partly|partially|semi below|underground|basement",
      "@n|six|few|some|couple steps down",
    ],
    without: [
      "laundry|washer|dryer|storage|bike|bikes|recycling|furnace|locker|rec_room|gym|theatre|playroom|coin ..5 @bsmt",
      "@bsmt ,,8 laundry|storage|bike|locker|furnace|room_is|rented|occupied|tenant|tenants|tenanted|not_included|separately_rented|recreation|excluded",
      "plus|and|with|has|have|full|unfinished|finished|own|&|+ ..2 @bsmt",
      "no|not|isn't|never ..3 @bsmt",
      "not_a|no|above @bsmt|basement",
      "@bsmt ..2 is|unit|apartment|apt ..2 rented|occupied|separate|let|excluded|tenanted|not",
      "downstairs|below|neighbour|neighbours|neighbor|tenant|tenants ..4 @bsmt",
      "main|upper|second|2nd floor|level|unit ..2 of|only|&|and",
      "finished lower level",
      "upper ..3 unit|duplex|level|floor|floors",
      "nanny|in-law ..2 suite",
      "washer|laundry|coin|dog_wash",
      "second|kitchen|bathroom|bedroom|room|workshop|office|den ..3 in the @bsmt",
      "@bsmt free|less",
      "owner|owners|landlord|family|we|i|tenant|tenants ..3 in the? @bsmt",
    ],
    notInText: [
      "full|entire|whole house|detached",
      "^ ..8 main|upper|second|2nd|third|3rd|top|ground floor|level|floors",
      "#2-60 st|nd|rd|th|fl|flr floor?",
      "second|third|fourth|fifth|2nd floor of|unit|apartment",
    ],
  },
  {
    isTitle: true,
    find: ["^ ..3 @bsmt"],
    without: [
      "plus|and|with|has|have|full|unfinished|finished|own|&|+ ..2 @bsmt",
      "no|not ..3 @bsmt",
      "@bsmt ..4 laundry|storage|included",
      "@bsmt free|less",
      "upper|main|laundry|storage|rented|occupied|tenant|tenants",
    ],
  },
  {
    find: [
      "it|this|unit|apartment|apt|suite|home|place is|it's|its|located ..2 in? the|a|our? @bsmt",
      "have|get|rent|lease the|entire|whole @bsmt",
    ],
    without: ["laundry|storage|bike|not|no|rented|tenant|tenants|furnace", "@bsmt free|less"],
  },
  {
    find: [
      "sous-sol|sous_sol|demi-sous-sol",
      "sotano|sótano|semisotano",
      "a cave tem|é|fica",
      "cave de|para|tem|com|arrendada|remodelada",
      "^ a? cave",
      "porão|porao",
      "地下室|土库|半地下|地库",
      "반지하|지하방|지하유닛|베이스먼트|지하층|지하",
      "அடித்தள*|பேஸ்மென்ட்*",
    ],
    without: [
      "rangement|buanderie|laverie ..4 sous-sol|sous_sol",
      "lavanderia ..4 sotano|cave",
      "洗衣 ..6 地下室",
      "지하 ..1 주차|주차장|철",
    ],
  },
  {
    isHint: true,
    find: ["@n|six|few|some|couple ..1 steps down", "walk down", "window well|wells", "egress window|windows"],
  },
  {
    isHint: true,
    find: [
      "landlord|owner|owners|family|we|i ..3 live|lives|are|is ..1 upstairs|above|on_top",
      "upstairs ..2 quiet|family|owner|landlord|tenants",
      "upper level ..2 occupied|rented|separate*",
    ],
  },
  {
    isHint: true,
    find: [
      "low|6|7 ..2 ceiling|ceilings",
      "small|high|little window|windows",
      "side|separate|rear|private|back entrance|door|entry",
    ],
  },
];

/** Somebody looks for a home. */
const WANTED: TextRule[] = [
  {
    isTitle: true,
    find: ["^ wanted", "^ ..4 @whole|@bed|room|basement wanted"],
    without: ["tenant|tenants|roommate|person|people"],
  },
  {
    find: [
      "^ ..4 iso|in_search_of",
      "looking|searching|look|search|hunting for|to_rent|4 ..6 @home|@room|rental|studio|bachelor|@bed|somewhere|basement",
      "seeking|seek|need|require ..5 @home|@room|rental|studio|bachelor|@bed|basement",
      "@whole|@bed|room|rental|basement ..1 wanted|needed|required",
      "we|i search|seek|need|want a|an|one|1|2|two|some|place|apartment|room",
      "my|our max|maximum? budget|limit",
      "budget is|of|max|maximum|up_to|around|approx|#300+|$",
      "i|we can do|pay|afford|offer|go|spend up_to|to|around? $? #300+",
      "can go up? to ..1 #300+",
      "me|us : ..12 landlord",
      "if you have ..4 apartment|place|room|something|unit ..4 tell|message|contact|write|call|please",
      "cherche|cherchons|recherche|recherchons ..5 appartement|logement|chambre|studio|condo|sous-sol",
      "busco|buscamos|buscando ..5 apartamento|habitacion|cuarto|casa|sotano|lugar",
      "procuro|procuramos ..4 apartamento|quarto|casa|lugar|cave",
      "求租|求房|想租|想找|寻租|找房",
      "구합니다|구해요|찾습니다|찾아요|구함",
      "தேவை|தேடுகிறேன்|தேடுகிறோம்",
    ],
    without: [
      "looking|look|searching|seeking|search|need|needs|require|required|requires|want|wanted ..3 tenant|tenants|roommate|roommates|someone|somebody|people|person|family|families|couple|quiet|clean|responsible|individual|lady|gentleman|respectful|student|students|professional|professionals|aaa|triple_a|long|reliable|serious|housemate|third|god*|colocataire|female|male|girl|non",
      "if you're|your|you are? looking|searching|seeking|need|search",
      "looking ..1 to ..1 rent|sublet|lease|let|sublease|assign ..1 out|my|our|it",
      "need|have to rent|lease|sublet ..1 out|my|our",
      "look|looking no further",
      "you|you're|anyone|those|who|whoever ..2 looking|need|searching|seeking",
      "perfect|ideal|great|suits|suitable for ..6 looking",
      "references|deposit|notice|credit|first|last|id|application ..3 needed|required|wanted",
      "no_need|need_to|needs_to",
      "rental application|app|history|reference|references|agreement|insurance|office",
      "looking forward",
      "waiting list",
      "@roommate needed|wanted|required",
      "if|when|as needed|wanted|required",
      "professional|couple|tenant|tenants|family|person|people|lady ..4 wanted|needed|required",
    ],
  },
];

/** It is not a home. */
const NOT_A_HOME: TextRule[] = [
  {
    find: [
      "no|not|never for? living|sleeping|residential|habitation|live_in|live-in",
      "not an|a apartment|home|residence|dwelling",
      "work-only|work_only|commercial_use|business_use|office_use",
      "zoned commercial|retail|industrial",
    ],
    isPlain: true,
    without: ["no smoking", "zoned residential", "living room|rooms|space|area"],
  },
  {
    isTitle: true,
    find: [
      "^ ..2 parking spot|spots|space|spaces|stall|pad ,,3 for|available|rent|monthly|in|at|near",
      "^ ..2 storage locker|unit|room|space ..2 for|available|rent|monthly|in|at|near",
      "^ ..1 locker|lockers ..1 for|available",
      "^ ..2 garage ..1 for ..2 car|cars|rent|storage|motorcycle",
    ],
    without: ["@n @bed", "included|incl", "plus|with|and|& ..3 parking|locker|storage|garage", "studio|bachelor"],
  },
  {
    isTitle: true,
    find: [
      "parking ..2 spot|spots|space|spaces|stall|stalls|pad|lot|for_rent|available|rental",
      "^ ..2 underground|outdoor|indoor|covered|parking spot|space|for|stall|monthly",
      "^ parking",
      "private|shared|small|furnished|quiet office|offices in|space|for|available|rent",
      "^ ..1 parking|garage|storage|locker|warehouse|driveway",
      "office|offices|desk|workspace|co_working|coworking|warehouse|workshop|retail|storefront|shop|salon|chair|clinic|studio_space|art_studio|rehearsal|event|commercial|dance|treatment|therapy|kitchen_space|store space|room|rooms|unit|units|for_rent|for_lease|available|rental|studio|suite|spot|chair|area",
      "storage|locker|lockers ..2 unit|space|room|for_rent|available|container",
      "single|double|detached|heated|car garage for|available rent|lease|now|storage",
      "garage for|to ..2 rent|lease|car|storage|motorcycle",
      "store|shop|restaurant|salon|office for ..2 rent|lease|sublease",
      "art|music|dance|photo|photography|yoga|recording|painting|pottery studio space|available|for|share",
      "treatment|therapy|consulting|massage room|rooms",
      "rehearsal|event|meeting|party|banquet ..3 room|hall|space",
    ],
    without: [
      "@n @bed",
      "apartment|condo|house|townhouse|townhome|bachelor|duplex",
      "included|incl|plus|with|and|& ..4 parking|locker|garage|storage",
      "parking|locker|garage|storage ..2 included|incl|available_for",
      "den",
      "@n parking|spots",
      "above|garage ..1 garage|apartment|apt|studio|suite",
      "living|bike|dining room",
      "home office",
      "loft",
    ],
  },
  {
    find: [
      "timeshare",
      "time_share week|unit|resort|condo",
      "business|commercial use only",
      "tmi included|extra|plus",
      "retailers|barber_chair|salon_chair",
    ],
  },
];

/** A stay of some weeks or months. */
const SHORT_TERM: TextRule[] = [
  {
    find: [
      "short_term|short-term|shortterm|temporary ..1 rental|rentals|stay|stays|lease|accommodation|rent|sublet|let|only|available",
      "only|just for? @n|six ..1 month|months|weeks|week",
      "@n|six months|weeks only",
      "for @n|six ..1 month|months|weeks only",
      "per|by|each|$ night|nightly|week_or_month|the_week",
      "#20-500 a night",
      "nightly|weekly|daily rate|rates|rental|rentals|price|stay|stays",
      "airbnb ..2 host|superhost|style|available",
      "stays from|of|between|starting",
      "for the whole stay",
      "no extension|extensions|renewal|prolongation",
      "sublet|sublease|subletting|subleasing ..4 for ..4 only",
      "for the|this summer|winter|holidays|semester|term|spring only|sublet",
      "summer|winter|term|co-op|semester sublet|sublease|rental",
      "move|moving|come|coming|return|returning|i'm back|back_in|when in|on|at_the_end ..3 @month",
      "i return|come_back|move_back",
      "sous-location|sous_location|sous-loue|sous_loue ..20 @month|seulement|ete|été|juillet|aout|mois",
      "du # ..1 mai|juin|juillet|aout|août|janvier|fevrier|mars|avril|septembre|octobre|novembre|decembre au #",
      "短租|日租|月租短期|短期出租",
      "단기|단기렌트|한달살이",
      "corto plazo|temporada",
      "subarriendo ..12 hasta|@month",
    ],
    without: [
      "no|not ..3 short_term|short-term|airbnb|nightly",
      "minimum|min|at_least ..2 @n|six|12|one months|month|year|year_lease",
      "months|month minimum|min|or_more|and_up|left|deposit|notice|free",
      "renew|renewal|renewable|new_lease|month_to_month|option|extend*|longer",
      "no|please ..3 nightly guests",
      "introductory|promo|first_six|first ..2 months",
      "summer only|charge",
      "guest suite|room",
    ],
  },
];

/** It is for sale. */
const FOR_SALE: TextRule[] = [
  {
    find: [
      "for sale ..8 $? #100000+",
      "asking|listed|price|priced|list_price|offered ..3 $? #100000+",
      "$ #100000+",
      "@home|studio|@bed ..2 for sale",
      "selling my|our|the|this ..5 @home|@bed|studio",
      "rent to own|rent-to-own",
      "assignment sale|assignment_of_purchase|assignment_for_sale",
      "own it for|at|from",
      "down payment|downpayment",
      "power of sale",
      "a vendre|à vendre|se vende|vende-se|出售|매매",
    ],
    without: [
      "sold",
      "freezer|furniture|couch|sofa|bed|bike|items|bbq|appliance|stuff ..3 for_sale|sale|separately",
      "lease assignment|takeover",
      "motivated landlord",
    ],
  },
];

export const KIND_RULES = {
  reads_like_room: ROOM,
  reads_like_shared_bed: SHARED_BED,
  reads_like_basement: BASEMENT,
  reads_like_wanted_ad: WANTED,
  not_a_home: NOT_A_HOME,
  reads_like_short_term: SHORT_TERM,
  for_sale: FOR_SALE,
} as const satisfies Record<string, readonly TextRule[]>;

const NO_RENT = [
  "deposit|deposits|income|salary|earn*|score|budget|insurance|worth|value|was|were|used_to|reduced|before|previous|previously|originally|market|average|similar|elsewhere|comparable|parking|locker|sq|sqft|sf|sq_ft",
  "street|st|ave|avenue|road|rd|drive|dr|blvd",
];
/** A monthly rent in a text. */
export const OTHER_RENT: readonly TextRule[] = [
  {
    find: [
      "rent|asking|price|loyer|aluguel|renta|alquiler|monthly|lease ..4 $? #300-15000",
      "$ #300-15000 ..1 per_month|monthly|month|a_month|mo|par_mois|al_mes|por_mes|plus",
      "#300-15000 ..1 per_month|monthly|month|a_month|$|par_mois|al_mes|por_mes|元|불",
    ],
    without: [
      ...NO_RENT,
      "first|1st|last|total|each|per_person|bedrooms_at|bedroom_at|one_bedrooms|other|others|next_door|from|starting|starts|year|yearly|annual|annually",
      "@bed for|at|is ..1 $ #",
    ],
  },
  {
    find: [
      "total|totals|altogether ..6 $? #300-15000",
      "$? #300-15000 for the ..1 apartment|unit|house|condo|place|home",
      "regular|full|normal|standard ..1 rent|price|rate|monthly ..4 $? #300-15000",
      "second|2nd|remaining|following|other month|months|# ,,8 $? #300-15000",
      "after that|this|trial ,,6 $? #300-15000",
      "month|months #|@n|six|seven|twelve|thirteen ..3 rent|is ..3 $? #300-15000",
      "$? #300-15000 ..1 total",
      "by_the_month|month|monthly total|about ..5 $? #300-15000",
      "$? #300-15000 ..2 by_the month",
    ],
    without: [...NO_RENT, "first|1st|fist ..1 and|&|, ..1 last", "move-in|to_move_in|due|up_front|upfront"],
  },
];

/** Words that state a whole home's type. */
export const SAID_KINDS: readonly (readonly [HomeType, readonly string[]])[] = [
  ["condo", ["condo|condos|condominium|콘도|公寓"]],
  ["house", ["house|townhouse|town_house|townhome|bungalow|detached|semi|coach_house|laneway|casa|maison"]],
  [
    "apartment",
    [
      "apartment|apartments|apt|apts|apartement|flat|loft|duplex|triplex|studio|bachelor|appartement|logement|apartamento|아파트",
    ],
  ],
];
