import { matchSpans, type Span } from "../../../contracts/signal-rules.ts";
import { type Sentence, toTextSpans } from "./sentences.ts";
import { isNegated } from "./negation.ts";

// Preferred and unwelcome tenants in any wording: a protected group, or a stage of life that stands for one, near words
// of choice. All repetitions are bounded.

const NATION =
  "(?:europeans?|western(?:ers?)?|asians?|chinese|koreans?|japanese|indians?|punjabis?|gujaratis?|tamils?|sri ?lankans?|afghans?|filipin[oa]s?|kababayan|arabs?|persians?|iranians?|pakistanis?|bengalis?|somalis?|ghanaians?|nigerians?|ethiopians?|caribbeans?|jamaicans?|desis?|south asians?|caucasians?|anglos?|vietnamese|thai|tibetans?|nepal(?:i|ese)|bangladeshis?|malayal(?:is?|ees?|am)|telugus?|hindi|urdu|turkish|turks?|lebanese|egyptians?|syrians?|israelis?|mexicans?|colombians?|romanians?|serbians?|hungarians?|irish|british|french|germans?|dutch|africans?|eritreans?|kenyans?|north americans?|latin[oa]s?|brazilians?|portuguese|italians?|greeks?|polish|russians?|ukrainians?|jewish|christians?|muslims?|hindus?|sikhs?|catholics?|brahmins?|jains?|buddhists?|canadian[ -](?:born|raised)|native born)";
const STAGE = `(?:mature|older|elderly|young(?:er)?|youthful|middle[ -]aged|retired|senior|working|employed|salaried|gainfully|single|solo|unattached|married|newlywed|childless|child[ -]?free|professional|executive|corporate|established|well[ -]established|settled|healthy|able[ -]bodied|gentle older|career(?:[ -][a-z]{3,10})?|mid[ -]career|like[ -]?minded|traditional|god[ -]?(?:fearing|loving)|church[ -]?(?:going|goers?)|religious|(?<!non-)observant|vegetarian|grown[ -]?up|adult|english[ -]speaking|dual[ -]income|fellow|old[ -]fashioned|similar|same[ -]aged?|responsible working|self[ -]sufficient|able|agile|mobile|fully mobile|well[ -]off|high[ -]income|white[ -]collar|blue[ -]collar|corporate|heterosexual|straight|spiritual|modest|pure veg|divorced|widowed|(?:[2-6]0|twenty|thirty|forty|fifty|sixty)[ -]?somethings?|middle class|local|canadian|(?:2|3|4|5|6)[05] ?(?:\\+|plus|-? ?(?:to )?[3-7][05])|${NATION})`;
const HEAD =
  "(?:persons?|people|someone|somebody|individuals?|tenants?|renters?|applicants?|occupants?|adults?|couples?|pairs?|duo|singles?|types?|famil(?:y|ies)|households?|folks?|roommates?|housemates?|souls?|crowd|workers?|(?:under)?grad(?:uate)?s?|students?|lad(?:y|ies)|wom[ae]n|m[ae]n|gentlem[ae]n|gents?|females?|males?|girls?|guys?|artists?|commuters?|neighbou?rs?|chaps?|lads?|gals?|souls|minds?|humans?|earners?|citizens?|residents?|folk|crew|sorts?|characters?|soul)";
