/*
 * Runs inline in the head of every document (`entry.server.tsx`), before the router reads the scroll positions of
 * this tab. The router trusts them: with any value but a record, every later navigation of the page would fail.
 */

/** Where the router stores the positions. */
const scrollPositionsKey = 'react-router-scroll-positions';

function isRecord(text: string): boolean {
  try {
    const positions: unknown = JSON.parse(text);
    return typeof positions === 'object' && positions !== null && !Array.isArray(positions);
  } catch {
    return false;
  }
}

try {
  const text = sessionStorage.getItem(scrollPositionsKey);
  if (text && !isRecord(text)) sessionStorage.removeItem(scrollPositionsKey);
} catch {
  // Storage is forbidden; the router then reads none.
}

export {};
