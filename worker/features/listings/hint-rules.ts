import type { SignalRule } from "./scam-signals.ts";

// Wording that leaves people out without a 'no' or an 'only': by children, age, origin, work and health. Every repetition is bounded.

const LITTLE =
  "(?:little (?:ones|kids|feet|legs)|(?:small |young |little |active |noisy )?(?:kids?|child(?:ren)?|babies|baby|infants?|toddlers?|newborns?|teens|teenagers)|strollers?|(?:large |big |young |growing )?famil(?:y|ies)|seniors?|elderly(?: people)?|older (?:people|folks|persons)|wheelchairs?|walkers|anyone with (?:[a-z]{1,10} ){0,2}(?:kids|children|mobility|disabilit\\w{1,3}|knees)|(?:people|those) with (?:[a-z]{1,10} ){0,2}(?:kids|children|disabilit\\w{1,3}|mobility))";
const WELCOME =
  /\b(?:everyone|everybody|all (?:are )?welcome|anyone (?:is )?welcome|kids welcome|children welcome|families welcome|welcome (?:kids|children|families)|we love (?:kids|children)|child[ -]?proof|stairs gate|not a problem|no problem|up to you|you decide|you judge)\b/;
const KIND =
  "(?:(?:like[ -]?minded|similar(?:ly)?[ -](?:minded|aged?)|same[ -](?:age|minded|background|culture|religion|faith|community|language|country)|god[ -]?loving|church[ -]?(?:going|goers?)|(?<!non-)observant|religious|spiritual|family[ -]oriented|career[ -](?:minded|oriented|focused)|settled|well[ -](?:established|employed|settled)|salaried|steadily employed|white[ -]collar|middle[ -]aged?) (?:[a-z]{3,10} )?(?:persons?|people|individuals?|tenants?|someone|couples?|famil(?:y|ies)|wom[ae]n|m[ae]n|folks|lad(?:y|ies)|singles?))";

/** Hints that are found by what they are about, more than by who is named. */
export const MILDER_HINTS: SignalRule[] = [
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
    unless: new RegExp(`${WELCOME.source}|\\b(?:discount|neighbou?rs|building is)\\b`),
  },
  {
    // What somebody does for a living, or all day.
    find: /\b(?:prefer\w{0,5}|ideal\w{0,2}|looking for|hoping for|want|suits?|seek(?:ing|s)?|best|perfect|only|must|need|priority)\b(?: [a-z'-]{1,12}){0,6}? (?:works? (?:days|full[ -]time|in (?:an? )?office|outside|nights)|day ?(?:jobs?|shifts?|workers?)|(?:9|nine)[ -](?:to[ -])?(?:5|five)|out (?:of the house )?(?:in|during) (?:the )?day(?:time)?|away (?:during|in) the day|steady (?:pay ?che(?:que|ck)|income|salary|work)|stable (?:pay ?che(?:que|ck)|employment|salary|work)|(?:two|dual|double)[ -]incomes?|good careers?|professional (?:careers?|jobs?|backgrounds?)|office jobs?|in (?:a |the )?(?:medical|healthcare|tech|finance|legal) (?:field|profession|industry)|empty[ -]?nesters?|snow ?birds?)\b|\b(?:dual|double|two)[ -]income (?:couples?|households?|famil(?:y|ies))\b|\bincome from (?:a )?(?:job|employment|work) (?:only|please|pls)\b/,
    unless: WELCOME,
  },
];