/** Nouns that name a group by themselves. */
const NAMED =
  "(?:adults(?![a-z0-9]| (?!(?:only|without|please)\\b)[a-z0-9])|professionals?(?! (?:clean|manag|paint|kitchen|gym|range|gas|install|grade|photo|landscap|look|build|stag))|executives?|retirees?|pensioners?|widow(?:er)?s?|empty[ -]?nesters?|downsizers?|snow ?birds?|newlyweds?|academics?|scholars?|professors?|post ?docs?|interns?|bachelorettes?|gentlem[ae]n|lad(?:y|ies)(?! of the house)|wom[ae]n|females?|fellas|dudes?|husband and wife|man and wife|dinks?|double[ -]income|(?:dual|two|double) (?:t4 )?incomes?|believers?|church[ -]?goers?|artists?|designers?|musicians?|writers?|actors?|creatives?(?! (?:space|use|layout))|developers?|programmers?|coders?|techies|tech workers?|chefs?|tradespe(?:ople|rson)|(?:new )?(?:newcomers?|immigrants?|refugees?) from|nurses?|doctors?|physicians?|residents? doctors?|teachers?|engineers?|bankers?|lawyers?|grad(?:uate)? students?|phd|(?:mature|medical|international|university|college|serious|quiet) students?|day job|office job|9 ?(?:-|to) ?5(?= (?:jobs?|careers?|work\\w{0,4}|hours|person|schedule))|day[ -]?shift|certain age|golden years|(?:early|mid|late)[ -](?:20|30|40|50|60)'?s|(?:20|30|40|50|60)'?s|(?:our|own) (?:people|community|kind|culture|faith|country|language|background)|back home|(?:raised|born|grew up) (?:here|in (?:canada|ontario|toronto))|t4|chaps?|lads?|gals?|youngsters?|millennials?|boomers?|civil servants?|public servants?|shift workers?|desk jobs?|white[ -]collar|pilots?|flight attendants?|police officers?|accountants?|hospital staff|office (?:workers?|types?|people)|remote workers?|people like us|one of us|our sort|own sort|like us|like[ -]minded|born and (?:raised|bred)|(?:mother|mom|father|parent) and (?:daughter|son|child)|two (?:sisters|brothers)|(?:flight|cabin|airline) (?:crew|staff)|grandparents|(?:people|person|man|woman|couple|family) of faith|(?:5[05]|60|65)(?= ?\\+| ?plus)|salaried|breadwinners?|professional types?|grown[ -]?ups|middle[ -]aged?|age group|over (?:30|35|40|45|50|55|60|65)|(?:in|of) (?:good|sound) health|good knees|able to climb|(?:good|proper|fluent|clear) english|english (?:speakers?|well|fluently)|canadian (?:experience|upbringing|family|background|passport)|(?:twenties|thirties|forties|fifties|sixties|seventies)|no dependents?|without dependents?|income from (?:employment|work|a job)|employment income|stable and healthy)";
/** A person described by occupation or traits. */
const TOLD = `(?:someone|somebody|persons?|people|folks|tenants?|applicants?|couple|family|those|anyone|one|man|lady|woman)(?:,? (?:who|that|which|with|whose|is|are|has|have|in|of|from|at|gets?|goes|an?|the|their|his|her|own|real|really|proper|steady|stable|good|full[ -]time|regular|always|already)){1,5} (?:works?|working|employed|retired|jobs?|careers?|employment|profession|income|pay ?che(?:que|ck)|salary|office|born|raised|speaks?|fluent|english|no (?:kids|children)|without (?:kids|children)|finished|graduated|settled|established|single|married|mature|similar|same|our|share)`;
const GROUP = `(?:(?:someone|somebody|people|persons?|folks|tenants?|those|one) (?:quiet |nice |clean |a bit |rather |more |already |fully ){0,2}(?:established|settled|mature|retired|employed|working|professional|single|married|older|young|childless|salaried)(?! (?:from|on|at|near|here|upstairs|out|with us))|(?:${STAGE},? (?:(?:and|or|&|\\/) )?(?:[a-z-]{3,13},? (?:(?:and|or|&) )?){0,3}?${HEAD})|(?:good|decent|respectable|cultured|simple|traditional),? (?:[a-z-]{3,10} )?(?:famil(?:y|ies)(?! (?:room|home|car))|households?)|small households?|(?:steady|stable|long time|day|office|full[ -]time|shift) (?:workers?|jobs?|income|employment)|${NAMED}|${TOLD})`;

