/** The languages of one part of the messages, each compiled and in a file of its own. */
declare module 'virtual:messages/*' {
  const languages: import('./catalogues.ts').Languages;
  export default languages;
}

interface ImportMeta {
  readonly env: { readonly SSR: boolean };
}
