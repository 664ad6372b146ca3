/** The event with which Chromium says that a site can be installed; other browsers have none. */
export interface InstallPrompt extends Event {
  /** Asks the shopper; works once. */
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let held: Event | undefined;

/** Holds back the browser's own prompt, which would appear in the middle of shopping, until it is offered. */
export function holdInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    held = event;
  });
}

/** The prompt that was held back; undefined when the browser cannot install the shop. */
export function heldInstallPrompt(): InstallPrompt | undefined {
  // Only browsers with this event send it.
  return held as InstallPrompt | undefined;
}
