/** Attempts of a queued task before the shopper is asked (decision 25). */
export const attemptsBeforePrompt = 3;
