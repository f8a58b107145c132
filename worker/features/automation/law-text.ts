/** A rule as it is explained: each body says the same in other words. */
export interface LawText {
  name: string;
  /** The Residential Tenancies Act where none is named. */
  law?: string;
  /** "s. 116" */
  sections: string;
  titles: readonly string[];
  bodies: readonly string[];
  /** What a thread says that this answers, for comments: words that mean nothing else. */
  about?: RegExp;
  /** Words that mean it only between landlord and tenant: of dogs, locks and repairs people speak elsewhere too. */
  hints?: RegExp;
}
