import type { LawText } from "./law-text.ts";

/** Rules on staying, leaving and being treated fairly. */
export const HOME_LAW: readonly LawText[] = [
  {
    name: "harassment",
    sections: "ss. 22 and 23",
    titles: ["Quiet enjoyment: what a landlord may not do", "Harassment by a landlord is not allowed"],
    bodies: [
      "A landlord may not harass, threaten or obstruct a tenant, nor substantially interfere with the reasonable enjoyment of the home. The Landlord and Tenant Board hears such cases (form T2).",
      "Threats and harassment by a landlord are against the Act, and so is what substantially interferes with the reasonable enjoyment of your home. Form T2 brings it before the Board.",
    ],
    about: /\blandlord\b[^.!?\n]{0,60}\b(?:harass\w*|threaten\w*|intimidat\w*)/i,
    hints: /\b(?:harass\w*|threaten\w*|intimidat\w*|quiet enjoyment)\b/i,
  },
  {
    name: "locks",
    sections: "s. 24",
    titles: ["Changed locks need a key for the tenant", "May a landlord change the locks?"],
    bodies: [
      "While a tenant lives there, a landlord may not change the locks without giving the tenant replacement keys.",
      "New locks during a tenancy are allowed only together with new keys for the tenant.",
    ],
    about: /\b(?:chang(?:e|es|ed|ing) (?:the |my |our |all )?locks|locks (?:were |have been |got )?changed)\b/i,
    hints: /\b(?:locked (?:me |us |him |her |them )?out|lockout|new locks?|change (?:the |my |our )?lock)\b/i,
  },
  {
    name: "renewal",
    sections: "s. 38",
    titles: ["The lease ends, the tenancy goes on", "Do you have to sign again after a year?"],
    bodies: [
      "When a fixed term ends and nobody gave notice, the tenancy goes on from month to month on the same terms. You do not have to sign again to stay.",
      "After the last day of a fixed term a tenancy that nobody ended continues by the month, with the same terms. A new lease is something to agree on, not a duty.",
    ],
    about:
      /\b(?:renew(?:s|ed|ing)? (?:the |my |our |a )?lease|lease renewals?|fixed[- ]term (?:lease|tenancy)|lease (?:is )?month[- ]to[- ]month|month[- ]to[- ]month (?:lease|tenan\w+|rent\w*)|(?:my|our|the) lease (?:ends?|is up|is over|expires?|runs out))\b/i,
    hints: /\b(?:month[- ]to[- ]month|sign (?:again|a new lease|another lease)|(?:not|won['’]?t|refuses? to) renew)\b/i,
  },
  {
    name: "order",
    sections: "ss. 37 and 39",
    titles: ["A notice is not an eviction", "An eviction takes an order of the Board"],
    bodies: [
      "A notice of termination does not by itself mean that you have to go. Unless the tenant has moved out or abandoned the unit, a landlord needs an order of the Landlord and Tenant Board to take it back.",
      "Between a landlord's notice and an eviction stands the Landlord and Tenant Board: unless the tenant has left, it takes an order.",
    ],
    about:
      /\b(?:evict(?:s|ed|ing|ions?)?|notice to (?:leave|vacate|terminate)|landlord (?:is |was |has )?kick(?:s|ed|ing))\b/i,
    hints: /\bkick(?:ed|ing|s)? (?:me |us )?out\b/i,
  },
  {
    name: "n4",
    sections: "s. 59",
    titles: ["Form N4: rent owed, and how it becomes void", "Got an N4? Paying can undo it"],
    bodies: [
      "An N4 is a notice for unpaid rent. It becomes void when the tenant pays all the rent that is owed, with what has come due since, before the landlord applies to the Board.",
      "Paying everything that is owed by then, before the landlord has applied to the Landlord and Tenant Board, undoes an N4, the notice for unpaid rent.",
    ],
    about:
      /(?<!\b(?:unit|apt|suite|room|gate|highway|bus|route) )\bn4\b|\b(?:rent arrears|behind (?:on|with) (?:the |my |our )?rent|owe(?:s|d)? (?:my |the )?(?:landlord|rent|back rent)|(?:late|unpaid) rent)\b/i,
    hints: /\barrears\b/i,
  },
  {
    name: "n12",
    sections: "s. 48",
    titles: ["Form N12: when a landlord wants to move in", "An N12 takes good faith and at least 60 days"],
    bodies: [
      "With an N12 a landlord says that they, close family or a caregiver want to live in the unit. It takes good faith, the intent to live there for at least a year, at least 60 days' notice, and a date at the end of a rental period or of the term. The Act has rules on compensation too (s. 48.1), and others for somebody who buys the home (s. 49).",
      "For the landlord's own use (N12), close family's or a caregiver's, the notice is at least 60 days and ends with the period or the term. Whoever moves in has to mean it, for a year at least. On compensation see s. 48.1; a buyer's own use has conditions of its own in s. 49.",
    ],
    about:
      /(?<!\b(?:unit|apt|suite|room|gate|highway|bus|route) )\bn12\b|\b(?:landlord['’]?s own use|landlord (?:wants|wanted|says he wants|says she wants) to move in)\b/i,
    hints: /\b(?:own|personal) use\b/i,
  },
  {
    name: "n13",
    sections: "ss. 50 and 53",
    titles: ["Form N13: demolition, conversion, renovation", "Renovations and your right to come back"],
    bodies: [
      "An N13 is for demolition, conversion to another use, or repairs so extensive that the unit has to be empty. It takes at least 120 days' notice. After repairs a tenant may come back, if they said so in writing before moving out. Compensation has rules of its own (ss. 52 and 54).",
      "Extensive renovation, conversion or demolition take at least 120 days' notice (N13). Who tells the landlord in writing before leaving may return once the repairs are done. On compensation see ss. 52 and 54.",
    ],
    about: /(?<!\b(?:unit|apt|suite|room|gate|highway|bus|route) )\bn13\b|\brenovict\w*/i,
    hints:
      /\b(?:(?:leave|move out|out|vacate|evict\w*)\b[^.!?\n]{0,40}\b(?:renovat\w+|demoli\w+)|(?:renovat\w+|demoli\w+)\b[^.!?\n]{0,40}\b(?:leave|move out|vacate|evict\w*))/i,
  },
  {
    name: "receipts",
    sections: "s. 109",
    titles: ["Rent receipts are free", "Ask for a receipt for your rent"],
    bodies: [
      "A landlord gives a tenant a receipt for rent, deposits and arrears on request and free of charge. Former tenants have 12 months to ask.",
      "Receipts for what you paid cost nothing; the landlord has to give them when you ask, up to 12 months after the tenancy ended too.",
    ],
    about: /\brent(?:al)? receipts?\b|\breceipts? for (?:the |my |our )?rent\b/i,
    hints: /\breceipts?\b/i,
  },
  {
    name: "fees",
    sections: "s. 134",
    titles: ["Fees that a landlord may not charge", "Application fees and key money"],
    bodies: [
      "A landlord may not charge a tenant, or somebody who wants to become one, a fee for the right to rent: no application fee, no key money, no furniture that has to be bought. The regulation allows a few charges, for extra keys for example.",
      "Asking money for an application, or making you buy the furniture to get the unit, is against the Act. What may be charged beside the rent is little, and the regulation lists it.",
    ],
    about: /\b(?:rental application fees?|key money)\b/i,
    hints: /\b(?:application|admin(?:istration)?|holding|move-?in) fees?\b/i,
  },
  {
    name: "assignment",
    sections: "ss. 95 to 97",
    titles: ["Leaving early: assignment and sublet", "Assign or sublet? The difference"],
    bodies: [
      "To sublet is to come back later: the tenant stays responsible. To assign is to hand the tenancy over for good. Both take the landlord's consent, and a certain person who is proposed may not be refused without good reason. What follows when a landlord refuses an assignment is in s. 96.",
      "With an assignment somebody takes your place for good; with a sublet you return. The landlord is asked for both, and may not arbitrarily refuse the person you propose.",
    ],
    about:
      /\b(?:assign(?:ment|ing|ed|s)? (?:of )?(?:the |my |our |a )?(?:lease|tenancy|unit|apartment)|lease assignment|sublets?|sublet(?:ting|ter)s?|subleas(?:e|es|ing)|break(?:ing)? (?:the |my |our |a )?lease|end(?:ing)? (?:the |my |our )lease early)\b/i,
    hints: /\b(?:assign(?:ment|ing)?|leav(?:e|ing) early|lease takeover)\b/i,
  },
  {
    name: "new-tenant-rent",
    sections: "s. 113",
    titles: ["The first rent is free to agree on", "Why the tenant before you paid less"],
    bodies: [
      "For a new tenancy the lawful rent is what is first charged. The guideline limits how rent rises afterwards where it applies, not where it begins.",
      "Landlord and new tenant are free to agree on the first rent, whatever the tenant before paid. The limits are on increases.",
    ],
    about:
      /\b(?:(?:previous|last|former|old|prior) tenants?|tenants? before (?:me|us))\b[^.!?\n]{0,60}\b(?:paid|pays?|paying|rent)\b/i,
  },
  {
    name: "shared-kitchen",
    sections: "s. 5 (i)",
    titles: ["Sharing a kitchen with the owner: outside the Act", "Room in the owner's home? Read this first"],
    bodies: [
      "Who is required to share a kitchen or bathroom with the owner, or with close family of the owner, who lives in the building is not covered by the Act. Agree in writing on rent, notice and deposits.",
      "The Act leaves out homes where kitchen or bathroom have to be shared with an owner, or close family of theirs, living in the building. What you agree on in writing matters all the more then.",
    ],
    about:
      /\bshar(?:e|es|ed|ing) (?:a |the |my |our )?(?:kitchen|bathroom)s? with (?:the |my |our |a )?(?:owner|landlord|landlady)|\blive-in (?:owner|landlord)/i,
  },
  {
    name: "human-rights",
    law: "Human Rights Code (Ontario)",
    sections: "ss. 2 and 21",
    titles: ["Equal treatment in housing: the grounds", "What a landlord may not turn you down for"],
    bodies: [
      "The Code gives everybody a right to equal treatment in housing. Among its grounds are race, place of origin, citizenship, creed, sex, sexual orientation, gender identity, age, marital and family status, disability and receiving public assistance. Where a kitchen or bathroom is shared with the owner there is an exception (s. 21).",
      "Family status, receiving public assistance, place of origin, creed, disability: these and the Code's other grounds are no reasons to refuse somebody a home. Where kitchen or bathroom are shared with the owner, s. 21 makes an exception.",
    ],
    about:
      /\b(?:(?:housing|rental) discrimination|landlord\b[^.!?\n]{0,40}\bdiscriminat\w*|discriminat\w*[^.!?\n]{0,40}\blandlord)/i,
    hints:
      /\b(?:discriminat\w*|human rights|(?:refus\w*|reject\w*|den(?:y|ied|ies)|turn(?:ed|s)? (?:me|us) down)\b[^.!?\n]{0,60}\b(?:odsp|ontario works|welfare|public assistance|kids|children))\b/i,
  },
  {
    name: "rentsafe",
    law: "Toronto Municipal Code, Chapter 354",
    sections: "Apartment Buildings",
    titles: ["RentSafeTO: the City inspects larger buildings", "Does your building have to be registered?"],
    bodies: [
      "Rental buildings with three or more storeys and ten or more units have to be registered with the City, which evaluates them. Tenants can call 311 when a landlord does not act on a repair.",
      "The City evaluates registered rental buildings: those with at least three storeys and ten units. If a request to the landlord leads nowhere, 311 takes complaints.",
    ],
    about: /\brentsafe\w*/i,
    hints: /\b(?:call(?:ed|ing)? 311|property standards)\b/i,
  },
];
