/** How many products each list of a customer holds, on the account as in the browser (wire contract 8.9). */
export const mostWishes = 200;
export const mostCompared = 20;
export const mostViewed = 20;

/** The purposes a customer may be asked to agree to (decision 40). */
export const consentPurposes = ['analytics', 'marketing', 'chat', 'newsletter'] as const;
