/**
 * Loaders of the parts that only some shoppers need: their file names are loaded together with the first
 * part that is needed.
 */
export const dueParts = {
  questions: async () =>
    (await import('./consent-and-newsletter-prompts.lazy.tsx')).ConsentAndNewsletterPrompts,
  order: async () => (await import('../checkout/components/order-notifier.lazy.tsx')).OrderNotifier,
  payment: async () => (await import('../payments/components/unpaid-order.lazy.tsx')).UnpaidOrder,
  outside: async () => (await import('./third-party-scripts.lazy.tsx')).ThirdPartyScripts,
  atRest: async () => (await import('./background-parts.lazy.tsx')).PartsAtRest,
};
