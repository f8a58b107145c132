import type { HomeType } from "./bedrooms.ts";
import type { TextRule } from "./phrase-rules.ts";
import { BASEMENT } from "./basement-rules.ts";
import { ROOM, SHARED_BED } from "./room-rules.ts";
import { SHORT_TERM } from "./stay-rules.ts";

// Phrases with which an advertisement describes its home (phrase-matcher.ts), in this order: English, French, Spanish,
// Portuguese, Chinese, Korean, Tamil.

export const LISTS = {
  bed: "bed|beds|bedroom|bedrooms|bdrm|bdrms|bdr|bdrs|br|brs|bd|bds|bedrm|bedrms|bedrom|bedroms|rooms_bed",
  n: "1|2|3|4|5|6|7|8|one|two|three|four|five|six|seven|eight",
  home: "apartment|apartments|apt|apts|apartement|appartment|flat|condo|condominium|suite|unit|house|home|bungalow|townhouse|townhome|town_house|duplex|basement|place|property|semi|building|penthouse|loft",
  whole:
    "apartment|apartments|apt|apts|apartement|appartment|flat|condo|condominium|house|townhouse|townhome|town_house|duplex|triplex|loft|penthouse|studio|bachelor|coach_house|laneway|bungalow|detached",
  room: "room|rooms|bedroom|bedrooms|bdrm|rm|chambre",
  part: "kitchen|kitchens|kitchenette|bathroom|bathrooms|bath|baths|washroom|washrooms|living_room|livingroom|living_area|kitchn|kitch|washrm|bathrm|w_r|toilet|shower|fridge|common_area|common_areas",
  roommate:
    "roommate|roommates|room_mate|room_mates|room_partner|room_partners|roomate|roomates|housemate|housemates|flatmate|flatmates|flat_mate|roomie|roomies|roommie|suitemate|suitemates",
  people:
    "owner|owners|landlord|landlady|host|hosts|me|us|family|couple|one|two|three|other|others|another|student|students|guy|guys|girl|girls|lady|ladies|person|people|tenant|tenants|professional|professionals|daughter|son|mother|female|females|male|males|boy|boys|roommate|roommates|housemate|housemates|persons",
  bsmt: "basement|basements|bsmt|bsmnt|basment|basemnt|basmt|basemt|bsment|basemant|basemet|basment|bsmts|besment",
  money:
    "deposit|deposits|fee|fees|money|payment|payments|pay|paid|pays|prepay|send|sent|transfer|e_transfer|etransfer|emt|interac|wire|gift_card|gift_cards|bitcoin|crypto|dollars|$|cash|rent",
  viewing:
    "viewing|viewings|showing|showings|tour|tours|view|visit|visits|see|look|appointment|walkthrough|walk_through|inspection|keys|key",
  month:
    "jan|january|feb|february|mar|march|apr|april|may|jun|june|jul|july|aug|august|sep|sept|september|oct|october|nov|november|dec|december|janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro",
  floor: "main|upper|second|2nd|third|3rd|top|ground",
  fine: "bright|spacious|large|huge|big|sunny|beautiful|gorgeous|lovely|clean|cozy|renovated|newly|new|updated|modern|entire|whole|the|this|private|and|available|avail|rent|lease|for",
} as const;

