import { pathInView } from '../../paths.ts';
import { idle } from '../browser/idle.ts';
import { isPageWithoutThirdParties } from '../consent/pages-without-third-parties.ts';

/**
 * Whether this document was opened at a private address. The result stays the same for the life of the
 * document.
 */
export const isClosedDocument = (): boolean => {
  const [opened] = performance.getEntriesByType('navigation');
  return isPageWithoutThirdParties(
    pathInView(URL.parse(opened?.name ?? location.href)?.pathname ?? location.pathname),
  );
};

/** Maximum wait for a page that is never idle, in milliseconds. */
const maxIdleWaitMs = 4000;

/** Resolves once the page is loaded and idle: third-party scripts load last. */
export async function atRest(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  await idle(maxIdleWaitMs);
}

/** Loads a third-party script; rejects if it cannot be loaded. */
export function fetchScript(src: string, attributes: Record<string, string> = {}): Promise<void> {
  const script = Object.assign(document.createElement('script'), { async: true, src });
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  return new Promise((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`The script ${src} cannot be loaded`));
    document.head.append(script);
  });
}
