import type { SignalRule } from "../../../contracts/signal-rules.ts";

// Violations of Ontario's Residential Tenancies Act, 2006. All repetitions are bounded.

const MONTHS = "(?:[3-9]|1[0-2]|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";
/** Options for tenants are not demands. 'Available May 1' is not an option. */
const TENANT_MAY =
  "\\b(?:you|tenants?) (?:may|can) (?:also |choose to |even )?(?:pay|offer|prepay|provide|give|use)\\b";
const VOLUNTARY = new RegExp(
  `\\b(?:optional|discount|if you|instead|offer)\\b|\\b(?:deposit|up ?front|advance|pre-?paid)(?: (?:is|are))? welcome\\b|${TENANT_MAY}`,
);
const FIRST_AND_LAST =
  /\b(?:first|1st)(?: months?'?s?)?(?: rent)?(?: and|,|\/| &| \+){1,2} ?(?:the )?last\b|\blast month|\blmr\b/;

/** Keys and similar, for which a deposit up to their cost is lawful (O. Reg. 516/06, s. 17). */
const FOR_KEYS =
  /\b(?:keys?|fobs?|remotes?|openers?|transponders?|access cards?|key ?cards?|pass(?:es)?|elevator|locks?|parking cards?)\b/;
const DAMAGE = "(?:damages?|security|pets?|cleaning|furniture|appliances?|breakage|utilit(?:y|ies)|hydro|caution)";
const RENT_WORD = "(?: (?:of )?rent(?:al)?)?";

/** Deposits other than the last month's rent (ss. 105 and 106). */
const DEPOSITS: SignalRule[] = [
  {
    find: /\b(?:security|damages?|pets?|cleaning|furniture|furnishings?|appliances?|utility|utilities|hydro|breakage|holding|reservation|caution|good faith|non[ -]?refundable)[ /-]{1,3}depo(?:sits?|s)?\b/,
    unless: /\blast month'?s?(?: rent)? (?:is |as |serves as |used as )(?:a |the |your )?(?:security|damage) deposit/,
  },
  {
    find: new RegExp(
      `\\bdeposits?(?: of \\$? ?[\\d,]{1,7})?(?: is| are|,)?(?: required| needed| refundable)? ?(?:for|against|in case of) (?:any |the |your |possible |a |potential ){0,2}${DAMAGE}\\b`,
    ),
  },
  {
    find: /\b(?:first|1st)(?: months?'?s?)?(?: rent)?(?:,| and| &|\/| \+){1,2} ?(?:last|lmr)(?: months?'?s?)?(?: rent)?(?:,| and| &|\/| \+| plus){1,2} ?(?:a |one |1 |\$? ?[\d,]{1,7} ){0,2}(?:months? )?(?:of )?(?:for )?(?:security|damages?|caution)\b/,
  },
  {
    // 'First last n 300 security', '1st+last+damage', 'first month plus the refundable security'
    find: /\b(?:first|1st|last|lmr|months?'?s?|rent|\d{3,4}\$?)(?:,| ?\/| and| &| n| ?\+| plus| with| the| refundable| an?| \$? ?\d{2,5}\$?){1,4} ?(?:security|damages?)\b(?! (?:guards?|cameras?|system|desk|building|entr|service|door|gate|alarm|staff|personnel|patrol))/,
    unless: /\b(?:concierge|gym|24[ /]?h?|no|not|without)\b/,
  },
  {
    find: /\b(?:plus|and|with|\+|&|require[sd]?|need|pay|also)[ :]{1,2}(?:a |an |one |1 )?(?:\$ ?[\d,]{1,7}|months?'?s?|[\d,]{3,7}\$?)(?: rent)? (?:for |as |of )?(?:a )?(?:security|damages?)\b|(?:^|,| )\$ ?[\d,]{1,7} security (?:is |are )?(?:required|needed|mandatory|deposit)\b|\bsecurity (?:of |is |= ?|: ?)?\$ ?\d/,
    unless: /\b(?:guards?|cameras?|system|monthly)\b/,
  },
  {
    find: new RegExp(
      `\\b${MONTHS}[ -]months?'?s?(?: of)?${RENT_WORD}(?: payments?)? (?:as )?(?:a )?(?:deposit|up ?front|up-front|in advance|prepaid|pre-paid|advance|before(?:hand)?|at once)\\b|\\b(?:deposit|receipt|payment) of ${MONTHS} months?\\b|\\b(?:prepaid|pre-paid|prepay|advance|up ?front)(?: rent)?(?: of| for)? ${MONTHS} months?\\b|\\bfirst ${MONTHS} months?'?${RENT_WORD} (?:and|&|\\+|plus|up ?front|in advance)|\\b(?:pay|require[sd]?|need)(?: the)?(?: full| whole| entire| half| one| 1| a)? (?:half(?: a)?[ -])?year(?:'s)?${RENT_WORD} (?:up ?front|in advance|prepaid|at once)\\b|\\b(?:one|1|full|whole|half(?: a)?)[ -]year'?s?(?: of)?${RENT_WORD} (?:up ?front|in advance|prepaid)\\b`,
    ),
    unless: VOLUNTARY,
  },
  {
    // Two months' rent equal first and last.
    find: /\b(?:2|two)[ -]months?'?s?(?: of)?(?: rent)? deposits?\b|\bdeposit of (?:2|two) months?\b/,
    unless: new RegExp(`${VOLUNTARY.source}|${FIRST_AND_LAST.source}`),
  },
  {
    find: /\bdeposits?(?: of \$? ?[\d,]{1,7})?(?: is| are)?(?: required| needed| due)? to (?:hold|reserve|secure) (?:the|your|this|it|a|an|unit)\b/,
    unless: new RegExp(`${FIRST_AND_LAST.source}|\\b(?:send|viewing list|before you)\\b`),
  },
  {
    // A refundable deposit is not a rent deposit.
    find: /\b(?:fully |full |100% )?(?:refundable|returnable)(?: \$? ?[\d,]{1,7}\$?)? depo(?:sits?|s)?\b|\bdepo(?:sits?|s)?(?: of)?(?: \$? ?[\d,]{1,7}\$?)?,? ?\(?(?:is |are |fully |which is |100% |that is )*(?:refundable|returnable|returned|refunded|given back)(?: (?:in full|fully))? ?(?:at|when|upon|after|on|if|once|\)|,|$)|\bdepo(?:sits?|s)?\b.{0,30}\b(?:get|gets|receive) (?:it )?back (?:if|when|at|once|after) (?:no|nothing|everything|move|leave|you (?:move|leave))/,
    unless: FOR_KEYS,
  },
  {
    find: /\b(?:pets?|dogs?|cats?)(?: [a-z]{1,10}){0,3} with (?:an? )?(?:\$ ?\d{1,4} |extra |small |refundable )?deposit\b/,
  },
  {
    find: /\bcaution\b.{0,20}\b(?:mandat|mois|deposit|euros?|remboursable)\b|\b(?:mois|loyer) (?:\+|et|plus) (?:une |la )?caution\b|\bdepot (?:de (?:garantie|securite)|de dommages?)\b|\bdeposito de (?:garantia|seguridad|danos)\b/,
  },
  {
    find: /押一付|押二付|押\d付|押金/,
    unless: /钥匙押金|门卡押金|不收押金|无押金|没有押金|无需押金|不需要押金/,
    isPlain: true,
  },
];

const FOR_WHAT =
  "(?:application|applications|viewing|showing|tour|unlock|admin(?:istration|istrative)?|processing|paper ?work|documentation|document|holding|screening|credit[ -]check|credit report|background[ -]check|reference check|reservation|registration|sign[ -]up|signing|lease(?: agreement| signing| preparation| prep| renewal)?|agreement|contract|renewal|pets?|cleaning|move[ -]?(?:in|out)|late|late payment|key|finder'?s?|agency|agent'?s?|broker(?:age)?|brokers?|realtor|commission|onboarding|wear and tear|painting)";
/** Fees of the building's corporation or a supplier, and fees that others pay. */
const NOT_THE_LANDLORDS =
  /\b(?:fee|charge)s? (?:is |are )?(?:set |charged |payable |collected |paid |covered )?(?:by|to) (?:the )?(?:condo|corporation|building|management|board|property management|landlord pays|owner)\b|\b(?:condo|building|management|corporation|concierge|elevator|party room|alectra|hydro|enbridge|toronto hydro|metergy|provident|wyse|rogers|bell|gym|locker)(?:'s)? (?:\w{1,12} )?(?:fees?|charges?|deposit)\b|\b(?:we|landlord|owner|i)(?:'ll| will)? (?:pay|pays|cover|covers)\b|\b(?:included|covered|paid by (?:us|the landlord|landlord|owner))\b/;

/** Unlawful fees (s. 134). */
const FEES: SignalRule[] = [
  {
    // Fees for viewings: '20$ for the call', 'a gate fee of $60', 'one-time $149 membership', '$35 per adult'
    find: /\b(?:gate|caution|guest|visitors?|membership|registration|concierge|inspection|travel|video|tour|visit|access|elevator pass|waiting list|wait ?list|reservation|booking|coordination|verification)[ -](?:fees?|charges?)\b|(?:\$ ?\d{1,3}|(?<!\d)\d{1,3} ?\$)(?: [a-z]{1,10}){0,2} (?:(?:for|per|each|a) (?:the |each |every |your )?(?:call|visit|tour|trip|head|guest|visitor|slot)|membership|registration)\b|\b(?:membership|registration)(?: is| costs?|:)? (?:\$ ?\d{1,3}|\d{1,3} ?\$)|(?:\$ ?\d{1,3}|(?<!\d)\d{1,3} ?\$) to (?:book|arrange|reserve|get|join) (?:the |a |your )?(?:viewing|showing|tour|slot|visit|list)\b/,
    unless: NOT_THE_LANDLORDS,
  },
  {
    find: /\b(?:run|check|pull|cover)\b.{0,20}\b(?:credit|background|references)\b.{0,20}(?:\$ ?\d{1,3}|\d{1,3} ?\$) (?:per|each|an?) (?:adult|person|applicant)\b/,
    unless: /\b(?:free|no charge)\b/,
  },
  {
    find: new RegExp(
      `\\b${FOR_WHAT}(?:[ -](?:list|unlock|processing|check|agreement))?[ -](?:fees?|surcharges?|charges?)\\b`,
    ),
    unless: NOT_THE_LANDLORDS,
  },
  {
    find: /\b(?:fees?|charges?) (?:of \$? ?[\d,]{1,6} )?(?:is |are |applies |required )?(?:for|to cover) (?:the |your |an? |any )?(?:applications?|viewings?|showings?|credit|background|paper ?work|processing|lease|agreement|screening|cleaning|pets?|documents?|keys?|move)\b/,
    unless: NOT_THE_LANDLORDS,
  },
  {
    find: /\$ ?\d{1,3}(?:\.\d\d)?(?: (?:per|each|an?) (?:person|adult|applicant|applicants))?(?: non[ -]?refundable)? (?:for |to (?:cover|run|do|process) )?(?:the |your |a |an |my )?(?:admin(?:istration)?(?= and| &| work| paper|$|,)|lease (?:paper ?work|prep\w{0,7}|drafting)|credit (?:check|report)|application|applications|background check|screening|paper ?work|viewing|showing|processing|key money)\b|\b(?:credit|background)(?: (?:and|&) (?:credit|background))? checks?,? (?:is |of |at |for |costs? |- ?)?\$ ?\d{1,3}\b|\b(?:credit check|application|background check|screening|paper ?work|viewing|showing)(?: processing)?(?: is| costs?| cost you| for|=|:| -)? ?\$ ?\d{1,3}\b/,
    unless: /\bdeposit\b|\b(?:free|no charge)\b/,
  },
  {
    find: /\bkey money\b|\bunder the table\b|\bnon[ -]?refundable (?:application|move|cleaning|pet|admin|processing)?\w{0,6} ?(?:fee|charge)s?\b/,
  },
  {
    find: /中介费|申请费|看房费|手续费|清洁费|\bfrais (?:de dossier|de visite|d'agence|d'application|administratifs)\b|\bcomision\b/,
    unless: /无中介费|免中介费|不收|没有中介费|\b(?:sans|aucun|sin)\b/,
    isPlain: true,
  },
];

const REQUIRED =
  /\b(?:requires?|required|requirements?|must|needs?|needed|mandatory|compulsory|provide|submit|bring|only|obligatory|have to|give|upon signing|at signing|on signing)\b|\b(?:[1-9]|1[0-2]|six|ten|eleven|twelve) post|^post/;
const OR_NOT = new RegExp(
  "\\b(?:optional|if you|can be (?:paid|made|given|provided|used)|not required|not needed|never|up to you|your choice|you choose|may choose|whatever|whichever|either|flexible|if possible|prefer(?:red|ably)?)\\b|" +
    "\\bor (?:by |via |with |a |an |the |even ){0,2}(?:e|email|interac|etransfer|emt|pre-?auth\\w{0,8}|bank|direct|cash|draft|debit|online|pad|pap|automatic)\\b|\\b(?:e-?transfer|etransfer|interac|cash|bank draft|direct deposit)s? (?:or|\\/)|" +
    `\\b(?:cheques?|checks?|chqs?|debits?|payments?|withdrawals?)[^,]{0,30}\\b(?:accepted|welcome|ok|okay|fine)\\b|${TENANT_MAY}`,
);
const CHEQUE = "(?:cheques?|chqs?|chq's|chequs|cheks)";

/** Post-dated cheques and automatic payments, which a landlord may accept but not require (s. 108). */
const CHEQUES: SignalRule[] = [
  {
    find: new RegExp(`\\b(?:\\d{1,2} )?post[ -]?dated (?:${CHEQUE}|checks?|rent ${CHEQUE})\\b|\\bpdcs?\\b`),
    needs: REQUIRED,
    unless: OR_NOT,
  },
  {
    find: new RegExp(
      `\\b(?:[2-9]|1[0-2]|six|ten|eleven|twelve)(?: months?'?)?(?: of)?(?: rent)? ${CHEQUE}\\b|\\b${CHEQUE} for (?:the )?(?:[2-9]|1[0-2]|ten|eleven|twelve|whole|full|entire|one|1|all)[ -]?(?:months?|years?|yrs?)\\b|\\b(?:year|months?)(?:'s)?(?: worth)? of ${CHEQUE}\\b`,
    ),
    needs: REQUIRED,
    unless: OR_NOT,
  },
  {
    // A number of cheques is a demand: 'cheques for 1 yr needed', '10 cheques with lease'
    find: new RegExp(
      `\\b${CHEQUE} for (?:the )?(?:1[0-2] months|twelve months|1 y(?:ea)?r|one year|(?:whole|full|entire) year)\\b|\\b(?:10|11|12|ten|eleven|twelve) (?:post[ -]?dated )?${CHEQUE} (?:with|at|on|upon|and|when)\\b`,
    ),
    unless: OR_NOT,
  },
  {
    find: /\b(?:pre[ -]?authori[sz]ed|pre[ -]?auth|automatic|direct) (?:bank |rent )?(?:debits?|payments?|withdrawals?)\b|\bpre[ -]?authori[sz]ed\b(?= only)|\b(?:pad|pap) (?:form |agreement )?(?:only|required|mandatory|is (?:required|mandatory|a must))\b|\b(?:pad|pap) (?:form|agreement|enrol\w{0,6})\b/,
    needs: REQUIRED,
    unless: new RegExp(`${OR_NOT.source}|\\bcheque-free\\b`),
  },
  {
    find: /\bvoid (?:cheque|check)s? (?:is |are )?(?:required|mandatory|needed)\b.{0,40}\b(?:withdraw|debit|automatic|monthly)/,
    unless: OR_NOT,
  },
  {
    find: /\bcheques? postdates? (?:exiges?|requis|obligatoires?)\b|期票.{0,4}(?:必须|需要)|(?:必须|需要|需).{0,4}(?:12张|十二张)?(?:期票|支票)/,
  },
];

/** Cheques as one of several payment methods. */
const CHEQUES_LISTED: SignalRule[] = [
  {
    find: new RegExp(
      `(?<!\\b(?:void|pay|welfare|odsp|government|paper|rubber|pension|reality|certified|void or void) ?)(?<!\\bcheque-)\\b(?:post[ -]?dated )?${CHEQUE}\\b(?!-free| ?free| cashing| stubs?)|\\bpost[ -]?dated checks?\\b|\\b(?:personal|certified) checks?\\b|\\bby check\\b|\\bpre[ -]?authori[sz]ed (?:debits?|payments?|withdrawals?)\\b`,
    ),
    unless:
      /\b(?:no|not|without) (?:year of |need (?:of|for) |any )?cheques? (?:needed|required|necessary)\b|\bcheque[ -]free\b|\bmoney mart\b|\bvoid cheque\b/,
  },
  { find: /\bpar cheque\b|支票/ },
];

const ANIMALS = "(?:pets?|animals?|dogs?|cats?)";
const SOME_PLACE =
  "(?! (?:in|on|at|near) (?:the )?(?:shared )?(?:pools?|gym|party|amenit|patio|roof|elevator|lobby|lawn|grass|courtyard|hot tub|furniture))";
const OTHER_PET_WORDS =
  "(?!'?s? ?(?:deposit|fee|rent|charge|surcharge|restriction|problem|issue|limit|breed|odou?r|hair|smell|have|has|were|lived?|living|currently|under|over|are turned|left|off[ -]leash|policy|policies|rule|clause|building))(?!(?<=\\bpet) or [a-z]{1,12} (?:fee|deposit|charge))";
const NOT_OURS =
  "(?<!\\b(?:of|have|has|with) )(?<!there (?:are|is|were|was) )(?<!\\b(?:i|we|they|owners?|neighbou?rs) have )(?<!never had )";

/** 'No pets', which is void in a lease (s. 14). */
const PETS: SignalRule[] = [
  {
    find: new RegExp(
      `${NOT_OURS}\\b(?:no|zero) (?:smok(?:ing|ers?|e)(?:,? (?:and|or|&|nor) |, ?|\\/| ?& ?| )(?:no )?|(?:kids?|children|parties|party|drugs?|vaping|vape|weed|cannabis)(?:,? (?:and|or|&|nor) |, ?|\\/| ?& ?)(?:no )?){0,2}(?:small |large |big |indoor |furry )?(?<!no restrictions on )${ANIMALS}\\b${OTHER_PET_WORDS}${SOME_PLACE}`,
    ),
    isPlain: true,
  },
  {
    find: new RegExp(
      `\\b${ANIMALS} (?:are |is |will be |be )?(?:not|never|strictly not|aren't|isn't|cannot be|can't be|will not be|un) ?(?:be )?(?:allowed|permitted|accepted|welcome|ok|okay|considered|suitable|possible|accommodated)\\b${SOME_PLACE}`,
    ),
    isPlain: true,
  },
  {
    find: new RegExp(
      `\\b(?:(?:can'?t|cannot|can not|don'?t|dont|do not|does not|doesn'?t|won'?t|unable to|not able to|not) (?:allow|accept|take|have|permit|accepting|allowing|want|rent to (?:people|anyone) with|accommodate)|not (?:suitable|suited|good|ideal) for|prefer no|without|non[ -]?smok(?:ing|er),? (?:and |& )?(?:no |non)-?)(?: (?:any|your|small|large|big|other|people with|tenants? with)){0,2} ${ANIMALS}\\b${OTHER_PET_WORDS}${SOME_PLACE}`,
    ),
    unless:
      /\b(?:we|owner|landlord|i) (?:don'?t|do not) have (?:any )?(?:pets|cats|dogs)\b|\bif you (?:don'?t )?have\b|\bdo not have to\b/,
    isPlain: true,
  },
  {
    find: /\bpet[ -]free\b(?! of)|\b(?:not|non)[ -]pet[ -]friendly\b|\bno[ -]pets?[ -](?:policy|building|rule|clause)\b|\bpets? ?[:=-] ?(?:no|none|not allowed)\b(?! (?:restrictions?|limit|problem|fee|deposit|extra))|\bpets\? (?:no|sorry)\b|\bno (?:4|four)[ -]legged\b|(?<![a-z/])n\/p(?![a-z/])/,
    isPlain: true,
  },
  {
    find: /\bpas d'animaux\b|\b(?:sans|aucun) (?:animaux|animal)\b|\banimaux (?:interdits|non (?:admis|acceptes|permis)|refuses|pas (?:acceptes|admis|permis))\b|\b(?:no|sin)(?: se (?:aceptan|admiten|permiten))? mascotas\b|\bbawal (?:ang )?(?:pets?|alaga|aso)\b|(?:不能|不可以?|不许|不准|不得|不允许|禁止|谢绝|请勿|勿|不接受|无|不)(?:养|带|有)?(?:宠物|猫狗)/,
    isPlain: true,
  },
];

/** Rules on unlawful demands by note code. */
export const LAW_RULES = {
  deposit_not_allowed: DEPOSITS,
  fee_not_allowed: FEES,
  cheques_required: CHEQUES,
  cheques_hint: CHEQUES_LISTED,
  no_pets: PETS,
};
