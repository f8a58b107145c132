import type { SignalRule } from "./scam-signals.ts";

// Whom an ad turns away, and whom it only discourages (Human Rights Code, ss. 2 and 13). Every repetition is bounded.

const SOME_PLACE =
  "(?! (?:in|on|at|near) (?:the )?(?:shared )?(?:pools?|gym|party|amenit|patio|roof|elevator|lobby|lawn|grass|courtyard|hot tub|furniture))";
const NOT_OURS = "(?<!there (?:are|is|were|was) )(?<!\\b(?:i|we|they|owners?|neighbou?rs) have )(?<!never had )";

const PERSON =
  "(?:families|family|households?|tenants?|people|ppl|persons?|ladies|lady|girls?|females?|women|woman|males?|men|man|boys?|guys?|students?|couples?|roommates?|housemates?|room ?mates?|flatmates?|individuals?|professionals?|renters?|applicants?|citizens?|born|background|community|speakers?|speaking|origin|nationals?|folks?|singles?|bachelors?)";
const PEOPLE = `(?: ${PERSON})`;
const FAITHS =
  "(?:christians?|muslims?|moslems?|hindus?|sikhs?|jewish|jews|catholics?|buddhists?|jains?|atheists?|ismailis?|islamic|orthodox)";
const ORIGINS =
  "(?:chinese|mandarin|cantonese|indians?|south[ -]indians?|north[ -]indians?|desis?|asians?|south[ -]asians?|caucasians?|filipin[oa]s?|pinoys?|koreans?|japanese|vietnamese|thai|iranians?|persians?|farsi|arabs?|arabic|lebanese|egyptians?|syrians?|russians?|ukrainians?|polish|romanians?|greeks?|italians?|portuguese|spanish|europeans?|canadians?|pakistanis?|punjabis?|gujaratis?|gujratis?|tamils?|telugus?|telegu|malayal(?:is?|ees?|am)|keralites?|kannadas?|kannadigas?|marathis?|hindi|urdu|bengalis?|banglas?|bangladeshis?|nepali|nepalese|sri[ -]?lankans?|sinhalese|afghans?|turks?|turkish|africans?|ethiopians?|eritreans?|ghanaians?|caribbeans?|jamaicans?|somalis?|latin[oa]s?|latinx|hispanics?|brazilians?|mexicans?|colombians?|nigerians?|indigenous|tibetans?|hebrew|israelis?)";
const GROUP = `(?:${ORIGINS}|${FAITHS})`;
const GROUPS = `${GROUP}(?:(?:,? (?:or|and|&)|,|\\/) ?${GROUP}){0,3}`;
/** 'Indian grocery only 5 minutes away' */
const NEARNESS = "(?! (?:an? |one |two |few |\\d|steps|minutes|mins|blocks|at |by |on |in |away|near))";
const NOT_A_PLACE =
  "(?! (?:schools?|church|mosque|temple|synagogue|community (?:cent|hall)|cent(?:re|er)|hospital|college|academy|universit|grocer\\w{0,4}|restaurants?|food|supermarket|stores?|shops?|bank|tire|embassy|consulate|baker\\w{0,3}|cuisine|town|area|neighbou?rhood|market|style|patties|cafe|plaza))";
const CHILDREN = "(?:kids?|children|childrens|babies|baby|infants?|toddlers?|teenagers?|families)";
const WOMEN_OR_MEN = "(?:females?|males?|girls?|boys?|ladies|lady|women|woman|men|man|gentlem[ae]n|guys|gents)";
const ONLY =
  "(?: (?:is|are|pls|please|will be|would be))?(?: (?:strictly|highly|pls|please))?[ -](?:only|preferred|prefered|preferably|prefer|wanted|required|needed|priority|preferrable|preferable)\\b";
