/** Names the words a subscriber agreed to; a new wording gets a new name (decision 40). */
export const newsletterTextVersion = '2026-11';
