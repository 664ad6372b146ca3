/** Every part of the messages. */
declare module 'virtual:messages' {
  const parts: readonly import('./message-loader.ts').Languages[];
  export default parts;
}

/** The languages of one part of the messages, each compiled into its own file. */
declare module 'virtual:messages/*' {
  const languages: import('./message-loader.ts').Languages;
  export default languages;
}

interface ImportMeta {
  readonly env: {
    readonly SSR: boolean;
    readonly DEV: boolean;
    /** Whether pages register the service worker during development. */
    readonly DEV_SERVICE_WORKER?: boolean;
  };
}
