let isAsked = false;

/**
 * Asks the browser once a page not to clear away by itself what it keeps for us: only when something waits there and
 * cannot be sent now, since some browsers ask the shopper.
 */
export function askToStay(): void {
  if (isAsked || navigator.onLine) return;
  isAsked = true;
  // A worker has no such question to ask.
  const { storage } = navigator as { storage?: { persist?(): Promise<boolean> } };
  void storage?.persist?.().catch(() => {});
}
