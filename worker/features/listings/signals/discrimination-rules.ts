import type { SignalRule } from "../../../contracts/signal-rules.ts";

// Indirect exclusions without 'no' or 'only', by children, age, origin, work and health. All repetitions are bounded.

const LITTLE =
  "(?:little (?:ones|kids|feet|legs)|(?:small |young |little |active |noisy )?(?:kids?|child(?:ren)?|babies|baby|infants?|toddlers?|newborns?|teens|teenagers)|strollers?|(?:large |big |young |growing )?famil(?:y|ies)|seniors?|elderly(?: people)?|older (?:people|folks|persons)|wheelchairs?|walkers|anyone with (?:[a-z]{1,10} ){0,2}(?:kids|children|mobility|disabilit\\w{1,3}|knees)|(?:people|those) with (?:[a-z]{1,10} ){0,2}(?:kids|children|disabilit\\w{1,3}|mobility))";
const WELCOME =
  /\b(?:everyone|everybody|all (?:are )?welcome|anyone (?:is )?welcome|kids welcome|children welcome|families welcome|welcome (?:kids|children|families)|we love (?:kids|children)|child[ -]?proof|stairs gate|not a problem|no problem|up to you|you decide|you judge)\b/;
const KIND =
  "(?:(?:like[ -]?minded|similar(?:ly)?[ -](?:minded|aged?)|same[ -](?:age|minded|background|culture|religion|faith|community|language|country)|god[ -]?loving|church[ -]?(?:going|goers?)|(?<!non-)observant|religious|spiritual|family[ -]oriented|career[ -](?:minded|oriented|focused)|settled|well[ -](?:established|employed|settled)|salaried|steadily employed|white[ -]collar|middle[ -]aged?) (?:[a-z]{3,10} )?(?:persons?|people|individuals?|tenants?|someone|couples?|famil(?:y|ies)|wom[ae]n|m[ae]n|folks|lad(?:y|ies)|singles?))";

