/**
 * Maximum number of products in each list of a customer, on the account and in the browser (wire contract
 * 8.9).
 */
export const maxWishlistItems = 200;
export const maxComparedItems = 20;
export const maxRecentlyViewed = 20;

/** Purposes for which a customer may give consent (spec D40). */
export const consentPurposes = ['analytics', 'marketing', 'chat', 'newsletter'] as const;
