/** Attempts of a queued task before the shopper is asked (spec D25). */
export const retryLimit = 3;
