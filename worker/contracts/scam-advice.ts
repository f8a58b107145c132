/** Advice on avoiding rental scams, a sentence or two each. */
export const SCAM_ADVICE: readonly string[] = [
  "View the place first, inside, and meet the person who rents it out.",
  "Never pay anything before you have viewed it, and never e-transfer a deposit to a stranger.",
  "Ask for a written lease. A rent deposit in Ontario is at most one month’s rent, and goes toward the last month.",
  "Be careful when a price seems impossible, or when someone is abroad and offers to mail the keys.",
];
