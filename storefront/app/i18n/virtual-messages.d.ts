declare module 'virtual:messages' {
  /** One compiled catalogue a locale, each in a file of its own. */
  export const catalogues: Record<
    import('@fynbos/core/shop.ts').Locale,
    () => Promise<{ default: import('./message.ts').Messages }>
  >;
}
