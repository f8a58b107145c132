// Patterns for money, viewings and order of events, as sources for rules. All repetitions are bounded.

/** 'Pay', but not pay stubs or pay cheques. */
export const PAY = "(?:pay(?![ -]?(?:stubs?|slips?|che(?:que|ck)s?|day|roll|phone))|paid|payed|paying)";
export const AMOUNT =
  "(?:\\$ ?\\d[\\d,]{0,6}|\\d[\\d,]{0,6} ?(?:\\$|dollars?|bucks|cad|cdn|usd|usdt|usdc|btc|eth\\b|euros?|eur\\b|pounds|rupees|rs\\b)|(?:hundred|thousand|fifty|twenty|thirty|forty|sixty|seventy|eighty|ninety|five|ten) (?:dollars|bucks))";
export const E_TRANSFER =
  "(?:e(?:mail)?[ -]{0,3}(?:money )?transfer(?:s|red|ring)?|emt|interac(?! (?:debit|machine|terminal)))";
export const RENT =
  "(?:first (?:and|&|\\+|\\/) last|(?:first|1st|one|half|(?<!once |twice |times |every |per )a|full) (?:and last )?months?'?s?(?: rent)?|rent of one month|half (?:a )?month|half (?:of )?the rent)";
export const MONEY = `(?:deposits?|payments?|${PAY}|fees?(?! (?:simple|hold))|money|funds|${E_TRANSFER}|${RENT}|${AMOUNT})`;
export const VIEWING =
  "(?:viewings?|showings?|view|see(?:ing)?|visit(?:s|ing)?|tour(?:s|ing)?|inspect(?:ions?|ing)?|appointment|walk[ -]?through|open house|show|look(?:ing)?|meet(?:ing)?|(?:let (?:you|u|anyone|people) )?(?:in|inside)\\b(?! (?:toronto|canada|full|person)))";
export const THE =
  "(?:the |a |an |any |your |anybody |anyone |somebody |people |gets? |have |has |you |u |we |i |we'll |i'll |we'd |i'd |can |may |could |will |even |ever |do ){0,3}";
export const BOOK = "(?:book|arrange|schedule|reserve|secure|confirm|set up|give|get|lock(?: in)?|offer|do)";

/** Payment after a viewing or signing is fine. */
export const AFTERWARDS =
  /\b(?:after|once|when|upon|until|till) (?:(?!pa(?:y|id)|depo|money|fees?\b|transfer|funds|sent|receiv)[a-z']{1,12} ){0,3}(?:seen|saw|see|viewed|viewings?|showings?|visit(?:ed|s)?|sign(?:ed|s|ing)?|lease|met|meet|approv\w{0,3})\b|\blease (?:is |has been )?sign(?:ed|ing)\b|\b(?:at|on|upon|with) (?:the )?(?:lease )?sign(?:ing|ature)\b|\bwhen (?:we|you|both|i) sign\b/;
export const SEND =
  "(?:send(?:s|ing)?|put|place|leave|make|submit|give|e-?transfer(?:s|ring)?|e transfer|emt|interac|transfer|wire|pay(?:s|ing)?|paid|payed|put down|forward|remit|drop|need|deposit)";
export const HOLD =
  "(?:hold|keep|reserve|secure|guarantee|lock(?: in| it)?|save|block|get on|be put on|be on|(?:take|remove|pull) (?:it|this|the (?:ad|listing|place|unit|room)) (?:off|down))";