/** Words of choice before a person, with possible words between. */
const WISH_BEFORE =
  "(?:prefer(?:s|red|ring|ence|ences|ably|able)?(?! (?:move|to (?:pay|show|talk|text|call|meet)))|ideal(?:ly)?|suits?|suited|suitable|perfect(?:ly)? (?:for|fit|match|tenant|home|place|space|spot)|perfect|best (?:for|be|enjoyed|with|as|fit|match)|better (?:for|fit|with|suited)|(?:great|good|nice|excellent|wonderful|lovely|right) (?:for|fit|match|home for|place for|spot for|space for)|looking (?:for|to (?:rent to|find))|seek(?:s|ing)?|search(?:es|ing)? for|hop(?:e|es|ing)(?: for| to (?:find|have|rent to|get))?|want(?:s|ed|ing)?(?! to (?:see|view|know))|(?:would|'d|we'd|i'd|u'd) (?:really |very much |most |simply |best |)(?:love|like|choose|prefer|rather|enjoy|welcome|appreciate|go to|be (?:best )?(?:enjoyed|loved|suited))(?! to (?:see (?!an? )|view|know|hear))|lov(?:e|es|ing) (?:to (?:have|rent|find|host)|renting to|having)|think(?:ing)?(?: of)?(?! about|twice)|fits?|fancy yourself|are you|if you(?:'re| are)|pictur(?:e|ed|ing)|imagin(?:e|ed|ing)|wish ?list|dream tenants?|favou?r(?:s|ed|ing)?|priority|choos(?:e|es|ing)|comfortable (?:with|renting)|at ease with|gear(?:ed|ing)|target(?:ed|ing)?|(?:aim|gear|target)(?:ed)? at|aim(?:ed|ing)|designed (?:for|with)|intended|meant (?:for|as)|reserved|appeals? to|appealing to|cater(?:s|ing)?|tailored|tenant profile|must be|should be|needs? to be|needs?(?! to)|(?:going|goes|go) to|kind of|sort of|type of|has your name|mostly|mainly|usually|typically|traditionally|always been|would enjoy|attract(?:s|ed)?|only|work(?:s)? (?:well|best|great) for|dreamt? of|lean(?:s|ing)? (?:to|towards?)|best luck with|lends itself to|keen on|partial to|soft spot for|(?:we|i|landlord|owner|landlady)(?:'d| would| really| always| usually|'re|'m)* (?:likes?|after|trust|rent best to)|happiest (?:with|having)|happier with|calls? for|nice for|made for|built for|screams|tailor[ -]made for|in mind(?: is| are)?|like to (?:see|have|keep|find|rent to)|made up of|made (?:it )?with|works? with|goes? well with|matches|another|same as|(?:all|mostly) (?:of us |tenants )?(?:are|being)|rent(?:s|ed|ing)? (?:only |mostly |mainly |out )?to)";
const WISH_AFTER =
  "(?:prefer(?:red|ed|ably|able)?|wanted|ideal|only|please|pls|plz|priority|first(?! (?:and|month|floor|last|&|\\+))|favou?red|appreciated|sought|desired|welcome most|most welcome|(?:would|will|might|may|could|'d) (?:\\w{2,9} )?(?:be (?:\\w{2,9} )?(?:a |the |an )?(?:blessing|perfect|ideal|best|happiest|great|good|nice|dream|fit|lovely|wonderful|most|our|welcome|at home|suited|right|comfortable|joy)|do (?:well|best|nicely)|fit|feel|suit|love|enjoy|appreciate|thrive|work (?:best|well|great)|get)|(?:is|are|'s) (?:who|what|whom|the (?:one|kind|type|sort|ones)|better|best|ideal|perfect|fine but|our|preferr?ed|given|favou?red|a (?:plus|bonus|must|better)|easier|more)|kind of (?:tenant|person|people|company)|sort of (?:tenant|person|people|company)|has your name|got your name|(?:has|have) always been|a blessing|in mind|fits? (?:in|best|well|right)|who (?:this|the|our) [a-z]{3,10} is for|would be (?:right )?at home|feels? (?:most |right )?at (?:ease|home)|come first|comes first|through and through|in mind|welcome(?!,| to|d)|to (?:match|join us|fit in|blend in)|as (?:our )?tenants?|(?:we|i)(?:'d| would) (?:love|like|prefer|be happiest)|so far|like (?:us|that)|is what (?:we|i)|are what (?:we|i)|(?:tend|seem) to|turn out|make(?:s)? the best|work out|keep it that way|stays? that way|get (?:the )?(?:nod|first))";

