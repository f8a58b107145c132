import type { Span } from "../../../contracts/signal-rules.ts";
import { toTextSpans, type Sentence, type Sign, spansIn, weigh } from "./weighted-signs.ts";

// Places too far away for showing a home, as sources of patterns. Towns within a morning's drive are omitted, and so are
// names that are also ordinary words or streets of Toronto ("turkey", "king", "jane").

const CANADA =
  "alberta|banff|bc|b\\.c|british columbia|calgary|cfb [a-z]{3,}|charlottetown|edmonton|fort mcmurray|fredericton|gatineau|halifax|iqaluit|kelowna|kingston,? ontario|labrador|lethbridge|manitoba|moncton|montreal|nanaimo|new brunswick|newfoundland|north bay|northern ontario|nova scotia|nunavut|nwt|ottawa|pei|petawawa|prince george|quebec(?: city)?|red deer|regina|saint john|saskatchewan|saskatoon|sault ste\\.? marie|sherbrooke|st\\.? john'?s|sudbury|thunder bay|timmins|vancouver(?: island)?|victoria|whistler|whitehorse|winnipeg|yellowknife|yukon";
const STATES =
  "alabama|alaska|arizona|arkansas|california|(?:north |south )?carolina|colorado|connecticut|delaware|florida|georgia,? usa|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|south dakota|tennessee|texas|utah|vermont|virginia|washington|wisconsin|wyoming|the (?:united )?states|united states|the usa?|usa|u\\.s";
const AMERICAN_CITIES =
  "atlanta|austin|baltimore|boston|chicago|cleveland|dallas|denver|detroit|houston|las vegas|los angeles|miami|minneapolis|nashville|new orleans|nyc|orlando|philadelphia|phoenix|pittsburgh|portland|sacramento|san antonio|san diego|san francisco|san jose|seattle|silicon valley|st\\.? louis|tampa";
const AMERICAS =
  "argentina|bahamas|barbados|belize|bermuda|bogota|bolivia|brasil|brazil|buenos aires|cancun|caracas|cayman islands|chile|colombia|costa rica|cuba|dominican republic|ecuador|el salvador|georgetown,? guyana|grenada|guadalajara|guatemala|guyana|haiti|havana|honduras|jamaica|kingston,? jamaica|lima|medellin|mexico(?: city)?|monterrey|montego bay|nicaragua|panama|paraguay|peru|port[ -]au[ -]prince|puerto rico|rio de janeiro|santiago|sao paulo|st\\.? lucia|suriname|tobago|trinidad|uruguay|venezuela";
const EUROPE =
  "aberdeen|albania|amsterdam|antwerp|armenia|athens|austria|azerbaijan|barcelona|belarus|belfast|belgium|belgrade|berlin|birmingham|bosnia|bratislava|bristol|brussels|bucharest|budapest|bulgaria|cologne|copenhagen|croatia|cyprus|czech republic|czechia|denmark|dublin|dusseldorf|edinburgh|england|estonia|finland|florence|france|frankfurt|geneva|germany|glasgow|gothenburg|greece|hamburg|helsinki|hungary|iceland|ireland|italy|kosovo|krakow|kyiv|latvia|leeds|lisbon|lithuania|liverpool|ljubljana|london|luxembourg|lviv|lyon|macedonia|madrid|malta|manchester|marseille|milan|moldova|monaco|montenegro|moscow|munich|naples|netherlands|nice,? france|norway|oslo|paris|poland|porto|portugal|prague|reykjavik|riga|romania|rome|rotterdam|russia|sarajevo|scotland|serbia|seville|sicily|slovakia|slovenia|sofia|spain|st\\.? petersburg|stockholm|stuttgart|sweden|switzerland|tallinn|the uk|turin|uk|ukraine|valencia|venice|vienna|vilnius|wales|warsaw|zagreb|zurich|europe";
const AFRICA =
  "abidjan|abuja|accra|addis ababa|africa|algeria|algiers|angola|benin|botswana|burkina faso|burundi|cairo|cameroon|cape town|casablanca|chad|congo|dakar|dar es salaam|djibouti|douala|durban|egypt|eritrea|ethiopia|gabon|gambia|ghana|guinea|harare|ibadan|ivory coast|johannesburg|juba|kampala|kenya|khartoum|kigali|kinshasa|lagos|liberia|libya|lome|lusaka|madagascar|malawi|mali|marrakech|mauritius|mogadishu|mombasa|morocco|mozambique|nairobi|namibia|niger|nigeria|port harcourt|pretoria|rabat|rwanda|senegal|seychelles|sierra leone|somalia|somaliland|south africa|sudan|south sudan|swaziland|tanzania|togo|tripoli|tunis|tunisia|uganda|west africa|zambia|zanzibar|zimbabwe";