/** Hints found by their subject more than by the group. */
const MILDER_HINTS: SignalRule[] = [
  {
    // 'It may not be a good fit for little ones', 'too steep for kids', 'more of an adult space'
    find: new RegExp(
      `\\b(?:not|isn'?t|aren'?t|never|wouldn'?t be|won'?t be|hardly|less|probably not|un|doesn'?t|don'?t)(?: [a-z]{1,10}){0,4}? ?(?:fit|suit(?:ed|able|s)?|ideal|good|great|best|right|practical|set up|meant|made|appropriate|advis(?:ed|able)|recommend(?:ed)?|comfortable|geared|designed|work(?: well)?|safe)(?: [a-z]{1,8})? (?:for|to|with) (?:an? |the |your )?${LITTLE}\\b|\\btoo (?:small|noisy|steep|quiet|tight|narrow|cramped|delicate|nice|thin)\\b.{0,20}\\b(?:for|with) (?:an? )?${LITTLE}\\b|\\b(?:more of an?|an?) adults?[ -](?:space|home|place|environment|oriented|household)\\b|\\b(?:better|best|more) (?:suited|suitable)? ?(?:for|to|without) (?:people |tenants |someone |couples |adults )?(?:without|with no) (?:kids|children|little ones)\\b|\\b(?:without|no) (?:kids|children|little ones) (?:would be )?(?:ideal|preferred|best|please)\\b`,
    ),
    unless: WELCOME,
    isPlain: true,
  },
  {
    // 'Somebody in a similar walk of life', 'someone from back home'
    find: /\b(?:someone|somebody|people|persons?|tenants?|folks|couples?|student|lady|family|neighbou?rs?|fit) (?:(?:who|that|is|are|in|of|from|at|with|who's|like|as) ){1,3}(?:a |an |the |our |my |us |your )?(?:(?:similar|same|like|comparable) (?:walk of life|age|stage|life ?style|background|culture|faith|values|community|interests|life stage|place in life|mind)|back home|own (?:community|culture|country|kind)|(?:our|my|same) (?:community|culture|country|faith|religion|language|age|background|church|mosque|temple|gurdwara|values)|us(?=$|,)|(?:their|his|her) (?:[a-z]{3,7} )?(?:20|30|40|50|60)'?s|(?:twenties|thirties|forties|fifties|sixties))\b|\b(?:share|shares|understands?|respects?|knows?|follows?) (?:our|my|the) (?:culture|faith|religion|values|language|traditions?|beliefs)\b|\bcultural(?:ly)? (?:fit|match|similar)\b|\bspeaks? (?:our|the same|my) language\b/,
    unless: /\b(?:moving|moved|neighbou?rs are|all (?:backgrounds|ages)|any (?:age|background))\b/,
  },
  {
    find: new RegExp(
      `\\b(?:${KIND}|(?:age|aged|ages)(?: group| range)?:? (?:of |between )?(?:18|19|2\\d|3\\d|4\\d|5\\d) ?(?:to|-|and|\\+|plus) ?(?:[2-7]\\d)?(?! ?(?:years? old (?:building|house|roof)|min|%|sq))|(?:someone|somebody|people|tenants?|persons?|lady|woman|man|male|female|anyone) (?:over |under |above |below |around )?(?:2[1-9]|[3-7]\\d) ?(?:\\+|plus|(?:and|or) (?:over|up|older|above|under|younger)|-[3-7]\\d))`,
    ),
    unless: new RegExp(
      `${WELCOME.source}|\\b(?:discount|neighbou?rs|building is|(?:house|room|flat)mates|all sorts)\\b`,
    ),
  },
  {
    // Occupations and daily routines.
    find: /\b(?:prefer\w{0,5}|ideal\w{0,2}|looking for|hoping for|want|suits?|seek(?:ing|s)?|best|perfect|only|must|need|priority)\b(?: [a-z'-]{1,12}){0,6}? (?:works? (?:days|full[ -]time|in (?:an? )?office|outside|nights)|day ?(?:jobs?|shifts?|workers?)|(?:9|nine)[ -](?:to[ -])?(?:5|five)|out (?:of the house )?(?:in|during) (?:the )?day(?:time)?|away (?:during|in) the day|steady (?:pay ?che(?:que|ck)|income|salary|work)|stable (?:pay ?che(?:que|ck)|employment|salary|work)|(?:two|dual|double)[ -]incomes?|good careers?|professional (?:careers?|jobs?|backgrounds?)|office jobs?|in (?:a |the )?(?:medical|healthcare|tech|finance|legal) (?:field|profession|industry)|empty[ -]?nesters?|snow ?birds?)\b|\b(?:dual|double|two)[ -]income (?:couples?|households?|famil(?:y|ies))\b|\bincome from (?:a )?(?:job|employment|work) (?:only|please|pls)\b/,
    unless: WELCOME,
  },
];

// Refused and discouraged groups (Human Rights Code, ss. 2 and 13). All repetitions are bounded.

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
const CHILDREN = "(?:kids?|children|childrens|babies|baby|infants?|toddlers?|teenagers?|famil(?:ies|ys))";
const WOMEN_OR_MEN = "(?:females?|males?|girls?|boys?|ladies|lady|women|woman|men|man|gentlem[ae]n|guys|gents)";
const ONLY =
  "(?: (?:is|are|pls|please|will be|would be))?(?: (?:strictly|highly|pls|please))?[ -](?:only|preferred|prefered|preferably|prefer|wanted|required|needed|priority|preferrable|preferable)\\b";
const NOT_A_GYM = "(?! (?:gym|fitness|hours|section|studio|spa|floor|pool|washroom|residence next|college))";
/** Inclusive wording: 'Everybody, whether men or women' */
const EVERYBODY =
  /\b(?:doesn'?t matter|does not matter|don'?t (?:care|mind)|no matter|whoever|everyone (?:is )?(?:welcome|can apply)|any ?one (?:can|is|may)|all (?:are )?welcome|anyone|everybody|any (?:gender|nationality|community|background|religion)|all (?:backgrounds|nationalities|genders)|welcome to apply|(?:allowed|welcome|ok|fine) too)\b/;
const WISH =
  "(?:only|must be|strictly|prefer(?:ably|red|s|ring|ence)?(?: is| given| for| to)?|looking for|seeking|searching for|wants?|wanted:?|need(?:s|ed)?|(?:only )?(?:rent|give|lease)(?:ing)?(?: it| this)? (?:only )?to|available (?:only )?(?:for|to)|only (?:for|to)|suitable only for|open (?:only )?to|reserved for|for)";
const SOME =
  "(?: (?:an?|one|only|some|the|clean|quiet|good|nice|small|young|working|single|fellow|decent|responsible|practi[cs]ing|observant|another|to|for|with)){0,3}";

/** Refusals on a protected ground. */
const REFUSALS: SignalRule[] = [
  {
    find: new RegExp(
      `${NOT_OURS}\\bno (?:(?:pets?|smok(?:ing|ers?)|dogs?|cats?|couples?|part(?:y|ies)|drugs?)(?:,| or| and|\\/| &) ?(?:no )?){0,2}(?:small |young |little |noisy )?${CHILDREN}\\b(?!'?s?'? ?(?:bikes?|bicycles?|strollers?|shoes|ball|noise from|playground|play|area|room|furniture|under \\d{1,2}(?= (?:in|on|at|without|un))|unattended|unsupervised|upstairs|above|below|next|left|toys|problem|size))${SOME_PLACE}`,
    ),
    unless: EVERYBODY,
    isPlain: true,
  },
  {
    find: /\badults?[ -](?:people )?only\b(?! (?:pools?|gym|swim|hours|floor|lounge|spa|hot tub|area))|\bonly (?:for )?(?:mature )?adults\b/,
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
      `\\b(?:only|prefer(?:ably|red|s|ence)?(?: is| for)?|looking for|seeking|wanted|strictly(?: for)?|(?:suitable|ideal|suited) only for|available (?:only )?for|(?:rooms?|beds?|accommodations?|space|apartment|apt|unit|bsmt|basement|place|suite|studio|bachelor|home|rent|spot)(?: available| avail)? for|, for)${SOME} (?:females?|males?|girls?|boys?|ladies|lady|women|woman|men|man|gentlem[ae]n)(?: (?:students?|tenants?|roommates?|professionals?|only))?(?=$|,|\\)| to| only| in| who| as| since| please| pls| or| and| for| preferred| near| -|\\/)`,
    ),
    unless: new RegExp(
      `${EVERYBODY.source}|\\b(?:men|males?|boys) (?:or|and|&) (?:women|females?|girls)\\b|\\b(?:women|females?|girls?) (?:or|and|&) (?:men|males?|boys?)\\b|\\bmale\\/female\\b|\\b(?:hospital|college|shelter|ymca|ywca)\\b`,
    ),
  },
  {
    // A home that suits a group; for one gentleman it is only a hint.
    find: new RegExp(
      `\\b(?:(?:suitable|ideal|good|best|perfect|great|suited) for|suits?)(?: (?:only|an?|one|working|young|single|quiet|clean|the|two|2)){0,3} (?:females?|males?|girls?|boys?|ladies|women|men|gentlemen)\\b`,
    ),
    unless: new RegExp(
      `${EVERYBODY.source}|\\b(?:men|males?|boys) (?:or|and|&) |\\b(?:women|females?|girls|ladies) (?:or|and|&) (?:men|males?|boys?|gent)`,
    ),
  },
  {
    find: /^ ?(?:females?|males?|girls?|boys?|ladies|women|gentlem[ae]n)(?: students?| tenants?| roommates?)?(?: only)? ?$/,
  },
  {
    find: /\bno (?:males?|men|boys|guys|females?|women|girls)\b(?! (?:and|or) (?:women|men|females|males))(?!'s)/,
    isPlain: true,
  },
  // Family, marital status, orientation.
  {
    find: /\b(?:no|not for|not suitable for|sorry no|we don'?t (?:take|accept)) (?:kids |pets |smokers |guests )?(?:(?:or|and|,) )?couples?\b(?! (?:counsel|therapy|massage))|\bcouples:? no\b|\bcouples? (?:are |is )?not (?:allowed|accepted|welcome|permitted)\b|\b(?:no|only) (?:un)?married\b|\bmarried (?:couples? |people |tenants? )?only\b|\bunmarried\b.{0,20}\bnot\b/,
    isPlain: true,
  },
  {
    find: /\b(?:prefer(?:s|red|ably|ence)?(?: is| for)?|looking for|seeking|seeks|only|must be)(?: an?| one| to)?(?: (?:quiet|nice|young|mature|older|clean|respectable|god[ -]fearing)){0,2} (?:legally )?married (?:couples?|people|persons?)\b|\bno (?:common[ -]law|unwed|boyfriends?|girlfriends?)\b|\b(?:prefer\w{0,5}|looking for|seeking|want|only)\b.{0,40}\b(?:between|aged?|ages?)(?: between)? (?:2\d|3\d|4\d) ?(?:to|and|-) ?[3-7]\d\b/,
    unless: EVERYBODY,
  },
  {
    find: new RegExp(
      `\\b(?:someone|somebody|persons?|people|tenants?|family|couple)(?: who is| that is| who are)?(?: (?!near|next|from|in\\b|at\\b)[a-z]{2,12},?){0,4} (?:${FAITHS}|god[ -]fearing|church[ -]going)\\b${NOT_A_PLACE}|\\b(?:god[ -]fearing|church[ -]going) (?:persons?|people|tenants?|famil(?:y|ies)|couples?|individuals?)\\b`,
    ),
    needs: /\b(?:looking|want|need|waiting|prefer|seek\w{0,3}|only|must|by|for|responsible)\b/,
    unless: EVERYBODY,
  },
  {
    find: new RegExp(
      `\\b(?:prefer(?:s|red|ably|ence)?(?: is| for)?|looking for|seeking|seeks|want|need)(?: an?| one| some| only)?(?: [a-z]{3,11}){0,2}? ${WOMEN_OR_MEN} (?:students?|tenants?|professionals?|roommates?|housemates?|workers?)\\b`,
    ),
    unless: new RegExp(
      `${EVERYBODY.source}|\\b(?:male|men|boys?|gentlem[ae]n) (?:or|and|&) (?:female|women|girls?|lad(?:y|ies))|\\b(?:female|women|girls?|lad(?:y|ies)) (?:or|and|&) (?:male|men|boys?|gentlem[ae]n)`,
    ),
  },
  {
    find: /\bno (?:gays?|lesbians?|homosexuals?|lgbtq?|transgender)\b|\bstraight (?:people|couples?|men|women|males?|females?) only\b|\bno single (?:moms?|mothers?|parents?|dads?|fathers?)\b|\b(?:christian|family|traditional) values only\b/,
    isPlain: true,
  },
  // Source of income, and disability.
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

/** Groups in exclusionary wishes that are not a protected ground. */
const WELL_OFF =
  "(?:(?:[a-z-]{3,12} ){0,4}(?:professionals?(?! (?:cleaned|managed|painted|kitchen|gym|range|gas))|executives?|academics?)|(?:mature|older|young|working|employed)(?:,? (?:and |& |or )?[a-z-]{3,12}){0,2} (?:persons?|people|tenants?|couples?|singles?|ladies|lady|individuals?|adults?|men|man|women|woman|gentlem[ae]n|family|students?)|(?:(?:single|clean|quiet|responsible|tidy|one|nice|serious|respectful|non[ -]?smoking|and) ){1,3}(?:working|employed|mature) (?:couples?|single|persons?|people|tenants?|individuals?|ladies|lady|man|men|wom[ae]n|adults?)|(?:working|employed) (?:couples?|single)|(?:quiet |elderly |senior |mature )?retired (?:couples?|persons?|people|ladies|lady|man|woman|single)|(?:young|newlywed) couples?|newlyweds|retirees|empty nesters|(?:tidy |quiet |serious |mature |responsible |clean )?(?:grad(?:uate)?|full[ -]?time|university|college|medical|phd) students?|post[ -]?grad(?:uate)?s?)";
const SUITS =
  "(?:would suit|suits?|ideal(?! (?:location|place|spot|home))|suited (?:for|to)|suitable for|ideal for|ideal tenants? (?:is|are|would be)|ideally|perfect for|best for|great for|good for|geared (?:to|towards?)|tailored (?:to|for)|looking for|seeking|searching for|prefer(?:s|red|ably|ence)?(?: to| is| for)?|we want|want|wanted:?|tenants? (?:should|must|to|need to|has to|have to) be|(?:great|good|perfect|ideal) (?:fit|home|space|place|spot|unit|choice|option) for|meant for|reserved for|available (?:to|for)|only (?:for|to)|rent(?:ing)? to|must be|for)";

const ADJECTIVE =
  "(?:mature|adult|working|employed|professional|retired|senior|elderly|older|younger|young|single|career[ -][a-z]{3,10}|mid[ -]career|established|full[ -]time|childless|newlywed)";
const SOMEONE =
  "(?:persons?|people|individuals?|tenants?|renters?|applicants?|occupants?|adults?|couples?|pairs?|singles?|ladies|lady|women|woman|men|man|gentlem[ae]n|gents?|females?|males?|girls?|guys?|types?|famil(?:y|ies)|folks?|roommates?|housemates?|type|professionals?|executives?|academics?|students?)";
const WISHED =
  "(?:(?:best |well |better |most |ideally |perfectly )?(?:suit(?:s|ed|able)?|geared|tailored|aimed|catering|cater)(?: (?:to|for|towards?|at))?|ideal(?:ly)?(?: (?:for|tenants?|renters?|candidates?|applicants?))?(?: (?:is|are|would be|will be|for))?|perfect (?:for|tenants?)(?: (?:is|are|would be))?|(?:great|good|best|nice|excellent) (?:for|fit for)|prefer(?:s|red|ably|ring|ences?)?(?: (?:is|to|for|given to|given|goes to|tenants?|renters?))?(?: is| are| to| for)?|priority (?:is )?(?:given )?(?:to|for)|looking (?:for|to rent to)|seeks?|seeking|searching for|hoping (?:for|to find)|requires?|desires?|we(?:'d| would) (?:like|love)|wants?|wanted|wish(?:es|ing)?(?: for)?|target(?:ing)?|available (?:only )?(?:to|for)|only(?: (?:for|to|rent(?:ing)? to|accept(?:ing)?))?|rent(?:ing|ed)? (?:only )?to|reserved for|must be|should be|intended for|meant for|designed for|for|tenant profile|tenant type)";

/** Wording that may exclude protected groups but is often only clumsy. */
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
    // 'The landlord seeks a single executive', 'prefer retired or working person', 'would suit an older, quieter person'
    find: new RegExp(
      `\\b${WISHED} ?[:-]?(?: (?!in\\b|at\\b|near\\b|with\\b|from\\b|who\\b|by\\b|not\\b|no\\b|bed\\b|i\\b|we\\b)[a-z0-9-]{1,12},?){0,4}? ${ADJECTIVE},?(?: (?!bed|room|home|house|detached|garage|oven|car|pane|sink|level|stor(?:y|ey))[a-z/-]{2,13},?){0,3}? ${SOMEONE}\\b`,
    ),
    unless: new RegExp(`${EVERYBODY.source}|\\bsingle (?:famil|bed|car|garage|detached|home|house|room|pane|sink)`),
  },
  {
    // 'Professional tenants only', 'a retired couple would be perfect'
    find: new RegExp(
      `\\b(?:${ADJECTIVE}(?: [a-z-]{2,12}){0,2}? ${SOMEONE}|${ADJECTIVE} (?:person|type)s?|(?:executive|professional|academic|student)s?(?: types?)?)(?:${ONLY}|(?: would be| is| are| will be)? (?:perfect|ideal|best suited|wanted|preferred|sought|desired)\\b)`,
    ),
    unless: EVERYBODY,
  },
  {
    find: /\b(?:looking for|seeking|seeks|want|wants|searching for|prefer\w{0,4}|ideal for|perfect for|suits?)(?: (?!student|in\b|near\b|with\b|at\b)[a-z]{1,12}){0,5} (?:professionals?|executives?|academics?|retirees?|pensioners?)\b(?! (?:cleaned|managed|painted|cleaning|building|kitchen|roommate))|\b(?:someone|somebody|person|tenant) (?:who|that) (?:works?|is (?:working|out|away)|goes to work|has an? (?:[a-z0-9-]{2,10} ){0,3}(?:job|employment|career))\b|\b(?:tenants?|applicants?|renters?|occupants?|you) (?:must|should|needs? to|ha(?:s|ve) to) (?:be |have )(?:an? )?(?:working|employed|retired|single|mature|professional|student|(?:full[ -]time|steady|stable|permanent|good) (?:job|employment|work))\b|\bmust have (?:an? )?(?:good |steady |stable |full[ -]time |permanent )?(?:job|employment)\b(?! (?:letter|proof|verif))|\bonly (?:suitable |good |big enough |enough )?for (?:one|1|an?|single|a single) ?(?:single )?(?:person|individual|occupant|adult)\b|\bboth (?:are )?(?:working|employed|professionals?)\b(?! (?:fireplaces|elevators))|\benglish[ -]speaking(?: [a-z]{3,12}){0,2} (?:only|preferred|required|wanted)\b/,
    unless: EVERYBODY,
  },
  {
    find: new RegExp(
      `\\b(?:best|ideal(?:ly)?|perfect|suit(?:s|ed|able)?|prefer\\w{0,5}|preference|priority|geared|only|reserved|seeks|seeking|wanted:?)(?: (?:for|to|is|given|goes|are|only|tenants?|an?|the|our|your|quiet|clean|one|single|tidy|responsible)){0,4} (?:(?:(?!newcomer)[a-z-]{3,12},? (?:or|and|&) )?(?:(?:grad(?:uate)?|university|college|international|full[ -]time|part[ -]time|medical|phd|mature) )?(?:students?|professionals?(?! (?:cleaned|managed|painted))|executives?|academics?|retirees?|pensioners?|seniors?|bachelors?(?! (?:apartment|apt|unit|suite|pad))|newlyweds|empty[ -]nesters))\\b(?! (?:residence|area|budget|housing|district|transit|discount|apartment|centre|center|building))`,
    ),
    unless: EVERYBODY,
  },
  {
    find: /\b(?:one|single|1)[ -](?:persons?|occupants?|adult|individual|tenant) (?:only|pls|please)\b|\bonly (?:for |suitable for |to )?(?:a |one |1 ){0,2}single (?:person|tenant|occupant|individual|adult)\b|\bsingle occupancy only\b|\badults?[ -](?:lifestyle|building|oriented|living)\b|\bmature (?:building|community|adult building|residents?)\b|\b(?:professionals?|students?)(?:,? (?:or|and|&) (?:[a-z]{3,10} )?(?:professionals?|students?|workers?))? (?:please|pls)(?=$|,)|^ ?(?:perfect )?for (?:(?:students?|professionals?|retirees|seniors)(?: (?:or|and|&) )?){1,2} ?(?=$|,)|^ ?(?:for )?(?:an? |one )?(?:(?:single|quiet|clean),? (?:and )?){0,2}(?:working|mature|professional|retired),? (?:(?:or |and )?(?:single|working|mature|professional|retired|quiet) ){0,2}(?:persons?|people|male|female|man|woman|lady|gentleman|couple|tenants?|individual|adults?)(?: (?:or|and) (?:male|female|couple|man|woman|lady|single|professional|student))? ?(?=$|,)|\b(?:5\d|60) ?(?:\+|plus) (?:building|community|lifestyle|only)\b|\bnot an? (?:student|couple)\b|\b(?:someone|somebody|tenants?|persons?|people) (?:who is |that is |who are )?(?:young|mature|working|employed|single|retired)\b(?! (?:from|on|at|in|near|here|upstairs))|\bestablished in (?:your |their |a )?career\b|\bincome (?:must|has to|should|needs to) (?:be|come) from\b|\bemployment income only\b|\b(?:no|not) (?:shift|night) workers?\b|\bmust have (?:a )?working income\b|\bnot (?:really|very|ideally|too|so|the (?:most|best)) (?:suitable|suited|ideal|good|great|practical|safe|fit)(?: place)? for (?:an? )?(?:small |young |little )?(?:kids|child|children|babies|infants|toddlers|families|seniors?|elderly)\b|\b(?:prefer\w{0,5}|ideal for|looking for|perfect for|suits?|suitable for|only|seeking)(?: an?| one| for| only)?(?: [a-z]{3,12}){0,2}? (?:office|government|govt|gov't|hospital|bank|tech|factory|day|health ?care|airport) (?:workers?|employees?|staff)\b|\b(?:decent|respectable|cultured|good) famil(?:y|ies) (?:only|preferred|wanted)\b|\b(?:downsizers?|snowbirds|nurses?|doctors?|teachers?|engineers?|hospital staff|postdocs?|scholars?|interns?)(?:,? (?:or|and|&) [a-z]{4,12})? (?:only|preferred|prefered|wanted)\b|\bmust be (?:single|retired|mature|a professional)\b/,
    unless: EVERYBODY,
    isPlain: true,
  },
  {
    find: /\b(?:needs?|must have|requires?|required:?|only|without|consider)(?: (?:a|an|the|good|established|proof of|at least|\d years?|years? of)){0,4} canadian (?:credit|job|work|employment|rental|landlord|references?|experience|income|guarantor|co-?signer)\b|\bcanadian (?:credit|job|work|employment|rental|landlord)(?: [a-z]{3,12}){0,3} (?:is |are )?(?:required|needed|a must|only|mandatory)\b/,
    unless: new RegExp(
      `${EVERYBODY.source}|\\b(?:not required|no problem|not needed|not necessary|ok|fine|newcomers? (?:welcome|friendly))\\b`,
    ),
  },
  {
    find: /\b(?:fluent|good|proper|native) english (?:is )?(?:required|only|a must|needed)\b|\bmust (?:speak|know|understand) (?:good |fluent |some )?english\b|\benglish speakers? (?:only|preferred)\b/,
    unless: EVERYBODY,
  },
  {
    find: /\bonly (?:to )?(?:working |young |quiet |full[ -]?time ){0,2}(?:professionals?|students?|working (?:people|couples?|persons?))\b/,
    unless: EVERYBODY,
  },
  {
    find: /\b(?:(?:full|part)[ -]?time |international |university |college |grad(?:uate)? |uoft |u of t |tmu |york |working )?students? (?:only|preferred|prefered)\b|\bprefer(?:ably|s|red)? (?:an? )?(?:[a-z-]{2,12},? ){0,4}students?\b|\bstudents? or (?:working )?professionals? (?:only|preferred)\b/,
    unless: EVERYBODY,
  },
  {
    find: /\bmust be (?:employed|working|a (?:working |young )?professional|fully employed)\b(?! (?:when|order|condition))(?! (?:appliances|smoke))|\bfull[ -]time (?:employment|job) (?:is )?(?:required|a must|mandatory)\b|\b(?:employed|working) (?:people|persons?|tenants?|applicants?|couples?|singles?|individuals?) (?:only|preferred|pls|please)\b|\bno students\b|\bprefer(?:s|red|ably|ence)? (?:is |for |to )?(?:someone|somebody|people|tenants?|persons?|a person) (?:who |that |with |is |are )?(?:a )?(?:working|works?|employed|full[ -]?time|steady|stable|professional|studying)\b|\b(?:(?:small|quiet|single|elderly|senior|mature|young|one) ){0,2}(?:famil(?:y|ies)|couples?|seniors?|singles) (?:only|preferred|prefered)\b|\bprefer(?:s|ably)?(?: to rent to)?(?: an?| one)?(?: (?:small|quiet|nice|clean|young|decent)){0,2} (?:famil(?:y|ies)|couples?)\b|\bmust have (?:a )?(?:full[ -]time|permanent|stable) job\b/,
    isPlain: true,
  },
  {
    find: /\benglish[ -]speaking (?:only|preferred|required)\b|\bmust speak english\b|\b(?:vegetarians?|veg|pure veg)(?: (?:family|families|people|tenants?|persons?|students?))? ?(?:only|preferred|prefered)\b|\bpure[ -]veg(?:etarian)?\b|\bprefer(?:ably|red|s)? (?:an? )?(?:pure )?(?:veg|vegetarians?|vegans?|halal)\b|\b(?:no|only) (?:non[ -]?veg(?:etarian)?|vegetarians?|meat|beef|pork)\b(?! (?:restaurants?|shops?|stores?))/,
    unless: /\b(?:kitchen|cook(?:ing)?)\b/,
    isPlain: true,
  },
  {
    find: /(?:适合|最适合|欢迎|优先).{0,4}(?:单身|白领|上班族|留学生|学生|情侣|夫妻|小家庭|专业人士|老年)|(?:白领|上班族|学生|情侣|夫妻|家庭)优先/,
  },
  ...MILDER_HINTS,
];

/** Rules on refusals and hints by note code. */
export const DISCRIMINATION_RULES = { discrimination: REFUSALS, discrimination_hint: HINTS };