/** People who are unwelcome, or for whom the home is called unsuitable. */
const OTHERS =
  "(?:(?:small |young |little |active |noisy )?(?:kids?|child(?:ren)?|babies|baby|infants?|toddlers?|newborns?|teens|teenagers|little ones|little feet|little people|little legs|strollers?)(?!'?s?'? ?(?:bikes?|play|room|pool|toys|menu|club|area))|(?:large|big|growing|young) (?:famil(?:y|ies)|households?|crowds?)|famil(?:y|ies) (?:of|with)|expecting|pregnan\\w{1,3}|wheelchairs?|(?<!dog )walkers?|bad (?:knees|hips?|backs?|legs?)|mobility|disab\\w{3,6}|handicap\\w{0,4}|service (?:dogs?|animals?)|bad knees|anxiety|depress\\w{2,4}|mental(?:ly)?|ill(?:ness|nesses)|special needs|autis\\w{1,3}|subsid(?:y|ies|i[sz]ed)|(?:mothers?|baby|family|government|child) (?:allowance|bonus)|allowances?|welfare|odsp|ow|ontario works|social assistance|(?:gov\\w{0,8}|public|income) (?:assistance|support|che(?:que|ck)s?|benefits?|programs?)|program or benefit|benefits? (?:che(?:que|ck)s?|recipients?)|assistance|accents?|students?|undergrads?|still in school|teenage|uni kids|keg|(?<!roof)seniors|elderly|older (?:people|folks|persons)|old people|newcomers?|immigrants?|refugees?|foreigners?|just (?:arrived|landed)|single (?:moms?|mothers?|parents?|dads?)|stay[ -](?:at[ -])?home (?:moms?|mothers?|parents?|dads?)|unmarried|common[ -]law|(?:one|single)[ -]income|english is not|not your first language|gays?|lesbians?|lgbt\\w{0,3}|same[ -]sex|non[ -]?(?:christians?|muslims?|hindus?|believers?|canadians?)|over (?:5|6|7)\\d|curr(?:y|ies)|(?:strong|spicy|ethnic|heavy|smelly|oily|pungent)[ -](?:smelling |smell(?:s|ing)? )?(?:cooking|food|foods|spices|smells?)|spices|crying|running feet|(?:noise|sound) of children|sticky (?:fingers|hands)|jumping|cribs?|school[ -]age\\w?|crutches|walking frame|canes?|guide dogs?|blind|deaf|in poor health|old age|pensioners?|unemployed|ei\\b|ccb|wsib|case ?workers?|social (?:worker|services|housing)|work permits?|visas?|asylum|permits? holders?|language barrier|broken english|youngsters?|young (?:people|crowd|ones|guys|men|boys)|partying age|boyfriends?|girlfriends?|(?:single|young) (?:guys?|m[ae]n|males?)|bachelors)";
const UNFIT =
  "(?:fit|suit(?:ed|able|s)?|place|spot|home|space|building|ideal|good|great|best|right|convenient|laid out|set ?up|proofed|meant|made|practical|appropriate|advis(?:ed|able)|recommend(?:ed)?|comfortable|geared|designed|equipped|work|safe|easy|possible|depend(?:ing|ent|s)?|relying|rely|qualify|considered|our (?:first|style|thing)|your|what we|looking|keen|friendly|welcome|realistic|wise|built|the)";