const ASIA =
  "abu dhabi|afghanistan|ahmedabad|amman|amritsar|asia|baghdad|bahrain|bali|bangalore|bangkok|bangladesh|beijing|beirut|bengaluru|bhutan|brunei|cambodia|cebu|chandigarh|chengdu|chennai|china|chongqing|colombo|damascus|delhi|dhaka|doha|dubai|guangzhou|gujarat|hanoi|ho chi minh(?: city)?|hong kong|hyderabad|india|indonesia|iran|iraq|islamabad|istanbul|israel|jaipur|jakarta|japan|jeddah|jerusalem|jordan|kabul|karachi|kathmandu|kazakhstan|kerala|kolkata|korea|kuala lumpur|kuwait|kyoto|kyrgyzstan|lahore|laos|lebanon|ludhiana|macau|malaysia|maldives|manila|mongolia|mumbai|myanmar|nanjing|nepal|new delhi|oman|osaka|pakistan|palestine|penang|phnom penh|philippines|pune|punjab|qatar|riyadh|rangoon|saigon|saudi(?: arabia)?|seoul|shanghai|shenzhen|singapore|south korea|sri lanka|syria|taipei|taiwan|tajikistan|tashkent|tehran|tel aviv|thailand|the gulf|the middle east|tibet|tokyo|turkey|turkiye|u\\.a\\.e|uae|ulaanbaatar|uzbekistan|vietnam|wuhan|yemen|yangon";
const IN_FRENCH =
  "afrique|algerie|allemagne|angleterre|belgique|bresil|cameroun|chine|espagne|etats[ -]unis|grece|haiti|inde|irlande|italie|japon|liban|maroc|mexique|norvege|pays[ -]bas|pologne|suede|suisse|tunisie|turquie";
const OCEANIA =
  "auckland|australia|adelaide|antarctica|brisbane|canberra|fiji|guam|melbourne|new zealand|papua new guinea|perth|samoa|sydney|tonga|wellington,? (?:nz|new zealand)";

/** A distant province, country or city. */
export const PLACES = `(?:${[CANADA, STATES, AMERICAN_CITIES, AMERICAS, EUROPE, AFRICA, ASIA, OCEANIA, IN_FRENCH].join("|")})`;
/** Absence without a place name. */
export const FAR =
  "(?:out of (?:the )?(?:country|province|canada|ontario|state)|outside (?:of )?(?:the |this )?(?:country|canada|province|ontario)|abroad|overseas|offshore|in (?:another|a different) (?:country|province|city|continent)|out (?:west|east)|up north)";

// Weighted signs of an absent landlord: a distant place or job, a person of the household, and nobody to open the door.

const WORK_AWAY =
  "(?:on board(?: of)?(?: an?| the)? (?:vessel|ship|boat|tanker|ferry|cruise\\w{0,4}|yacht)|(?:cruise|container|cargo|navy|merchant) (?:ship|vessel)s?|(?:oil|gas|drilling) (?:rigs?|platforms?|fields?|sands)|off ?shore|at sea|(?:military|army|navy|air ?force|armed forces) (?:base|service|posting|duty)|(?:on|at|from) (?:a |the |my )?(?:base|deployment|tour of duty|active duty)(?= |$|,)|(?:overseas|foreign|un|u\\.n|nato|embassy|diplomatic|work|job|company|humanitarian|aid|relief|medical|teaching) (?:assignment|posting|mission|contract|secondment|deployment|placement)|peace ?keep\\w{2,4}|missionar(?:y|ies)|(?:embassy|consulate|foreign service) (?:staff|job|post)|field ?work|sabbatical|(?:work|mining|logging|bush|research|drilling) camps?|research (?:station|vessel)|expedition|secondment|posted|deployed|stationed)";
const AWAY = new RegExp(
  `\\b(?:in|to|from|at|near|of|,|a|en|au|aux) (?:the |my |our )?(?:(?:north|south|east|west|northern|southern|rural|downtown|central|fort|new) )?(?:[a-z]{3,12},? )?${PLACES}(?![a-z'])|\\b${FAR}\\b|\\b${WORK_AWAY}\\b|\\b(?:the )?${PLACES} (?:branch|office|headquarters|campus|plant|site|base|embassy|posting|contract|project)\\b`,
  "g",
);
/** Travelling landlords may be back tomorrow, so this weighs little. */
const TRAVELS =
  "\\btravel(?:s|l?ing)? (?:a lot |often |constantly |so much )?(?:for|with) (?:work|business|(?:my|his|her) (?:job|work))\\b";
