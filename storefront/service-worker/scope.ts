/// <reference lib="webworker" />

/** The worker itself, with the types a worker has: the rest of the storefront is compiled for pages. */
export const worker = globalThis as unknown as ServiceWorkerGlobalScope;