const AGAINST = `(?:\\b(?:not|isn'?t|aren'?t|wasn'?t|never|hardly|wouldn'?t|won'?t|don'?t|doesn'?t|less|nor|rather than|instead of|rarely)(?: (?!mind\\b|worry\\b|matter\\b|only\\b|just\\b|a problem|allowed to)[a-z']{1,12}){0,4}? ${UNFIT}\\b|\\b(?:un(?:suitable|fit|safe|suited)|too (?:steep|small|hard|noisy|tight|narrow|cramped|delicate|nice|thin|quiet|risky|much|tiny|far)|difficult|hard|tricky|awkward|unsafe|dangerous|risky|hazard(?:ous)?|worr(?:y|ies|ied)|nervous|lose sleep|losing sleep|headaches?|troubles?|wreck(?:ed|s)?|complain\\w{0,4}|at most|maximum|think (?:twice|about|it over|carefully)|bear in mind|elsewhere|some ?(?:where|place) else|another place|better off|happier|hesita\\w{2,4}|reluctan\\w{1,2}|rather not|prefer not|prefers? (?:no|without|w\\/o)|tend not|bad experiences?|burned|had issues|no thanks|would struggle|struggle|unfortunately|be aware|steep|footsteps?|thin walls|carry|a challenge|challenging|tend to|linger\\w{0,3}|stays? in the walls|refrain|avoid\\w{0,3}|mindful|sensitive to|allerg\\w{2,3}|can(?:not|'t) (?:handle|take|tolerate|have|stand)|too (?:many|loud|old|young)|enough of|no more|need(?:s)? (?:an? )?(?:guarantor|co-?signer)|may (?:not|find)|might (?:not|find)|would find|hear (?:every|all)|disturb\\w{0,3}|disrupt\\w{0,3}|demanding|too much|out of the question|extra charge|higher (?:rent|deposit)|not (?:stay|kid|child))\\b)`;
/** Explicit descriptions of a group's home. */
const FREE_OF =
  /\b(?:young|older|mature) (?:persons?|people|professionals?|adults?)'?s?'? (?:building|house|community|floor)\b|\b(?:lived |living |been |resident )?in (?:canada|this country)(?: for)? (?:at least|a minimum of|minimum|over|more than) (?:\d|two|three|five|several)|\b(?:student|kid|child|baby|family|senior|teen)s?[ -]free\b|\b(?:an? |more of an? )?(?:adults?'?|grown[ -]?ups?'?)[ -](?:space|home|place|environment|oriented|household|living|life)\b|\badults? only\b|\bfor (?:the|an?|one|our) (?:[a-z-]{3,12},? ){0,3}(?:executive|professional|gentleman|lady|bachelor(?! (?:apartment|pad|unit|suite))|retiree|person of)\b|\b(?:guy|dude|man|girl|lady|woman)'s (?:place|pad|apartment|space|cave)\b|\bone (?:child|kid) (?:at most|max\w{0,4}|only)\b/g;

const SEX =
  "(?:females?|males?|girls?|boys?|lad(?:y|ies)(?! of the house)|wom[ae]n|m[ae]n|gentlem[ae]n|guys|sisters(?= only| please| in)|brothers(?= only| please| in))";
const BELIEF =
  "(?:christians?|muslims?|hindus?|sikhs?|jews|jewish|catholics?|buddhists?|jains?|brahmins?|ismailis?|believers?|brethren|church ?(?:people|members|goers?)|atheists?|non[ -]?believers)";
