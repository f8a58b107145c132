/** Patterns of threads that a rule is relevant to. */
export interface LawWords {
  /** Unambiguous words. */
  about?: RegExp;
  /** Words that only count in the context of a tenancy, because dogs, locks and repairs come up elsewhere too. */
  hints?: RegExp;
}

/** By rule name in content/law.json. */
export const LAW_WORDS: Readonly<Record<string, LawWords>> = {
  entry: {
    about:
      /\b(?:landlord|landlady|superintendent|property manager)\b[^.!?\n]{0,60}\b(?:enter(?:s|ed|ing)?|entry|(?:com(?:es?|ing)|came) in(?:to)?(?! (?:at|around|under|over|handy|money|contact|first|to)\b)|walk(?:s|ed|ing)? in(?:to)?|lets? (?:him|her|them)sel(?:f|ves) in|inspect(?:s|ed|ing|ions?)?)\b|\bnotice of entry\b|\b24[- ]hours?['’]? (?:written )?notice\b/i,
    hints: /\b(?:enter(?:s|ed|ing)? (?:my|our|the) (?:unit|apartment|home|place|room)|inspections?)\b/i,
  },
  "increase-notice": {
    about:
      /\b(?:(?:form|an) n1|n1 (?:notice|form)|rent (?:increases?|hikes?|(?:just )?went up|(?:is )?going up|goes up|(?:was|is|being|got) raised)|(?:increas|rais)(?:e|es|ed|ing) (?:the |my |our )?rent)\b/i,
    hints: /\b90 days\b/i,
  },
  "once-a-year": {
    about:
      /\brent\b[^.!?\n]{0,60}\b(?:twice (?:a|in a|in one|in the same|this) year|second (?:rent )?increase)\b|\b(?:two|second|another) rent increases?\b/i,
  },
  deposit: {
    about:
      /\b(?:(?:security|damage|pet|key|rent|rental|cleaning) deposits?|last month['’]?s rent (?:deposit|upfront|up front|in advance)|first and last (?:months?|rent)|lmr)\b/i,
    hints: /\bdeposits?\b/i,
  },
  "deposit-interest": {
    about: /\binterest on (?:the |my |our |a )?(?:rent deposit|lmr|last month)/i,
    hints: /\binterest on (?:the |my |our |a )?deposit\b/i,
  },
  cheques: {
    hints: /\b(?:post[- ]?dated|pre-?authori[sz]ed|automatic (?:payments?|debits?)|12 cheques)\b/i,
  },
  exemption: {
    about:
      /\b(?:rent[- ]controll?(?:led|s)?|(?:before|after|since) nov(?:ember|\.)? (?:15,? )?2018|exempt\w* from (?:the )?(?:rent|guideline))\b/i,
    hints: /\bguideline\b/i,
  },
  "standard-lease": {
    about: /\b(?:standard (?:form (?:of )?)?(?:lease|tenancy agreement)|(?:ontario|standard) lease form)\b/i,
  },
  pets: {
    about: /\b(?:no[- ]pets? (?:clause|rule|policy|lease)|pet clause)\b/i,
    hints:
      /\b(?:no[- ]pets?|pets? (?:allowed|policy|polic(?:y|ies)|rules?|fees?|rent)|about pets|(?:allow|forbid|forbids|ban|bans|banned|refus\w*|prohibit\w*|object\w*|get rid of|against|evict\w*|because of|over) (?:to )?(?:my |our |a |any |the )?(?:pets?|dogs?|cats?|animals?)|(?:have|get|keep|own|adopt|bring)(?:ing)? (?:a |my |our )?(?:pets?|dogs?|cats?))\b/i,
  },
  repairs: {
    hints:
      /\b(?:repairs?|repaired|broken|won['’]?t fix|(?:not|never) fix(?:ed|ing)?|mou?ld|leak(?:s|y|ing|ed)?|maintenance (?:requests?|issues?|problems?))\b/i,
  },
  "vital-services": {
    hints:
      /\b(?:no|without) (?:heat|hot water|water|power|hydro|electricity)\b|\b(?:cut|shut|turn(?:ed|s|ing)?)(?:ting)? (?:off|down) (?:the |my |our )?(?:heat|hot water|water|power|hydro|electricity|gas)\b|\b(?:heat|hot water|water|power|hydro|electricity|gas) (?:was |is |got )?(?:cut|shut|turned) off\b/i,
  },
  harassment: {
    about: /\blandlord\b[^.!?\n]{0,60}\b(?:harass\w*|threaten\w*|intimidat\w*)/i,
    hints: /\b(?:harass\w*|threaten\w*|intimidat\w*|quiet enjoyment)\b/i,
  },
  locks: {
    about: /\b(?:chang(?:e|es|ed|ing) (?:the |my |our |all )?locks|locks (?:were |have been |got )?changed)\b/i,
    hints: /\b(?:locked (?:me |us |him |her |them )?out|lockout|new locks?|change (?:the |my |our )?lock)\b/i,
  },
  renewal: {
    about:
      /\b(?:renew(?:s|ed|ing)? (?:the |my |our |a )?lease|lease renewals?|fixed[- ]term (?:lease|tenancy)|lease (?:is )?month[- ]to[- ]month|month[- ]to[- ]month (?:lease|tenan\w+|rent\w*)|(?:my|our|the) lease (?:ends?|is up|is over|expires?|runs out))\b/i,
    hints: /\b(?:month[- ]to[- ]month|sign (?:again|a new lease|another lease)|(?:not|won['’]?t|refuses? to) renew)\b/i,
  },
  order: {
    about:
      /\b(?:evict(?:s|ed|ing|ions?)?|notice to (?:leave|vacate|terminate)|landlord (?:is |was |has )?kick(?:s|ed|ing))\b/i,
    hints: /\bkick(?:ed|ing|s)? (?:me |us )?out\b/i,
  },
  n4: {
    about:
      /(?<!\b(?:unit|apt|suite|room|gate|highway|bus|route) )\bn4\b|\b(?:rent arrears|behind (?:on|with) (?:the |my |our )?rent|owe(?:s|d)? (?:my |the )?(?:landlord|rent|back rent)|(?:late|unpaid) rent)\b/i,
    hints: /\barrears\b/i,
  },
  n12: {
    about:
      /(?<!\b(?:unit|apt|suite|room|gate|highway|bus|route) )\bn12\b|\b(?:landlord['’]?s own use|landlord (?:wants|wanted|says he wants|says she wants) to move in)\b/i,
    hints: /\b(?:own|personal) use\b/i,
  },
  n13: {
    about: /(?<!\b(?:unit|apt|suite|room|gate|highway|bus|route) )\bn13\b|\brenovict\w*/i,
    hints:
      /\b(?:(?:leave|move out|out|vacate|evict\w*)\b[^.!?\n]{0,40}\b(?:renovat\w+|demoli\w+)|(?:renovat\w+|demoli\w+)\b[^.!?\n]{0,40}\b(?:leave|move out|vacate|evict\w*))/i,
  },
  receipts: {
    about: /\brent(?:al)? receipts?\b|\breceipts? for (?:the |my |our )?rent\b/i,
    hints: /\breceipts?\b/i,
  },
  fees: {
    about: /\b(?:rental application fees?|key money)\b/i,
    hints: /\b(?:application|admin(?:istration)?|holding|move-?in) fees?\b/i,
  },
  assignment: {
    about:
      /\b(?:assign(?:ment|ing|ed|s)? (?:of )?(?:the |my |our |a )?(?:lease|tenancy|unit|apartment)|lease assignment|sublets?|sublet(?:ting|ter)s?|subleas(?:e|es|ing)|break(?:ing)? (?:the |my |our |a )?lease|end(?:ing)? (?:the |my |our )lease early)\b/i,
    hints: /\b(?:assign(?:ment|ing)?|leav(?:e|ing) early|lease takeover)\b/i,
  },
  "new-tenant-rent": {
    about:
      /\b(?:(?:previous|last|former|old|prior) tenants?|tenants? before (?:me|us))\b[^.!?\n]{0,60}\b(?:paid|pays?|paying|rent)\b/i,
  },
  "shared-kitchen": {
    about:
      /\bshar(?:e|es|ed|ing) (?:a |the |my |our )?(?:kitchen|bathroom)s? with (?:the |my |our |a )?(?:owner|landlord|landlady)|\blive-in (?:owner|landlord)/i,
  },
  "human-rights": {
    about:
      /\b(?:(?:housing|rental) discrimination|landlord\b[^.!?\n]{0,40}\bdiscriminat\w*|discriminat\w*[^.!?\n]{0,40}\blandlord)/i,
    hints:
      /\b(?:discriminat\w*|human rights|(?:refus\w*|reject\w*|den(?:y|ied|ies)|turn(?:ed|s)? (?:me|us) down)\b[^.!?\n]{0,60}\b(?:odsp|ontario works|welfare|public assistance|kids|children))\b/i,
  },
  rentsafe: {
    about: /\brentsafe\w*/i,
    hints: /\b(?:call(?:ed|ing)? 311|property standards)\b/i,
  },
};
