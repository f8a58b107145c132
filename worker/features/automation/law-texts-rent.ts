import type { LawText } from "./law-text.ts";

/** Rules on rent, deposits, leases and the state of a home. */
export const RENT_LAW: readonly LawText[] = [
  {
    name: "entry",
    sections: "ss. 26 and 27",
    titles: ["When may a landlord come in? The 24-hour rule", "24 hours' notice of entry, and its exceptions"],
    bodies: [
      "To come in for a repair or an inspection, a landlord gives written notice at least 24 hours before, with the reason, the day and a time between 8 a.m. and 8 p.m. The cases in which no written notice is needed are listed in s. 26, an emergency and the tenant's consent at the time among them.",
      "Written notice, 24 hours ahead, with the reason and a time between 8 a.m. and 8 p.m.: that is what entry takes in most cases. An emergency and your consent at the door are two of the exceptions; s. 26 has them all.",
    ],
    about:
      /\b(?:landlord|landlady|superintendent|property manager)\b[^.!?\n]{0,60}\b(?:enter(?:s|ed|ing)?|entry|(?:com(?:es?|ing)|came) in(?:to)?(?! (?:at|around|under|over|handy|money|contact|first|to)\b)|walk(?:s|ed|ing)? in(?:to)?|lets? (?:him|her|them)sel(?:f|ves) in|inspect(?:s|ed|ing|ions?)?)\b|\bnotice of entry\b|\b24[- ]hours?['’]? (?:written )?notice\b/i,
    hints: /\b(?:enter(?:s|ed|ing)? (?:my|our|the) (?:unit|apartment|home|place|room)|inspections?)\b/i,
  },
  {
    name: "increase-notice",
    sections: "s. 116",
    titles: ["A rent increase needs 90 days' written notice", "Rent going up? Count 90 days first"],
    bodies: [
      "A landlord has to give at least 90 days' written notice of a rent increase, in the Board's form (N1 for most units). Without it the increase is void.",
      "An increase that was not announced in writing at least 90 days before, in the Board's form, does not hold. For most units the form is N1.",
    ],
    about:
      /\b(?:(?:form|an) n1|n1 (?:notice|form)|rent (?:increases?|hikes?|(?:just )?went up|(?:is )?going up|goes up|(?:was|is|being|got) raised)|(?:increas|rais)(?:e|es|ed|ing) (?:the |my |our )?rent)\b/i,
    hints: /\b90 days\b/i,
  },
  {
    name: "once-a-year",
    sections: "s. 119",
    titles: ["Rent may rise once every 12 months", "Two rent increases in a year?"],
    bodies: [
      "At least 12 months have to pass between two rent increases, and between the start of a tenancy and the first one. This also holds for units that are exempt from the guideline under s. 6.1.",
      "Rent may go up only when 12 months have passed since the last increase, or since the tenancy began. Newer units, which s. 6.1 exempts from the guideline, have this rule too.",
    ],
    about:
      /\brent\b[^.!?\n]{0,60}\b(?:twice (?:a|in a|in one|in the same|this) year|second (?:rent )?increase)\b|\b(?:two|second|another) rent increases?\b/i,
  },
  {
    name: "deposit",
    sections: "ss. 105 and 106",
    titles: ["Damage deposits are not allowed in Ontario", "Which deposit may a landlord ask for?"],
    bodies: [
      "The security that a landlord may ask for is a rent deposit of at most one month's rent, which pays for the end of the tenancy. Deposits against damage or for pets are not allowed; a refundable one for keys, up to what they would cost to replace, is.",
      "A landlord may take a deposit for the last rental period, of no more than one month's rent, and it cannot be kept for damage. Besides it the regulation allows a refundable deposit for keys.",
    ],
    about:
      /\b(?:(?:security|damage|pet|key|rent|rental|cleaning) deposits?|last month['’]?s rent (?:deposit|upfront|up front|in advance)|first and last (?:months?|rent)|lmr)\b/i,
    hints: /\bdeposits?\b/i,
  },
  {
    name: "deposit-interest",
    sections: "s. 106 (6)",
    titles: ["Your last month's rent deposit earns interest", "Interest on the rent deposit"],
    bodies: [
      "A landlord pays interest on the rent deposit every year, at the rate of the guideline for rent increases of the time.",
      "Once a year the rent deposit earns interest, as much in percent as the guideline then in effect.",
    ],
    about: /\binterest on (?:the |my |our |a )?(?:rent deposit|lmr|last month)/i,
    hints: /\binterest on (?:the |my |our |a )?deposit\b/i,
  },
  {
    name: "cheques",
    sections: "s. 108",
    titles: ["Post-dated cheques cannot be required", "Do you have to hand over 12 cheques?"],
    bodies: [
      "A landlord may not require post-dated cheques or automatic payments for rent. You may agree to them if they suit you.",
      "Post-dated cheques and automatic debits are for you to offer or to accept. A landlord cannot make them a condition.",
    ],
    hints: /\b(?:post[- ]?dated|pre-?authori[sz]ed|automatic (?:payments?|debits?)|12 cheques)\b/i,
  },
  {
    name: "exemption",
    sections: "s. 6.1",
    titles: ["Rent control and the date November 15, 2018", "Is your unit exempt from the rent guideline?"],
    bodies: [
      "In most cases a unit first lived in as a home after November 15, 2018 is exempt from the guideline: then the rent may rise by any amount, once every 12 months and with 90 days' written notice. For new units in older buildings the conditions are narrower.",
      "The date to ask for is when the unit was first lived in as a home. After November 15, 2018 the guideline does not limit increases in most cases; the 12 months and the 90 days' notice hold all the same.",
    ],
    about:
      /\b(?:rent[- ]controll?(?:led|s)?|(?:before|after|since) nov(?:ember|\.)? (?:15,? )?2018|exempt\w* from (?:the )?(?:rent|guideline))\b/i,
    hints: /\bguideline\b/i,
  },
  {
    name: "standard-lease",
    sections: "s. 12.1, and O. Reg. 9/18",
    titles: ["Ontario's standard lease, and how to ask for it", "No standard lease? You can ask for one in writing"],
    bodies: [
      "For most homes an agreement made since April 30, 2018 has to be on Ontario's standard form. Who did not get it can ask for it in writing, and the landlord then has 21 days to give it.",
      "Most tenancies that began since April 30, 2018 need the standard form of lease. A tenant without it may demand it in writing, and has to be given it within 21 days.",
    ],
    about: /\b(?:standard (?:form (?:of )?)?(?:lease|tenancy agreement)|(?:ontario|standard) lease form)\b/i,
  },
  {
    name: "pets",
    sections: "ss. 14 and 76",
    titles: ["'No pets' in a lease does not bind you", "Pets and leases in Ontario"],
    bodies: [
      "A clause in a lease that forbids animals in the building is void. A condominium's own rules may still limit them, and an animal that is dangerous, disturbs others a great deal or causes them a serious allergy is another matter.",
      "Once there is a lease, a no-pets clause in it has no effect. What the rules of a condominium say can still count, and s. 76 names animals that can cost a tenancy: dangerous ones, for example.",
    ],
    about: /\b(?:no[- ]pets? (?:clause|rule|policy|lease)|pet clause)\b/i,
    hints:
      /\b(?:no[- ]pets?|pets? (?:allowed|policy|polic(?:y|ies)|rules?|fees?|rent)|about pets|(?:allow|forbid|forbids|ban|bans|banned|refus\w*|prohibit\w*|object\w*|get rid of|against|evict\w*|because of|over) (?:to )?(?:my |our |a |any |the )?(?:pets?|dogs?|cats?|animals?)|(?:have|get|keep|own|adopt|bring)(?:ing)? (?:a |my |our )?(?:pets?|dogs?|cats?))\b/i,
  },
  {
    name: "repairs",
    sections: "s. 20",
    titles: ["Repairs are the landlord's duty", "Who keeps a rented home in repair?"],
    bodies: [
      "A landlord keeps the unit and the building in a good state of repair, fit to live in and up to the standards of health, safety and upkeep. That you knew of a defect when you signed changes nothing.",
      "Keeping a home in repair and fit to live in is the landlord's duty, also for what was broken before you moved in. Damage that a tenant causes on purpose or by carelessness is the tenant's (s. 34).",
    ],
    hints:
      /\b(?:repairs?|repaired|broken|won['’]?t fix|(?:not|never) fix(?:ed|ing)?|mou?ld|leak(?:s|y|ing|ed)?|maintenance (?:requests?|issues?|problems?))\b/i,
  },
  {
    name: "vital-services",
    sections: "s. 21",
    titles: ["A landlord may not cut off heat, water or power", "Vital services stay on"],
    bodies: [
      "While a tenant lives there, a landlord may not withhold the reasonable supply of hot or cold water, fuel, electricity, gas or, in its season, heat that the tenancy includes.",
      "Water, electricity, gas and, in its season, heat that belong to a tenancy cannot be cut off to put pressure on the tenant who lives there.",
    ],
    hints:
      /\b(?:no|without) (?:heat|hot water|water|power|hydro|electricity)\b|\b(?:cut|shut|turn(?:ed|s|ing)?)(?:ting)? (?:off|down) (?:the |my |our )?(?:heat|hot water|water|power|hydro|electricity|gas)\b|\b(?:heat|hot water|water|power|hydro|electricity|gas) (?:was |is |got )?(?:cut|shut|turned) off\b/i,
  },
];
