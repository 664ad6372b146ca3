/** Version of the consent text that a subscriber agreed to; a new wording gets a new version (spec D40). */
export const newsletterTextVersion = '2026-11';
