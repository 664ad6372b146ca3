const key = 'fynbos-pocket-later';
/** Milliseconds for which a «not now» counts: a month. */
const lasts = 30 * 86_400_000;

/** Whether the shopper said «not now» a while ago. */
export function isRefused(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(key)) < lasts;
  } catch {
    return false;
  }
}

export function refuse(): void {
  try {
    localStorage.setItem(key, String(Date.now()));
  } catch {
    // A browser that keeps nothing asks again.
  }
}
