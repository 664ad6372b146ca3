/**
 * Loaders of the parts that only some shoppers need: their file names are loaded together with the first
 * part that is needed.
 */
export const dueParts = {
  questions: async () => (await import('./questions.tsx')).ConsentAndNewsletterPrompts,
  order: async () => (await import('../checkout/order-voice.tsx')).OrderNotifier,
  outside: async () => (await import('./outside.tsx')).Outside,
  atRest: async () => (await import('./parts-at-rest.tsx')).PartsAtRest,
};