const ANY = new RegExp(`${AWAY.source}|${TRAVELS}`, "g");
const CANNOT =
  "(?:can'?t|cant|cannot|can not|could not|couldn'?t|won'?t|wont|will not|not able|unable|impossible|no ?one|no ?body|none|nobody'?s|not possible|never|no way|hard for me)";
const SHOW =
  "(?:show(?:ings?|n)?|open(?:s|ing)?|meet(?:s|ing)?|let (?:you|u|people|anyone|them) (?:in|inside|up)|walk (?:you|u|people) (?:through|around)|(?:give|do|offer|arrange|host|allow)(?: [a-z]{1,10})? (?:tours?|viewings?|visits?|showings?)|tours?|viewings?|visits?|in person|be there|be present|receive (?:you|people|visitors)|guide you|take you (?:through|around))";

const SIGNS: readonly Sign[] = [
  { words: new RegExp(AWAY.source), here: 2, near: 1 },
  {
    words: new RegExp(`\\b${WORK_AWAY}\\b`),
    here: 1,
    near: 1,
  },
  { words: new RegExp(TRAVELS), here: 1, near: 0 },
  // A person of the household.
  {
    words:
      /\b(?:i|we|i'm|im|i've|i'll|we're|we've|my|our|me|us|myself|owners?|landlord|landlady|husband|wife|je|j'ai|nous|yo|estoy)\b/,
    here: 1,
    near: 0,
  },
  // Living or working somewhere.
  {
    words:
      /\b(?:am|i'm|im|are|we're|is|live[sd]?|living|liv|moved|moving out|relocated|relocation|transfer(?:red)?|transferred|assigned|assignment|posted|posting|stationed|stuck|based|located|resid(?:e|es|ing)|work(?:s|ing)?|job|stay(?:s|ing)?|gone|away|left|leaving|retired|settled|serv(?:e|es|ing)|stud(?:y|ies|ying)|teach(?:es|ing)?|winter(?:s|ing)?|handl(?:e|es|ing)|manag(?:e|es|ing)|run|writ(?:e|es|ing)|repl(?:y|ies|ying)|back home|visiting|caring|looking after|married|contract|suis|sommes|travaille|habite|vis|estoy|vivo|trabajo)\b/,
    here: 1,
    near: 0,
  },
  // A duration.
  {
    words:
      /\b(?:until|till|til|jusqu\w{0,3}|for (?:good|the (?:winter|season|year|next)|(?:a|one|two|three|four|five|six|several|many|some|few|another|\d{1,2})(?: [a-z]{3,5})? (?:months?|years?|yrs?))|since|currently|presently|right now|at the moment|at present|these days|nowadays|permanently|temporarily|last (?:year|month|spring|summer|fall|winter|week)|recently|actuellement|presentement|actualmente)\b/,
    here: 1,
    near: 0,
  },
  // Nobody can open the door.
  {
    words: new RegExp(
      `\\b${CANNOT}\\b(?: [a-z']{1,12}){0,8}? ${SHOW}\\b|\\bno (?:visits?|viewings?|showings?|tours?|inspections?)\\b|\\bpas de visites?\\b|\\bfaire visiter\\b|\\b(?:house|home|unit|flat|apartment|place|condo) (?:is|sits|stands|stays|was) (?:empty|vacant|closed|locked)\\b|\\bonly (?:from )?(?:the )?outside\\b|\\bfrom (?:the )?outside\\b`,
    ),
    here: 2,
    near: 2,
  },
  // The key or the money is sent instead.
  {
    words:
      /\b(?:keys?|fobs?|cles|llaves)\b.{0,40}\b(?:mail\w{0,4}|post(?:ed)?|ship\w{0,4}|courier\w{0,3}|sent|send|fedex|dhl|ups|parcel|envelope|with me|locker|lock ?box|hidden)\b|\b(?:mail|post|ship|courier|send|fedex|dhl|envoie)(?:s|ed)?\b.{0,20}\b(?:keys?|fobs?|cles|llaves)\b|\b(?:western union|money ?gram|wire|bitcoin|swift)\b/,
    here: 1,
    near: 1,
  },
  // Someone other than the landlord is away, or the absence is over or has not begun.
  {
    words:
      /\b(?:grew up|born|raised|originally|immigrated|arrived (?:here )?from|c[ao]me (?:here )?from|(?:i'?m|i am|we're|we are|hail) from|moved (?:here )?from|moving (?:here )?from|back from|used to (?:live|work|rent|stay)|visited|trip to|trips|vacation in|like in|feels? like|styles?|inspired|imported|made in|views? (?:of|over|to)|degree|restaurants?|cuisine|food|consulate|buses|bus|go train|via rail|flights?|direct to|highway|express|airport|guests? (?:came|come)|tenants? (?:is|are|was|were|who|has|have|moved|moving|leaving|got|from|living)|roommate|roomie|previous|last tenant|our guests|students? from|neighbou?rs?|(?:my|our|his|her) (?:parents|mom|mother|dad|father|son|daughter|brother|sister|cousin|friend|kids) (?:is|are|lives?|moved|has|have|got|was|works?|studies)|if (?:i'm|i am|we)|weekends?|will be (?:moving|leaving|going)|(?:i'm|i am|we're|we are|am|couple) (?:moving|leaving|going|relocating|returning) |from (?:abroad|overseas)|flying in|coming from|before us|only thing|that week|any other day|\d{1,2} (?:to|-|till|until) (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|before (?:i|we) (?:move|leave|fly|go)|take over|looking for|office (?:is )?in|(?:bank|account) (?:account )?(?:is )?in)\b/,
    here: -3,
    near: 0,
  },
];

/** Least weight of an absence. */
const ENOUGH = 4;

const SOMEBODY =
  "(?:superintendent|super|caretaker|janitor|manager|management|brokerage|office|staff|concierge|doorman|agents?|realtors?|friend|sister|brother|wife|husband|partner|son|daughter|mother|mom|father|dad|parents|cousin|uncle|aunt|niece|nephew|in[ -]laws?|neighbou?rs?|roommates?|housemates?|tenants?|assistant|colleague|secretary|landlord|owner|team|company)";
/** Someone else shows the home: 'my sister in unit 2 lets you in', 'viewings with our agent'. */
const SHOWN = new RegExp(
  `\\b${SOMEBODY}\\b(?:,? [a-z0-9'()]{1,14}){0,6}? (?:shows?|showing|opens?|lets?|meets?|gives? (?:tours?|viewings?)|(?:has|have|keeps?|got|holds?) (?:the |a |all |spare )*keys?|takes? you|walks? you|tours?|viewings?|showings?|handles? (?:it|everything|all)|looks? after|is (?:there|on site|in the building|around))\\b|\\b(?:shown|showings?|viewings?|tours?|visits?|see (?:it|the [a-z]{4,9})|look(?: at it)?|arranged?|managed|keys?)(?: [a-z0-9]{1,10}){0,4}? (?:with|by|through|via|from|at) (?:my|our|the|an?|his|her|their) (?:[a-z]{3,12} )?${SOMEBODY}\\b|\\b(?:open house|showings?|viewings?) (?:is |are )?(?:every|daily|any ?(?:day|time)|weekdays|weekends|on|this|mon|tue|wed|thu|fri|sat|sun|by appointment)\\b|\\b(?:i|we)(?:'m|'re| am| are) back\\b`,
);
/** Words with which that does not count: it is denied or comes after money. */
const NOT_SHOWN = new RegExp(
  `\\b${CANNOT}\\b|\\b(?:no|not|don'?t|isn'?t|without|fired|former|once|after|pay|paid|deposit|money|fee|rent|transfer|send|mail|courier|ship|parcel|video)\\b|\\$`,
);
/** Whether someone shows the home, whoever is away. */
const isShown = (sentences: readonly Sentence[]): boolean =>
  sentences.some(({ text }) => SHOWN.test(text) && !NOT_SHOWN.test(text));
/** Words typical of a home without personal viewings. */
const REMOTE = new RegExp(
  `\\b(?:${CANNOT}|deposit|send|transfer|money|payment|western union|pay|keys?|mail|courier|video|facetime|zoom|photos?|pictures?|pics|email|whatsapp|outside|empty|vacant|no (?:visits?|viewings?|showings?|tours?)|visiter|lock ?box)\\b`,
);

/** Finds statements that the landlord is far away. Linear in the length of the text. */
export function findAbsences(sentences: readonly Sentence[]): Span[] {
  if (isShown(sentences) || !sentences.some(({ text }) => REMOTE.test(text))) return [];
  const weightOf = weigh(sentences, SIGNS);
  return sentences.flatMap((sentence, at) => {
    const spans = spansIn(sentence.text, ANY);
    return spans.length === 0 || weightOf(at) < ENOUGH ? [] : toTextSpans(sentence, spans);
  });
}
