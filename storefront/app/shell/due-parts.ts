/** Where the parts are that only some shoppers need: the names of their files are fetched with the first that is due. */
export const dueParts = {
  questions: async () => (await import('./questions.tsx')).Questions,
  order: async () => (await import('../checkout/order-voice.tsx')).OrderVoice,
  outside: async () => (await import('./outside.tsx')).Outside,
  atRest: async () => (await import('./parts-at-rest.tsx')).PartsAtRest,
};
