import { isClosed } from '../closed-pages.ts';
import { pathInView } from '../paths.ts';
import { idle } from '../ui/idle.ts';

/** Whether this document was opened at an address that is nobody else's business; it stays that document's way. */
export const isClosedDocument = (): boolean => {
  const [opened] = performance.getEntriesByType('navigation');
  return isClosed(pathInView(URL.parse(opened?.name ?? location.href)?.pathname ?? location.pathname));
};

/** How long a page that is never idle is waited for. */
const longest = 4000;

/** Ends once the page is loaded and has nothing else to do: what is not ours comes last. */
export async function atRest(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  await idle(longest);
}

/** Fetches somebody else's script. @returns whether it came; rejects never */
export function fetchScript(src: string, attributes: Record<string, string> = {}): Promise<boolean> {
  const script = Object.assign(document.createElement('script'), { async: true, src });
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  return new Promise((resolve) => {
    script.onload = () => resolve(true);
    script.onerror = () => resolve(false);
    document.head.append(script);
  });
}