const HARD = `(?:${SEX}|${BELIEF}|${NATION}(?:(?=,? (?:or |and |& |/ ?)?(?:[a-z-]{3,12} )?${HEAD})|(?![a-z0-9]| (?!(?:only|first|please|pls|are|is|or|and|get|prefer)\\b)[a-z0-9]))|whites|blacks|(?:white|black|brown) (?:people|persons?|tenants?|famil(?:y|ies)|folks|wom[ae]n|m[ae]n|guys|girls)|locals|canadians|(?:canadian )?citizens|gays?|lesbians?|lgbt\\w{0,3}|homosexuals?|straight|trans|unmarried|unwed|common[ -]law|married|same[ -]sex|(?:our|own) (?:people|community|kind|culture|faith|religion|countrymen)|kababayan|vegetarians?(?= famil))`;
const TURNED_AWAY = `(?:${HARD}|${OTHERS}|(?:kids|children)|couples|(?:single|lone) (?:m[ae]n|guys?|males?|mothers?|moms?|parents?)|people (?:with|on|over|under|from|who (?:are|get|receive|have)) [a-z]{2,12}|anyone (?:with|on|over|under|from|who (?:is|gets|receives|has)) [a-z]{2,12})`;
const REFUSED =
  "(?:not|never|un|in)(?: be| being)? ?(?:accepted|allowed|welcomed?|considered|permitted|taken|wanted|possible|entertained|eligible|an option|for us|acceptable)|declined|refused|rejected|excluded|turned away|prohibited|forbidden|banned|out of (?:the )?question|sorry,? no|no,? sorry|need not (?:apply|bother|inquire|call|ask)|(?:please |pls |kindly )?(?:do not|don'?t|dont|should not|shouldn'?t|must not|cannot|can'?t|won'?t|will not|no need to|not|never) (?:apply|message|msg|call|contact|inquire|enquire|bother|ask|write|text|email|be (?:considered|accepted|allowed|shown|rented|taken)|get (?:it|the|this)|live|rent)";
const BOTH =
  /\b(?:lad(?:y|ies)|wom[ae]n|females?|girls?) ?(?:or|and|&|\/) ?(?:gent\w{0,8}|m[ae]n|males?|boys?|guys?)\b|\b(?:gent\w{0,8}|m[ae]n|males?|boys?|guys?) ?(?:or|and|&|\/) ?(?:lad(?:y|ies)|wom[ae]n|females?|girls?)\b/;
/** Explicit refusals and preferences. */
const OUTRIGHT: readonly RegExp[] = [
  new RegExp(
    `\\b(?:tenants?|renters?|applicants?|you|person|people|family|couple)(?: (?:must|should|to|needs? to|has to|have to|ought to|also|who))* be (?:an? )?(?:practi[cs]ing )?(?:${BELIEF}|${NATION}|vegetarians?|married)\\b`,
    "g",
  ),
  new RegExp(`\\b${TURNED_AWAY}(?: (?!the\\b|if\\b)[a-z'/]{1,12},?){0,4}? ?(?:${REFUSED})\\b`, "g"),
  new RegExp(
    `\\b(?:do not|don'?t|dont|won'?t|wont|will not|can ?not|can'?t|cant|never|refuses?(?: to)?|unable to|not|doesn'?t|does not|nor) (?:ever |want to |be |going to |able to |currently |wish to |like to ){0,2}(?:rent(?:ing)?|leas(?:e|ing)|tak(?:e|ing)|accept(?:ing)?|consider(?:ing)?|hous(?:e|ing)|entertain(?:ing)?|accommodat(?:e|ing)|host(?:ing)?|deal(?:ing)? with|want(?:ing)?|have|let(?:ting)?)(?: out)?(?: (?:it|the [a-z]{4,9}))?(?: (?!pets?\\b|cats?\\b|dogs?\\b|smok)[a-z]{2,9}){0,3}? ${TURNED_AWAY}\\b`,
    "g",
  ),
  new RegExp(
    `\\b(?:not (?:available|open|rented) (?:for|to)|closed to|except(?: for)?|excluding|other than|anyone but|but not|sorry,? no(?:t)?|absolutely no|strictly no|definitely no) ${TURNED_AWAY}\\b`,
    "g",
  ),
  new RegExp(
    `\\b(?:only(?: (?:for|to|rent to|accept|take|want|open to|show to))?|strictly|must be|just for|exclusive(?:ly)?(?: for| to)?|reserved for|restricted to|limited to|priority(?: is| goes| given)*(?: to| for)?|preference(?: is| given| goes)*(?: to| for)?|prefer(?:s|red|ring|ably)?(?: to (?:have|rent to|keep it))?|first (?:choice|look|dibs|offer|option)(?: is| goes)?(?: to| for)?|favou?r(?:s|ed|ing)?|looking for|seek(?:s|ing)?|wants?|needs?|rent(?:s|ing)? (?:only )?to|love (?:renting to|to rent to)|keep(?:ing)? it (?:for|within|in|among))(?: (?!near\\b|in\\b|at\\b|from\\b|no\\b|not\\b|for\\b|with\\b|by\\b|or\\b|who\\b)[a-z-]{1,12},?){0,3}? ${HARD}\\b`,
    "g",
  ),
  new RegExp(
    `\\bprefer\\w{0,5}(?: to have| to rent to)? (?:no|without|w\\/o) (?:small |young )?(?:kids|child(?:ren)?|babies|famil(?:y|ies)|couples|${HARD})\\b`,
    "g",
  ),
  new RegExp(
    `\\b${HARD}(?: (?!and\\b|or\\b|school|church|near)[a-z]{2,12}){0,4}? (?:only|exclusively|first(?![a-z]| (?:and|month|floor|last))|preferr?ed|favou?red|priority|wanted|prioriti[sz]ed|(?:is|are|'s) (?:who|what|whom) (?:we|i)|(?:gets?|given|have|has|comes?) (?:the )?(?:first|priority|preference))\\b`,
    "g",
  ),
];