/** Phrases in posts by people who are looking for a home. */
const WANTED: TextRule[] = [
  {
    isTitle: true,
    find: ["^ wanted", "^ ..4 @whole|@bed|room|basement wanted"],
    without: ["tenant|tenants|roommate|person|people"],
  },
  {
    isTitle: true,
    find: ["^ ,,8 needs|wants|want a|an|@n ..3 @whole|@bed|basement"],
    without: ["tenant|tenants|@roommate", "if|when|who|whoever|anyone|you|everyone"],
  },
  {
    find: [
      "^ ..4 iso|in_search_of",
      "looking|searching|look|search|hunting for|to_rent|4 ..6 @home|@room|rental|studio|bachelor|@bed|somewhere|basement",
      "seeking|seek|seeks|need|require ..5 @home|@room|rental|studio|bachelor|@bed|basement",
      "@whole|@bed|room|rental|basement ..1 wanted|needed|required",
      "we|i search|seek|need|want ..4 @home|@bed|@room|studio|bachelor",
      "my|our max|maximum? budget|limit",
      "budget is|of|max|maximum|up_to|around|approx|#300+|$",
      "i|we can do|pay|afford|offer|go|spend up_to|to|around? $? #300+",
      "can go up? to ..1 #300+",
      "happy|able|willing|prepared to pay|go|spend up_to|to|around? $? #300+",
      "any|anyone|anybody ..1 out there|here ..1 with|have|having|renting",
      "could|can stretch|go|pay to|up_to ..1 #300+",
      "apartment|flat|house|home|condo|room hunting",
      "^ looking|seeking to rent :",
      "^ want|need something ..4 under|up_to|around|max|near",
      "would pay|spend up_to|around|about? $? #300+",
      "i'd|we'd|would love|like a|an small|big|bright|quiet? @n? @bed|@whole",
      "hoping|hope|wishing for ..6 @whole|@bed|basement",
      "hoping|hope|trying|wishing|like to find ..5 @home|@bed|@room|studio",
      "can pay|afford up_to|around? $? #300+",
      "we|i are|am ..5 search|searching|seeking|looking ..3 @home|@bed|@room",
      "write|message|contact|tell|text|call|email ..3 if you have ..2 something|anything|apartment|place|room|unit",
      "me|us : ..12 landlord",
      "if you have ..4 apartment|place|room|something|unit ..4 tell|message|contact|write|call|please",
      "cherche|cherchons|recherche|recherchons ..5 appartement|logement|chambre|studio|condo|sous-sol",
      "^ ..1 cherche|cherchons|recherche #2-6",
      "busco|buscamos|buscando|busca|buscan ..5 apartamento|estudio|habitacion|cuarto|casa|sotano|lugar",
      "procuro|procuramos|procura|procuram ..4 apartamento|estudio|quarto|casa|lugar|cave",
      "apartamento|estudio|quarto|casa procura-se",
      "求租|求房|想租|想找|在找|寻租|找房|预算",
      "구합니다|구해요|찾습니다|찾아요|구함",
      "தேவை|தேடுகிறேன்|தேடுகிறோம்",
    ],
    without: [
      "looking|look|searching|seeking|seek|seeks|search|need|needs|require|required|requires|want|wanted|hoping|hope ..3 tenant|tenants|roommate|roommates|someone|somebody|people|person|family|families|couple|quiet|clean|responsible|individual|lady|gentleman|respectful|student|students|professional|professionals|aaa|triple_a|long|reliable|serious|housemate|third|3rd|fourth|4th|fifth|5th|god*|colocataire|female|females|male|males|girl|girls|boy|boys|guy|guys|ladies|woman|women|man|men|gentlemen|renter|renters|occupant|individuals|non",
      "need|needs|require|requires|want|seeking ..4 credit|reference|references|letter|proof|insurance|guarantor|income|paystub|paystubs|id|identification|notice",
      "cherche|cherchons|recherche|recherchons ..4 colocataire|colocataires|coloc|locataire|locataires|personne|quelqu'un",
      "need|needs another|one_more|1_more for|to|in",
      "who|whoever|tenant|tenants|you|each would",
      "can offer|do|pay ..6 off|discount|rebate",
      "find ..4 tenant|tenants|someone|person|renter|renters|couple|family|people|@roommate",
      "如果|您|你",
      "룸메|세입자|테넌트",
      "남학생|여학생|학생|여성분|남성분|분|동생 ..2 구합|구해|구함|찾",
      "colega|companheir*|companer*|inquilin*|roomie|persona|chica|chico",
      "if you're|your|you are? looking|searching|seeking|need|search",
      "looking ..1 to ..1 rent|sublet|lease|let|sublease|assign ..1 out|my|our|it",
      "need|have|want|like|plan|decided|hoping|trying to rent|lease|sublet|assign ..2 out|my|our|this|it",
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

/** Phrases for something that is not a home. */
const NOT_A_HOME: TextRule[] = [
  {
    find: [
      "no|not|never for? living|sleeping|residential|habitation|live_in|live-in",
      "not an|a apartment|home|residence|dwelling",
      "work-only|work_only|commercial_use|business_use|office_use",
      "zoned commercial|retail|industrial",
    ],
    isPlain: true,
    without: [
      "no smoking",
      "not living here|there|with|on|upstairs",
      "@bsmt|cellar|attic|shed|garage ,,12 not for",
      "zoned residential",
      "living room|rooms|space|area",
    ],
  },
  {
    isTitle: true,
    find: [
      "^ ..2 parking spot|spots|space|spaces|stall|pad ,,3 for|available|rent|monthly|in|at|near",
      "^ ..1 parking at|near|on|in|for|close|beside|behind",
      "^ ..2 storage locker|unit|room|space ..2 for|available|rent|monthly|in|at|near",
      "^ ..1 locker|lockers ..1 for|available",
      "^ ..2 garage ..1 for ..2 car|cars|rent|storage|motorcycle",
      "^ ..1 space|booth|chair|station ,,3 in|at ..2 shop|salon|spa|clinic",
      "^ ..2 desk|desks|workstation|workstations ..1 in|at|for|available",
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
      "lockup|lock-up garage|garages",
      "^ @fine? ground? floor? heated|private? indoor|outdoor|underground|covered|secure? parking|shop|storefront|warehouse|office",
      "^ private garage",
      "rent|lease|sublet out? my|our ..2 parking|garage|locker|driveway",
      "office|offices to share|sublet|sublease",
      "^ @floor|first floor|flr office|offices",
      "^ ..2 office ,,3 rooms|boardroom|reception",
      "^ ..1 professional|medical|private|shared|executive|law|dental office|offices",
      "^ ..2 restaurant|cafe|bakery|bar|takeout ..1 space|premises|for_lease|for_rent",
      "ghost|commissary kitchen",
      "office|offices in|inside ..3 building|clinic|plaza|centre|center|tower",
      "^ ..2 writing|practice|music|consulting|therapy|class room|space",
      "shipping|storage container|containers",
      "prime|main-floor|ground-floor|street-level|high_traffic retail|commercial",
      "^ retail|commercial|industrial",
      "^ ..2 photo|photography|video|film|podcast|recording|dance|yoga|pilates ..2 studio|studios",
      "garage for|to ..2 rent|lease|car|storage|motorcycle",
      "store|shop|restaurant|salon|office for ..2 rent|lease|sublease",
      "art|music|dance|photo|photography|yoga|recording|painting|pottery studio space|available|for|share",
      "treatment|therapy|consulting|massage room|rooms",
      "^ ..3 rehearsal|event|meeting|party|banquet ..3 room|hall|space",
    ],
    without: [
      "@n @bed",
      "apartment|condo|house|townhouse|townhome|bachelor|duplex",
      "included|incl|plus|with|and|& ..4 parking|locker|garage|storage",
      "parking|locker|garage|storage ..2 included|incl|available_for",
      "den",
      "@n parking|spots",
      "above|garage ..1 garage|apartment|apt|studio|suite",
      "above|over|near|behind|to|by|free|ample|visitor ..3 parking|shop|storefront|store|warehouse",
      "living|bike|dining room",
      "home|leasing|rental|box|post|landlord's|owner's|management office",
      "loft",
    ],
  },
  {
    find: [
      "timeshare",
      "no overnights|sleepovers",
      "^ ..2 boat|trailer|rv|vehicle|truck|contractor ..2 storage",
      "^ ..1 church|community|banquet|legion hall",
      "suitable|ideal|perfect|good|suits for? ..1 law|accounting|medical|dental firm|office|practice|clinic",
      "suitable|ideal|perfect|good|suits for? ..1 retail|restaurant|clothing|boutique|optician|cafe|bakery|barber|warehouse|takeout",
      "time_share week|unit|resort|condo",
      "business|commercial use only",
      "triple? net lease|nnn",
      "tmi|hst included|extra|plus|applies",
      "gross|net ..2 plus|+ tmi|hst",
      "massage|therapist|rmt|esthetician|stylist|barber|lash|nail ..2 room|station|booth ..1 for|available|rent",
      "retailers|barber_chair|salon_chair",
      "bring|have your own? clients|clientele",
      "^ ..6 premises",
      "net to the? landlord",
      "rent ..2 treatment|therapy|consulting room|rooms",
      "room|rooms|chair|chairs|station|stations|booth|booths ..3 in|at a|an|our|my|the? ..1 salon|spa|clinic|barbershop|barber|hairdresser|wellness",
      "massage|treatment|hydraulic|heated_massage table|tables",
      "by the hour or|and ..2 month|day",
      "capacity of? #15-500",
    ],
  },
];

/** Phrases for a home that is for sale. */
const FOR_SALE: TextRule[] = [
  {
    find: [
      "for sale ..8 $? #100000+",
      "^ ..1 for sale",
      "for sale by owner",
      "asking|listed|price|priced|list_price|offered ..3 $? #100000+",
      "$ #100000+",
      "at|asking|listed|price|priced|offered|$ ..2 #200-1900 k",
      "@home|studio ..2 for sale",
      "#1-9|@n @bed ..4 for sale",
      "assume|take_over|takeover ..2 purchase|builder",
      "purchase contract|agreement",
      "credit|credited|goes toward|towards the? purchase|down_payment|price",
      "selling my|our|the|this ..5 @home|@bed|studio",
      "rent to own|rent-to-own",
      "assignment sale|assignment_of_purchase|assignment_for_sale",
      "condo|purchase|pre-construction assignment",
      "below|under|original purchase price",
      "own it for|at|from",
      "toward|towards|to|as|low|small|minimum|% ..3 down_payment|downpayment",
      "power of sale",
      "priced to sell",
      "rent credit|credits",
      "buy|purchase ..1 at ..2 price",
      "a vendre|à vendre|se vende|vende-se|出售|매매",
    ],
    without: [
      "sold",
      "was|were|been|not|originally|previously|formerly ..2 for_sale|selling|listed",
      "instead of|rather than ..2 selling|sale",
      "freezer|furniture|couch|sofa|mattress|bike|items|bbq|appliance|stuff ..3 for_sale|sale|separately",
      "lease assignment|takeover",
      "income|salary|household|insurance|liability|coverage|earn*",
      "sale sign|signs",
      "motivated landlord",
      "similar|comparable ..1 units|condos|apartments|homes",
      "value|worth ..3 $? #200+",
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
  "deposit|deposits|income|salary|earn*|score|budget|insurance|worth|value|was|were|used_to|reduced|before|previous|previously|originally|market|average|similar|elsewhere|comparable|sq|sqft|sf|sq_ft",
  "street|st|ave|avenue|road|rd|drive|dr|blvd",
  "@month #1-31? st|nd|rd|th? ,? #2000-2040",
  "in|since|built|by|until|year #1900-2040",
];
/** Phrases in which the text states a monthly rent. */
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
      "then|thereafter|afterwards|afterward ..4 $? #300-15000",
      "month|months #|@n|six|seven|twelve|thirteen ..3 rent|is ..3 $? #300-15000",
      "$? #300-15000 ..1 total",
      "by_the_month|month|monthly total|about ..5 $? #300-15000",
      "$? #300-15000 ..2 by_the month",
    ],
    without: [
      ...NO_RENT,
      "total ..1 with|incl|including|for ..1 both|all|everything|parking|locker|utilities|hydro|extras",
      "first|1st|fist ..1 and|&|, ..1 last",
      "move-in|to_move_in|due|up_front|upfront",
    ],
  },
];

/** Words in a text that state the type of a whole home. */
export const WHOLE_HOME_WORDS: readonly (readonly [HomeType, readonly string[]])[] = [
  ["condo", ["condo|condos|condominium|condominio|콘도|公寓"]],
  [
    "house",
    [
      "house|townhouse|town_house|townhome|bungalow|detached|semi|coach_house|laneway|casa|maison|镇屋|独立屋|하우스|주택",
    ],
  ],
  [
    "apartment",
    [
      "apartment|apartments|apt|apts|apartement|appartment|appartments|flat|loft|duplex|triplex|fourplex|sixplex|penthouse|studio|bachelor|appartement|logement|apartamento|아파트|அபார்ட்மெண்ட்*|அபார்ட்மென்ட்*",
    ],
  ],
];
