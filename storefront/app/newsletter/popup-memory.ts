const key = 'newsletter-asked';

/** Whether the shopper subscribed or declined the offer; the offer is then not shown again. */
export function wasPrompted(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Without storage the offer would be shown on every visit.
    return true;
  }
}

export function rememberPrompted(): void {
  try {
    localStorage.setItem(key, new Date().toISOString());
  } catch {
    // Storage is blocked.
  }
}
