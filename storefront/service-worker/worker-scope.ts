/// <reference lib="webworker" />

/** The worker itself, with worker types; the rest of the storefront is compiled for pages. */
export const worker = globalThis as unknown as ServiceWorkerGlobalScope;