const EVERYBODY =
  /\b(?:every ?(?:one|body)(?: is| are|'s)? (?:welcome|considered|can|may|equal\w{0,2}|incl\w{0,6})|(?:rent|open|available) to (?:every ?(?:one|body)|any ?(?:one|body)|all)\b|any ?(?:one|body) (?:can|is welcome|may)|all (?:are )?(?:welcome|applicants|sources|backgrounds|ages)|whoever|open to all|kids? (?:are |is )?(?:welcome|ok|okay|fine|no problem)|children (?:are )?(?:welcome|ok|fine|no problem)|famil(?:y|ies) (?:are )?(?:welcome|ok|fine)|welcome (?:kids|children|famil|student|newcomer|senior)|(?:newcomers|students|seniors)(?:,| and| &|\/)? (?:[a-z]{4,12} )?(?:welcome|ok|fine)|we love (?:kids|children)|doesn'?t matter|don'?t (?:care|mind)|no matter|regardless|any (?:gender|background|nationality|age|source)|human rights|up to you|you decide|you judge|considered: |or any ?(?:one|body)\b|for newcomers\b(?! from)|\b(?:happy|glad|pleased|willing) to (?:rent to|have|take|welcome)\b|we (?:also )?accept other|call so we can|men and women|women and men|men or women|boys or girls|girls or boys|male or female|male\/female)/;
/** People who live there already, places, and things other than the tenant. */
const NOT_WANTED =
  /\b(?:daycare|neighbou?rs (?:are|is|include)|near|close to|next to|across from|beside|walk to|walking distance|minutes?|mins?|steps from|discount|gym|hospitals?(?! (?:staff|worker))|schools?\b(?<!in school)|catchment|museum|temple|mosque|campus|my landlord|previous|last tenants?|owner is|i am (?:an?|on)|im (?:an?|on)|i'm (?:an?|on)|we are an?|we're (?:two|an?)|tenants are)\b/;

/** 'Adults only pool', 'not allowed in the gym', 'the only Catholic school' */
const OF_A_PLACE =
  /^(?: (?:in|on|at|near))?(?: the)?[ -]?(?:pools?|gyms?|swim\w{0,4}|fitness|hot tubs?|saunas?|patio|party|hours|floors?|sections?|areas?|spas?|lounge|studios?|schools?|church(?:es)?|mosques?|temples?|synagogues?|centres?|centers?|stores?|shops?|grocer\w{0,4}|restaurants?|salons?|college|hospital|residence next)\b/;

const PAIRS: readonly RegExp[] = [
  new RegExp(`\\bnot (?:really |quite )?for (?:an? |the )?(?:${OTHERS}|${NAMED})\\b`, "g"),
  new RegExp(
    `\\b${WISH_BEFORE}:?(?: (?!in\\b(?! (?:their|his|her))|at\\b|near\\b|from\\b|not\\b|no\\b|but\\b|rent\\b|lease\\b)[a-z0-9'/&-]{1,13},?){0,5}? ["']?${GROUP}\\b`,
    "g",
  ),
  new RegExp(
    `\\b${WISH_BEFORE}:?(?: (?!in\\b|at\\b|near\\b|from\\b|not\\b|no\\b|but\\b|rent\\b|for\\b)[a-z'-]{1,12}){0,3}? (?:students|undergrads|grads)(?= (?:\\(|from|of|at|who|please|pls)|$|,)|\\bstudents (?:from|of|at) [a-z]{2,12} (?:preferred|only|please|wanted)\\b`,
    "g",
  ),
  new RegExp(`\\bfor(?: (?:an?|one|the|any|quiet|clean|tidy|nice|responsible|our)){0,3} ${GROUP}\\b`, "g"),
  new RegExp(`\\b${GROUP}\\b(?:[ ,]+(?!no\\b|near\\b|not\\b)[a-z0-9'/&-]{1,13}){0,6}?[ ,]+${WISH_AFTER}(?![a-z])`, "g"),
  new RegExp(`\\b${OTHERS}\\b.{0,50}?${AGAINST}`, "g"),
  new RegExp(`${AGAINST}.{0,45}?\\b${OTHERS}\\b`, "g"),
  FREE_OF,
];

/** A home that suits a group, which is milder than a preference. */
const SUITED = /\b(?:suit(?:s|ed|able)?|ideal(?:ly)?|perfect|nice|good|great|best|geared|aimed|fits?|designed|meant)\b/;
const FIRM =
  /\b(?:only|must|no|not|isn'?t|never|prefer\w{0,5}|strictly|priority|first|require[sd]?|exclusively|sorry)\b/;
/** Characters around a group in which its clause is searched. */
const CLAUSE = { before: 40, within: 12, after: 20 };

/** Whether a text only says that the home suits a group. */
export function isOnlySuited(text: string, { start, end }: Span): boolean {
  const clause = (to: number) =>
    text
      .slice(Math.max(0, start - CLAUSE.before), to)
      .split(/[.!?;\n]/)
      .at(-1) ?? "";
  return (
    SUITED.test(clause(start + CLAUSE.within)) &&
    !FIRM.test(text.slice(start, end + CLAUSE.after)) &&
    !FIRM.test(clause(start))
  );
}

/** Joins a question with its answer: 'Have a wheelchair? This is not laid out for that.' */
function withAnswers(whole: string, sentences: readonly Sentence[]): Sentence[] {
  return sentences.map(({ start, text }, at) => {
    const next = sentences[at + 1];
    const isAsked = next !== undefined && /^ ?\?[ ?!]*$/.test(whole.slice(start + text.length, next.start));
    return { start, text: isAsked ? whole.slice(start, next.start + next.text.length) : text };
  });
}

/** Finds refusals (`refusals`) and mere preferences (`preferences`). Linear in the length of the text. */
export function findPreferences(
  whole: string,
  sentences: readonly Sentence[],
): { refusals: Span[]; preferences: Span[] } {
  const spansOf = (patterns: readonly RegExp[], isMeant: (sentence: string, start: number, end: number) => boolean) => {
    // Most patterns match nothing, so each is first tried on the whole text.
    const suiting = patterns.filter((pattern) => whole.search(pattern) !== -1);
    if (suiting.length === 0) return [];
    return withAnswers(whole, sentences).flatMap((sentence) => {
      const { text } = sentence;
      if (EVERYBODY.test(text)) return [];
      const spans = suiting
        .flatMap((pattern) => matchSpans(text, pattern))
        .filter(({ start, end }) => !OF_A_PLACE.test(text.slice(end)) && isMeant(text, start, end));
      return toTextSpans(sentence, spans);
    });
  };
  return {
    refusals: spansOf(OUTRIGHT, (sentence) => !BOTH.test(sentence)),
    preferences: spansOf(
      PAIRS,
      (sentence, start, end) =>
        !NOT_WANTED.test(sentence.slice(Math.max(0, start - 24), end)) && !isNegated(sentence, start, end),
    ),
  };
}