const NOT_A_GYM = "(?! (?:gym|fitness|hours|section|studio|spa|floor|pool|washroom|residence next|college))";
/** 'Everybody, whether men or women' */
const EVERYBODY =
  /\b(?:doesn'?t matter|does not matter|don'?t (?:care|mind)|no matter|whoever|everyone (?:is )?(?:welcome|can apply)|all (?:are )?welcome|anyone|everybody|any (?:gender|nationality|community|background|religion)|all (?:backgrounds|nationalities|genders)|welcome to apply|(?:allowed|welcome|ok|fine) too)\b/;
const WISH =
  "(?:only|must be|strictly|prefer(?:ably|red|s|ring|ence)?(?: is| given| for| to)?|looking for|seeking|searching for|wants?|wanted:?|need(?:s|ed)?|rent(?:ing)? (?:only )?to|available (?:only )?(?:for|to)|only (?:for|to)|suitable (?:only )?for|open (?:only )?to|reserved for|ideal for|perfect for|best for|for)";
const SOME =
  "(?: (?:an?|one|only|some|the|clean|quiet|good|nice|small|young|working|single|fellow|decent|responsible|practi[cs]ing|observant|another|to|for|with)){0,3}";

/** Refusals on a ground of the Code. */
const REFUSALS: SignalRule[] = [
  {
    find: new RegExp(
      `${NOT_OURS}\\bno (?:(?:pets?|smok(?:ing|ers?)|dogs?|cats?|couples?|part(?:y|ies)|drugs?)(?:,| or| and|\\/| &) ?(?:no )?){0,2}(?:small |young |little |noisy )?${CHILDREN}\\b(?!'?s? ?(?:playground|play|area|room|furniture|under \\d{1,2}(?= (?:in|on|at|without|un))|unattended|unsupervised|upstairs|above|below|next|left|toys|problem|size))${SOME_PLACE}`,
    ),
    isPlain: true,
  },
  {
    find: /\badults?[ -](?:people )?only\b(?! (?:pools?|gym|swim|hours|floor|lounge|spa|hot tub|area))|\badults?[ -](?:building|oriented|living)\b|\bonly (?:for )?(?:mature )?adults\b/,
  },
  {
    find: new RegExp(
      `\\b${CHILDREN} (?:are |is )?(?:not|strictly not|aren't|isn'?t|un) ?(?:allowed|permitted|accepted|welcome|suitable|possible|ok)\\b${SOME_PLACE}`,
    ),
    isPlain: true,
  },
  {
    find: /\bnot (?:suitable|suited|ideal|good|appropriate|recommended|meant|fit) for (?:an? )?(?:small |young |little )?(?:kids|child|children|babies|infants|toddlers|families|family|elderly|seniors?|old people|handicapped|disabled|wheelchair users?)\b|\bchildless\b|\b(?:child|kid|baby)[ -]free\b|\bwithout (?:kids|children)\b|\bcan'?t (?:have|accept|take) (?:kids|children|babies|families)\b|\bnot renting to (?:families|people with (?:kids|children))\b/,
    isPlain: true,
  },
  { find: new RegExp(`\\b${GROUPS}${PEOPLE}{0,2}${ONLY}${NEARNESS}${NOT_A_GYM}`), unless: EVERYBODY },
  {
    find: new RegExp(
      `\\b${WISH}${SOME} (?:${ORIGINS}(?:(?:,? (?:or|and|&)|,|\\/) ?${GROUP}){0,3}[ -]?${PERSON}|(?:${FAITHS})(?:${PEOPLE}|(?=$|,| only| please| pls| or| and)))\\b${NOT_A_PLACE}`,
    ),
    unless: EVERYBODY,
  },
  {
    find: new RegExp(
      `\\b(?:only|must be|strictly|prefer(?:ably|red|s)?|looking for|seeking)(?: an?| for| to)? (?:practi[cs]ing )?${FAITHS}\\b${NOT_A_PLACE}`,
    ),
    unless: EVERYBODY,
  },
  {
    find: new RegExp(`\\b(?:prefer(?:ably|red)?|we prefer)(?: to)?(?: an?)? ${ORIGINS}(?=$|,| please| pls| sorry)`),
    unless: EVERYBODY,
  },
  { find: new RegExp(`\\bno ${FAITHS}\\b${NOT_A_PLACE}`), isPlain: true },
  {
    find: new RegExp(
      `\\b(?:white|black|brown)${PEOPLE}{1,2} (?:only|preferred)\\b|\\bno (?:whites|blacks|(?:white|black|brown)${PEOPLE})\\b`,
    ),
    isPlain: true,
  },
  {
    find: new RegExp(
      `\\bno (?:${ORIGINS}(?:${PEOPLE}|(?=$|,| please| pls))|immigrants?|newcomers?|new immigrants?|refugees?|foreigners?|international students?|asylum seekers?)\\b${NOT_A_PLACE}`,
    ),
    isPlain: true,
  },
  {
    find: /\b(?:canadian citizens?|citizens?(?: or pr)?|permanent residents?|pr holders?|canadian born)(?: holders?)? only\b|\bonly (?:canadian )?(?:citizens|permanent residents)\b/,
  },
  // Sex.
  {
    find: new RegExp(
      `\\b(?:single |working |young |mature )?${WOMEN_OR_MEN}(?: (?:students?|tenants?|roommates?|professionals?|renters?|housemates?|occupants?|occupancy|person|people|individuals?))?(?: room)?${ONLY}${NOT_A_GYM}`,
    ),
    unless: EVERYBODY,
  },
  {
    find: new RegExp(
      `\\b(?:only|prefer(?:ably|red|s|ence)?(?: is| for)?|looking for|seeking|wanted|strictly(?: for)?|(?:suitable|available|ideal|good|best|perfect|great|suited) (?:only )?for|suits?|(?:rooms?|beds?|accommodations?|space|apartment|apt|unit|bsmt|basement|place|suite|studio|bachelor|home|rent|spot)(?: available| avail)? for|, for)${SOME} (?:females?|males?|girls?|boys?|ladies|lady|women|woman|men|man|gentlem[ae]n)(?: (?:students?|tenants?|roommates?|professionals?|only))?(?=$|,|\\)| to| only| in| who| as| since| please| pls| or| and| for| preferred| near| -|\\/)`,
    ),
    unless: new RegExp(
      `${EVERYBODY.source}|\\b(?:men|males?|boys) (?:or|and|&) (?:women|females?|girls)\\b|\\b(?:women|females?|girls?) (?:or|and|&) (?:men|males?|boys?)\\b|\\bmale\\/female\\b|\\b(?:hospital|college|shelter|ymca|ywca)\\b`,
    ),
  },
  {
    find: /^ ?(?:females?|males?|girls?|boys?|ladies|women|gentlem[ae]n)(?: students?| tenants?| roommates?)?(?: only)? ?$/,
  },
  {
    find: /\bno (?:males?|men|boys|guys|females?|women|girls)\b(?! (?:and|or) (?:women|men|females|males))(?!'s)/,
    isPlain: true,
  },
  // Family, marriage, orientation.
  {
    find: /\b(?:no|not for|not suitable for|sorry no|we don'?t (?:take|accept)) (?:kids |pets |smokers |guests )?(?:(?:or|and|,) )?couples?\b(?! (?:counsel|therapy|massage))|\bcouples:? no\b|\bcouples? (?:are |is )?not (?:allowed|accepted|welcome|permitted)\b|\b(?:no|only) (?:un)?married\b|\bmarried (?:couples? |people |tenants? )?only\b|\bunmarried\b.{0,20}\bnot\b/,
    isPlain: true,
  },
  {
    find: /\bno (?:gays?|lesbians?|homosexuals?|lgbtq?|transgender)\b|\bstraight (?:people|couples?|men|women|males?|females?) only\b|\bno single (?:moms?|mothers?|parents?|dads?|fathers?)\b|\b(?:christian|family|traditional) values only\b/,
    isPlain: true,
  },
  // Where the money comes from, and disability.
  {
    find: /\bno (?:(?:people|one|tenants|applicants)? ?(?:on|with) )?(?:odsp|ow|ontario works|welfare|social assistance|social services|government assistance|public assistance|subsidy|subsidies|disability|disabilities|disabled(?: people)?|handicapped|service (?:dogs?|animals?)|mental (?:illness|health)|wheelchairs?(?! (?:access|ramp|lift|entr)))\b|\bable[ -]bodied\b|\b(?:odsp|welfare|ontario works|social assistance|disability|subsid(?:y|ies)|ow) (?:is |are |people |recipients? )?(?:not |no )(?:accepted|welcome|allowed|please|pls|considered)\b|\b(?:do not|don'?t|dont|not|cannot|can'?t) (?:accept|take|rent to|accepting)(?: [a-z]{1,8}){0,3} (?:odsp|welfare|ontario works|social assistance|ow|government assistance|subsidy)\b/,
    isPlain: true,
  },
  {
    find: /\bwheelchair (?:persons?|people|users?)(?: (?:is|are))? (?:not|no|can'?t|cannot)\b|\bno (?:wheelchair|disabled|handicapped) (?:persons?|people|users?|tenants?)\b|\b(?:disabled|handicapped)(?: (?:people|persons?|tenants?))? not (?:possible|accepted|suitable|allowed)\b/,
    isPlain: true,
  },
  // Age.
  {
    find: /\bno (?:seniors?|elderly|retirees|old (?:people|persons?|folks?))\b(?! (?:discounts?|homes?|residences?))|\b(?:must be|tenants?|only|age|aged|people|anyone)(?: aged?)? (?:under|over|below|above) (?:the age of )?(?:2[1-9]|[3-9]\d)\b(?! ?(?:k|%|minutes|mins|min|percent|,|\d|dollars|sq|years? lease|\/))|\b(?:2[0-9]|3\d|4\d) ?(?:to|-) ?(?:[3-6]\d) years? old\b.{0,20}\b(?:only|preferred)\b/,
    isPlain: true,
  },
  {
    find: /(?:只|仅|僅)(?:限)?(?:租|出租|招|要|接受)?(?:给|予)?.{0,4}(?:华人|中国人|国人|女生|女性|男生|男性|女士|女|单身女|留学生)|限(?:女生|女性|男生|男性|华人|单身|女)|(?:女生|女性|男生|华人|女士)(?:优先|only)|(?:不接受|谢绝|不租|不要|无|不带)(?:给)?(?:小孩|孩子|儿童|情侣|夫妻|男生|黑人|印度人|老人|老外)/,
    isPlain: true,
  },
  {
    find: /\b(?:femmes?|filles?|hommes?|etudiantes) (?:seulement|uniquement|preferees?)\b|\b(?:pas d'|sans )enfants?\b|\b(?:solo|solamente) (?:para )?(?:mujeres|chicas|hombres|damas|senoritas|latinos|hispanos)\b|\bsin ninos\b|\bno ninos\b|ਕੁੜੀਆਂ ਲਈ/,
    isPlain: true,
  },
];

/** Who is meant by a wish that leaves others out, without naming a ground of the Code. */
const WELL_OFF =
  "(?:(?:[a-z-]{3,12} ){0,4}(?:professionals?(?! (?:cleaned|managed|painted|kitchen|gym|range|gas))|executives?|academics?)|(?:mature|older|young|working|employed)(?:,? (?:and |& |or )?[a-z-]{3,12}){0,2} (?:persons?|people|tenants?|couples?|singles?|ladies|lady|individuals?|adults?|men|man|women|woman|gentlem[ae]n|family|students?)|(?:(?:single|clean|quiet|responsible|tidy|one|nice|serious|respectful|non[ -]?smoking|and) ){1,3}(?:working|employed|mature) (?:couples?|single|persons?|people|tenants?|individuals?|ladies|lady|man|men|wom[ae]n|adults?)|(?:working|employed) (?:couples?|single)|(?:quiet |elderly |senior |mature )?retired (?:couples?|persons?|people|ladies|lady|man|woman|single)|(?:young|newlywed) couples?|newlyweds|retirees|empty nesters|(?:tidy |quiet |serious |mature |responsible |clean )?(?:grad(?:uate)?|full[ -]?time|university|college|medical|phd) students?)";
const SUITS =
  "(?:would suit|suits?|ideal(?! (?:location|place|spot|home))|suited (?:for|to)|suitable for|ideal for|ideal tenants? (?:is|are|would be)|ideally|perfect for|best for|great for|good for|geared (?:to|towards?)|tailored (?:to|for)|looking for|seeking|searching for|prefer(?:s|red|ably|ence)?(?: to| is| for)?|we want|want|wanted:?|tenants? (?:should|must|to|need to|has to|have to) be|(?:great|good|perfect|ideal) (?:fit|home|space|place|spot|unit|choice|option) for|meant for|reserved for|available (?:to|for)|only (?:for|to)|rent(?:ing)? to|must be|for)";

/** Wording that may leave out people whom the Code protects; often it is no more than clumsy. */
const HINTS: SignalRule[] = [
  {
    find: new RegExp(`\\b${SUITS}(?: an?| one| the| only| to| our| your| either| any| 1| 2| two){0,2} ${WELL_OFF}\\b`),
    unless: EVERYBODY,
  },
  {
    find: new RegExp(
      `\\b${WELL_OFF}(?:(?: or|,|\\/) ?(?:[a-z]{3,10} ){0,2}(?:couples?|persons?|tenants?|students?|famil(?:y|ies)|singles?))?${ONLY}`,
    ),
    unless: EVERYBODY,
  },
  {
    find: /\bonly (?:to )?(?:working |young |quiet |full[ -]?time ){0,2}(?:professionals?|students?|working (?:people|couples?|persons?))\b/,
    unless: EVERYBODY,
  },
  {
    find: /\b(?:(?:full|part)[ -]?time |international |university |college |grad(?:uate)? |uoft |u of t |tmu |york |working )?students? (?:only|preferred|prefered)\b|\bprefer(?:ably|s|red)? (?:an? )?(?:[a-z-]{3,12} ){0,2}students?\b|\bstudents? or (?:working )?professionals? (?:only|preferred)\b/,
    unless: EVERYBODY,
  },
  {
    find: /\bmust be (?:employed|working|a (?:working |young )?professional|fully employed)\b(?! (?:when|order|condition))(?! (?:appliances|smoke))|\bfull[ -]time (?:employment|job) (?:is )?(?:required|a must|mandatory)\b|\b(?:employed|working) (?:people|persons?|tenants?|applicants?|couples?|singles?|individuals?) (?:only|preferred|pls|please)\b|\bno students\b|\bprefer(?:s|red|ably|ence)? (?:is |for |to )?(?:someone|somebody|people|tenants?|persons?|a person) (?:who |that |with |is |are )?(?:a )?(?:working|works?|employed|full[ -]?time|steady|stable|professional|studying)\b|\b(?:(?:small|quiet|single|elderly|senior|mature|young|one) ){0,2}(?:famil(?:y|ies)|couples?|seniors?|singles) (?:only|preferred|prefered)\b|\bmust have (?:a )?(?:full[ -]time|permanent|stable) job\b/,
    isPlain: true,
  },
  {
    find: /\benglish[ -]speaking (?:only|preferred|required)\b|\bmust speak english\b|\b(?:vegetarians?|veg|pure veg)(?: (?:family|families|people|tenants?|persons?|students?))? ?(?:only|preferred|prefered)\b|\bpure[ -]veg(?:etarian)?\b|\bprefer(?:ably|red|s)? (?:an? )?(?:pure )?(?:veg|vegetarians?|vegans?|halal)\b|\b(?:no|only) (?:non[ -]?veg(?:etarian)?|vegetarians?|meat|beef|pork)\b(?! (?:restaurants?|shops?|stores?))/,
    isPlain: true,
  },
];

/** What the Code does not allow, or may not, by the code of its note. */
export const PEOPLE_RULES = { discrimination: REFUSALS, discrimination_hint: HINTS };
