const key = 'newsletter-asked';

/** Whether the shopper subscribed, or said no to the offer: they are not asked again. */
export function wasAsked(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Who keeps nothing would be asked on every visit.
    return true;
  }
}

export function rememberAsked(): void {
  try {
    localStorage.setItem(key, new Date().toISOString());
  } catch {
    // Nothing to remember with.
  }
}
