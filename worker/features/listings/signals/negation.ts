// Negations such as 'no security deposit' or 'we will never ask you for a deposit'. Only related words may stand between
// a negation and the negated words, so 'no smoking - security deposit' is not a negation.

const NEGATORS =
  "no|not|never|don't|dont|doesn't|doesnt|won't|wont|cannot|can't|without|nor|neither|nobody|nothing|avoid|beware of|wary of|watch out for|illegal to";
const DETERMINERS =
  "an?|any|the|this|that|your|our|my|all|such|other|more|extra|additional|hidden|large|big|single|kind of|sort of|\\$?\\d[\\d,]{0,6}";
const KINDS =
  "security|damage|pets?|cleaning|key|holding|reservation|utility|utilities|hydro|furniture|refundable|non[ -]?refundable|upfront|up-front|advance|application|admin|credit|check|viewing|showings?|tours?|screening|booking|first|last|months?|month's|rent|cash|wire|bank|e-transfers?|etransfers?|money|payments?|deposits?|depo|fees?|post[ -]?dated|cheques?|or";
const VERBS =
  "be|been|being|ever|even|will|would|should|do|does|to|us|me|you|one|them|for|of|by|via|on|in|ask|asks|asked|asking|pay|pays|paying|paid|send|sends|sending|wiring|transfer|take|takes|taking|accept|accepts|want|wants|need|needs|require|requires|charge|charges|charged|collect|request|demand|give|make|use|have|trust|contact|text|message|call|write|reach|answer|due|required";
const BETWEEN = `(?:${DETERMINERS}|${KINDS}|${VERBS})`;

/** 'Security, damage or pet' */
const LISTED = `(?: ${BETWEEN}){0,4}(?:, ${BETWEEN}){1,3},? n?or(?: ${BETWEEN})?`;

const WARNED_OF =
  "(?:beware of|wary of|careful of|careful with|watch out for|avoid|report|never trust)(?: (?:any|anyone|someone|somebody|people|those|persons?|landlords?|ads?|listings?|fake|scam\\w{0,5}|fraud\\w{0,5})){1,4}|(?<!\\b(?:not an?|no) )scam(?:s|mers?)";
const WHO_ASKS =
  "(?: (?:who|that|which|often|usually|will|may|might)){0,2} (?:ask\\w{0,3}|want\\w{0,3}|demand\\w{0,3}|request\\w{0,3}|requir\\w{0,3}|need\\w{0,3}|insist\\w{0,3}|us(?:e|es|ing)|involv\\w{0,3}|like)";

/** 'We don't ask for cheques, deposits or key money' negates each item. */
const NEVER_ASKS =
  "(?:don't|dont|do not|does not|doesn't|never|won't|will not) (?:ever )?(?:ask|asks|charge|take|require|want|collect|need)";

/** Source of a negation right before the negated words. Bounded, without an end anchor. */
const NEGATION = `(?:\\b(?:(?:${NEGATORS})|(?:${WARNED_OF})${WHO_ASKS})(?:(?:[ /]${BETWEEN}){0,7}|${LISTED})[ /]|\\b${NEVER_ASKS}(?:,? ${BETWEEN}){0,7},? )`;

const BEFORE = new RegExp(`${NEGATION}$`);
const ELSEWHERE = " - |:|\\bbut\\b|\\bwith\\b|\\band\\b(?! (?:an? )?[a-z]{1,12} (?:deposits?|fees?))";
const AFTER = new RegExp(
  `^(?:(?!${ELSEWHERE})[^,]){0,30}\\b(?:not (?:required|needed|necessary|accepted|asked|taken|wanted|allowed|charged|collected)|never|none|waived|illegal|n\\/a)\\b|^ ?[:=-]? ?(?:\\$ ?0\\b|none\\b|n\\/a\\b)`,
);

/** Warnings about others: 'A scammer copied my photos and says he is overseas', 'if anyone asks you for money'. */
const OF_OTHERS = [
  /\b(?:scammers?|fraudsters?|crooks?|fake (?:ads?|landlords?|listings?|owners?|names?)|impersonators?)\b.{0,60}\b(?:copied|copy|copies|stole|steals?|says?|said|saying|claims?|claiming|pretends?|pretending|uses?|using|asks?|asking|posted|posing|told|takes?|here)\b/,
  /\b(?:to|by|from|unlike|with) (?:an? |the |some |all )?(?:scammers?|fraudsters?|crooks?)\b|\bfake ads?\b|(?<!\bnot )\b(?:is|it's|are|that's) (?:an? )?(?:scams?|fake|fraud)\b|\bis not (?:me|us|from (?:us|our|me))\b/,
  /\b(?:they'?re|they are|it'?s|it is|that'?s|which (?:is|are)) (?:all )?illegal\b|\b(?:i|we) refuse (?:to (?:ask|charge|take) )?(?:[a-z]{3,11} ){0,2}(?:fees?|deposits?)\b/,
  /\b(?:somebody|someone|people|person|anyone|anybody|who) (?:is |are |who |else |that |has |have ){0,3}(?:cop(?:y|ies|ied|ying)|stole|stealing|pretend(?:s|ing)?|claim(?:s|ing)?|impersonat\w{2,4}|posing)\b/,
  /\b(?:if|when) (?:anyone|anybody|someone|somebody|an? (?:person|landlord|ad)|any (?:ad|landlord|person)|they)\b.{0,40}\b(?:asks?|wants?|says?|tells?|claims?|demands?|requests?|requires?)\b/,
  /\b(?:other|some|those|these|such|many|most) (?:[a-z-]{2,14} )?(?:ads?|listings?|posts?|landlords?|sites?|owners?)\b.{0,30}\b(?:asks?|wants?|says?|claims?|tell|demand|require|need)\b/,
  /\b(?:any ?one|any ?body|who ?ever) (?:who )?(?:asks?|wants?|demands?|requests?)\b.{0,80}\bis(?:n'?t| not)\b|\bnot (?:one of (?:those|these|the)|that (?:guy|kind)|like (?:those|other))\b|\b(?:uses?|used|using|stole|copied|took) (?:our|my) (?:photos?|pictures?|pics|ads?|name)\b/,
  /\b(?:if|when(?:ever)?) (?:you|u|anyone|anybody|someone|they) (?:ever )?(?:hears?|reads?|gets?|sees?|says?|tells?|asks?)\b.{0,40}\b(?:run(?! by)|hang up|report|ignore|walk away|not me|scam\w{0,3}|fake|don'?t (?:send|pay|answer|reply|do))\b/,
  // 'Never pay for a place unseen', 'scam alert: our pictures were stolen'
  /\bnever (?:pay|send|buy|believe|trust|wire|transfer|give)\b(?! (?:late|more))|\b(?:scam|fraud) (?:warning|alert)\b|\b(?:photos?|pictures?|pics|ad|listing) (?:was|were|got|have been|has been|is being) (?:stolen|copied|cloned)\b|\b(?:lost|scammed|cheated)\b.{0,20}\b(?:to|out of|by) (?:one|two|some|any) of (?:those|these|them)\b/,
] as const;

/** Whether a sentence warns of scammers. */
export const isWarning = (sentence: string): boolean => OF_OTHERS.some((words) => words.test(sentence));

/** Characters before and after words in which a negation is searched. */
const REACH = 60;

/**
 * Whether the words from `start` to `end` of a sentence are negated by a word before or after, or are part of a
 * warning.
 */
export function isNegated(sentence: string, start: number, end: number): boolean {
  return BEFORE.test(sentence.slice(Math.max(0, start - REACH), start)) || AFTER.test(sentence.slice(end, end + REACH));
}
