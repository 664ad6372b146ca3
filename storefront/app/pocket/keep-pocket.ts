import { idle } from '../ui/idle.ts';
import { savesData } from '../ui/saves-data.ts';
import { fillPocket, lookIntoPocket, pocketKept } from './pocket.ts';
import { isRefused } from './refused.ts';
import { warmPocket } from './warm-pocket.ts';

/** Milliseconds after which what is kept is asked about again. */
const freshFor = 3_600_000;
/** Milliseconds after which a page counts as at rest although it never is. */
const restBy = 10_000;

/** Lines of which the browser knows that nobody pays for them by the byte. */
const unmetered = new Set(['wifi', 'ethernet']);

/** Whether the line is known to be unmetered; a browser that says nothing is asked nothing of. */
export function isUnmetered(): boolean {
  const { connection } = navigator as { connection?: { type?: string } };
  return unmetered.has(connection?.type ?? '') && !savesData();
}

/**
 * Fetches the shop into the pocket on a line that costs nothing, once the page is at rest; on any other only the few
 * bytes that have changed of what the shopper wanted kept. It is a favour: what goes wrong is tried again another time.
 */
export async function keepPocket(): Promise<void> {
  if (!navigator.onLine || !(pocketKept() || isWelcome())) return;
  await idle(restBy);
  const before = pocketKept();
  // A browser that needs room throws it away: then it is not kept any more.
  if (before && isOld(before) && (await lookIntoPocket())) await fillPocket();
  if (!pocketKept() && isWelcome()) await fillPocket();
  if (pocketKept()) await warmPocket();
}

const isWelcome = () => isUnmetered() && !isRefused();

const isOld = ({ made }: { made: string }) => !savesData() && Date.now() - Date.parse(made) > freshFor;
