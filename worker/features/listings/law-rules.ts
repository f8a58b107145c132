import type { SignalRule } from "./scam-signals.ts";

// What Ontario's Residential Tenancies Act, 2006, and Human Rights Code do not allow. Every repetition is bounded.

const MONTHS = "(?:[3-9]|1[0-2]|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";
/** What a tenant may do is no demand. 'Available May 1' is no permission either. */
const TENANT_MAY =
  "\\b(?:you|tenants?) (?:may|can) (?:also |choose to |even )?(?:pay|offer|prepay|provide|give|use)\\b";
const VOLUNTARY = new RegExp(
  `\\b(?:optional|discount|if you|instead|offer)\\b|\\b(?:deposit|up ?front|advance|pre-?paid)(?: (?:is|are))? welcome\\b|${TENANT_MAY}`,
);
const FIRST_AND_LAST =
  /\b(?:first|1st)(?: months?'?s?)?(?: rent)?(?: and|,|\/| &| \+){1,2} ?(?:the )?last\b|\blast month|\blmr\b/;

/** Deposits besides the last month's rent (ss. 105 and 106). */
const DEPOSITS: SignalRule[] = [
  {
    find: /\b(?:security|damage|pets?|cleaning|furniture|appliance|utility|utilities|hydro|breakage|holding|reservation|non[ -]?refundable)[ -]{1,2}depo(?:sits?|s)?\b/,
    unless: /\blast month'?s?(?: rent)? (?:is |as |serves as |used as )(?:a |the |your )?(?:security|damage) deposit/,
  },
  {
    find: /\bdeposits?(?: is| are)?(?: required| needed)? (?:for|against) (?:any |the |your |possible )?(?:damages?|security|pets?|cleaning|utilities|furniture)\b/,
  },
  {
    find: /\b(?:first|1st)(?: months?'?s?)?(?: rent)?(?:,| and| &|\/| \+){1,2} ?(?:last|lmr)(?: months?'?s?)?(?: rent)?(?:,| and| &|\/| \+| plus){1,2} ?(?:a |one |1 ){0,2}(?:months? )?(?:of )?(?:security|damage)\b/,
  },
  {
    find: new RegExp(
      `\\b${MONTHS}[ -]months?'?s?(?: of)?(?: rent)?(?: payment)? (?:deposit|up ?front|up-front|in advance|prepaid|pre-paid)\\b|\\bdeposit of ${MONTHS} months?\\b`,
    ),
    unless: VOLUNTARY,
  },
  {
    // Two months' rent is what first and last come to.
    find: /\b(?:2|two)[ -]months?'?s?(?: of)?(?: rent)? deposits?\b|\bdeposit of (?:2|two) months?\b/,
    unless: new RegExp(`${VOLUNTARY.source}|${FIRST_AND_LAST.source}`),
  },
  {
    find: /\bdeposits?(?: of \$? ?[\d,]{1,7})?(?: is| are)?(?: required| needed| due)? to (?:hold|reserve|secure) (?:the|your|this|it|a|an|unit)\b/,
    unless: FIRST_AND_LAST,
  },
];

/** Fees for what costs a renter nothing (s. 134). */
const FEES: SignalRule[] = [
  {
    find: /\b(?:application|viewing|showing|admin(?:istration|istrative)?|processing|holding|screening|credit[ -]check|background[ -]check|reservation|pets?|cleaning)[ -](?:fees?|surcharges?)\b/,
  },
];

const REQUIRED =
  /\b(?:requires?|required|must|needs?|needed|mandatory|provide|submit|bring)\b|\b(?:[1-9]|1[0-2]|ten|eleven|twelve) post/;
const OR_NOT = new RegExp(
  "\\b(?:optional|if you|or e|or email|or interac|can be (?:paid|made|given|provided|used)|not required|not needed|never)\\b|" +
    `\\b(?:cheques?|checks?|chqs?|debits?|payments?|withdrawals?)[^,]{0,30}\\b(?:accepted|welcome|preferred)\\b|${TENANT_MAY}`,
);

/** Post-dated cheques and automatic payments, which a landlord may take and not require (s. 108). */
const CHEQUES: SignalRule[] = [
  { find: /\bpost[ -]?dated (?:cheques?|checks?|chqs?)\b/, needs: REQUIRED, unless: OR_NOT },
  {
    find: /\b(?:pre[ -]?authori[sz]ed|automatic) (?:bank )?(?:debits?|payments?|withdrawals?)\b/,
    needs: REQUIRED,
    unless: OR_NOT,
  },
];

const ANIMALS = "(?:pets?|animals?|dogs?|cats?)";
const SOME_PLACE =
  "(?! (?:in|on|at|near) (?:the )?(?:shared )?(?:pools?|gym|party|amenit|patio|roof|elevator|lobby|lawn|grass|courtyard|hot tub|furniture))";
const OTHER_PET_WORDS =
  "(?!'?s? ?(?:deposit|fee|rent|charge|surcharge|restriction|problem|issue|limit|breed|odou?r|hair|smell|have|has|were|lived?|living|currently|under|over|are turned|left|off[ -]leash|policy|policies|rule|clause|building))(?!(?<=\\bpet) or [a-z]{1,12} (?:fee|deposit|charge))";
const NOT_OURS = "(?<!there (?:are|is|were|was) )(?<!\\b(?:i|we|they|owners?|neighbou?rs) have )(?<!never had )";

/** 'No pets', which binds nobody once there is a lease (s. 14). */
const PETS: SignalRule[] = [
  {
    find: new RegExp(
      `${NOT_OURS}\\b(?:no|zero) (?:smok(?:ing|ers?|e)(?:,? (?:and|or|&|nor) |, ?|\\/| ?& ?| )(?:no )?)?${ANIMALS}\\b${OTHER_PET_WORDS}${SOME_PLACE}`,
    ),
    isPlain: true,
  },
  {
    find: new RegExp(
      `\\b${ANIMALS} (?:are |is |will be |be )?(?:not|never|strictly not|aren't|isn't|cannot be|can't be|will not be) (?:be )?(?:allowed|permitted|accepted|welcome|ok|okay|considered)\\b${SOME_PLACE}`,
    ),
    isPlain: true,
  },
  {
    find: /\bpet[ -]free\b(?! of)|\bnot pet[ -]friendly\b|\bno[ -]pets?[ -](?:policy|building|rule|clause)\b/,
    isPlain: true,
  },
];

const PEOPLE =
  "(?: (?:families|family|households?|tenants?|people|persons?|ladies|lady|girls?|females?|women|woman|males?|men|man|boys?|students?|couples?|roommates?|individuals?|professionals?|renters?|applicants?|citizens?|born|background))";
const FAITHS = "(?:christians?|muslims?|hindus?|sikhs?|jewish|jews|catholics?|buddhists?|jains?|atheists?)";
const ORIGINS =
  "(?:chinese|indians?|asians?|caucasians?|filipin[oa]s?|koreans?|japanese|iranians?|persians?|arabs?|russians?|ukrainians?|europeans?|canadians?|pakistanis?|punjabis?|gujaratis?|tamils?|bengalis?|africans?|caribbeans?|jamaicans?|somalis?|latin[oa]s?|hispanics?|brazilians?|mexicans?|nigerians?|turkish|indigenous)";
/** 'Indian grocery only 5 minutes away' */
const NEARNESS = "(?! (?:an? |one |two |few |\\d|steps|minutes|blocks|at |by |on |in ))";
const NOT_A_PLACE =
  "(?! (?:schools?|church|mosque|temple|synagogue|community|cent(?:re|er)|hospital|college|academy|universit|grocer|restaurants?|food|supermarket|stores?|shops?|bank|tire|embassy|consulate))";
const CHILDREN = "(?:kids?|children|babies|baby|infants?|toddlers?|teenagers?|families)";

/** Refusals on a ground of the Human Rights Code (ss. 2 and 13). */
const REFUSALS: SignalRule[] = [
  {
    find: new RegExp(
      `${NOT_OURS}\\bno (?:(?:pets?|smok(?:ing|ers?)|dogs?|cats?)(?:,| or| and|\\/) ?(?:no )?)?(?:small |young |little |noisy )?${CHILDREN}\\b(?!'?s? ?(?:playground|play|area|room|furniture|under \\d|unattended|unsupervised|upstairs|above|below|next|left|toys))${SOME_PLACE}`,
    ),
    isPlain: true,
  },
  {
    find: /\badults?[ -]only\b(?! (?:pools?|gym|swim|hours|floor|lounge|spa|hot tub|area))|\badults?[ -](?:building|oriented)\b/,
  },
  {
    find: new RegExp(
      `\\b${CHILDREN} (?:are |is )?(?:not|strictly not|aren't) (?:allowed|permitted|accepted|welcome)\\b${SOME_PLACE}`,
    ),
    isPlain: true,
  },
  {
    find: /\bnot (?:suitable|ideal|appropriate|recommended|meant) for (?:small |young |little )?(?:kids|children|babies|infants|toddlers|families)\b|\bchildless\b|\b(?:child|kid)[ -]free\b|\bwithout (?:kids|children)\b/,
    isPlain: true,
  },
  { find: new RegExp(`\\b${FAITHS}${PEOPLE}{0,2}(?: is| are)? (?:only|preferred|required)\\b${NEARNESS}`) },
  {
    find: new RegExp(
      `\\b(?:only|must be|strictly|prefer(?:ably|red|s)?|looking for|seeking)(?: an?| for| to)? (?:practi[cs]ing )?${FAITHS}\\b${NOT_A_PLACE}`,
    ),
  },
  { find: new RegExp(`\\bno ${FAITHS}\\b${NOT_A_PLACE}`), isPlain: true },
  { find: new RegExp(`\\b${ORIGINS}${PEOPLE}{0,2}(?: is| are)? (?:only|preferred)\\b${NEARNESS}`) },
  { find: new RegExp(`\\b(?:only|must be|strictly|prefer(?:ably|red|s)?)(?: an?| for| to)? ${ORIGINS}${PEOPLE}`) },
  {
    find: new RegExp(
      `\\b(?:white|black|brown)${PEOPLE}{1,2} (?:only|preferred)\\b|\\bno (?:whites|blacks|(?:white|black|brown)${PEOPLE})\\b`,
    ),
    isPlain: true,
  },
  {
    find: new RegExp(
      `\\bno (?:${ORIGINS}${PEOPLE}?|immigrants?|newcomers?|refugees?|foreigners?|international students?)\\b${NOT_A_PLACE}`,
    ),
    isPlain: true,
  },
  {
    find: /\bno (?:(?:people|one|tenants) on )?(?:odsp|ow|ontario works|welfare|social assistance|government assistance|public assistance|disability|disabilities|disabled(?: people)?|handicapped|service (?:dogs?|animals?)|mental (?:illness|health)|wheelchairs?(?! (?:access|ramp|lift|entr)))\b|\bable[ -]bodied\b|\b(?:odsp|welfare|ontario works|social assistance) (?:is |are )?not (?:accepted|welcome|allowed)\b/,
    isPlain: true,
  },
  {
    find: /\bno (?:seniors?|elderly|retirees|old (?:people|persons?|folks?))\b(?! (?:discounts?|homes?|residences?))|\b(?:must be|tenants?|only) (?:aged? )?(?:under|over|below|above) (?:the age of )?(?:2[1-9]|[3-9]\d)\b(?! ?(?:k|%|minutes|percent|,|\d))/,
    isPlain: true,
  },
  {
    find: /\bno (?:gays?|lesbians?|homosexuals?|lgbtq?|transgender)\b|\bstraight (?:people|couples?|men|women|males?|females?) only\b|\bno unmarried couples?\b|\bmarried couples? only\b|\bno single (?:moms?|mothers?|parents?|dads?|fathers?)\b/,
    isPlain: true,
  },
];

const ONLY = "(?: is| are)? (?:only|preferred)\\b(?! (?:gym|fitness|hours|section|studio|spa))";

/** Wording that may leave out people whom the Code protects; often it is no more than clumsy. */
const HINTS: SignalRule[] = [
  {
    find: new RegExp(
      `\\bprofessionals?(?: (?:couples?|tenants?|persons?|singles?))?${ONLY}|\\bonly (?:to )?(?:working |young |quiet ){0,2}professionals?\\b`,
    ),
  },
  {
    find: /\bmust be (?:employed|working (?:full|professionals?)|a (?:working |young )?professional)\b|\bfull[ -]time (?:employment|job) (?:is )?required\b/,
  },
  {
    find: new RegExp(
      `\\b(?:females?|males?|girls?|boys?|ladies|lady|women|woman|men|gentlem[ae]n)(?: (?:students?|tenants?|roommates?))?${ONLY}`,
    ),
  },
  {
    find: new RegExp(
      `\\b(?:mature|young|older) (?:tenants?|individuals?|persons?|couples?|people|singles?|ladies|professionals?)${ONLY}`,
    ),
  },
  {
    find: /\benglish[ -]speaking (?:only|preferred|required)\b|\bmust speak english\b|\bvegetarians? (?:family |families |people |tenants? )?(?:only|preferred)\b/,
  },
];

/** What the law does not allow, by the code of its note. */
export const LAW_RULES = {
  deposit_not_allowed: DEPOSITS,
  fee_not_allowed: FEES,
  cheques_required: CHEQUES,
  no_pets: PETS,
  discrimination: REFUSALS,
  discrimination_hint: HINTS,
};
