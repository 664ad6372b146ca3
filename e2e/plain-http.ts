import { setTimeout as pause } from 'node:timers/promises';

/** Reads pages as a program without scripts does. */

const atOnce = 4;

/** Visits each item, four at once: enough for two cores without exceeding the page time-out. */
export async function withEach<One>(all: readonly One[], visit: (item: One) => Promise<void>): Promise<void> {
  const left = [...all].reverse();
  const next = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await visit(item);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

export interface ReadPage {
  status: number;
  /** Redirect target, if any. */
  to: string | undefined;
  lang: string | undefined;
  title: string;
  /** Visible text and texts for screen readers, without scripts. */
  text: string;
  /** Targets of links and forms in the page, as written. */
  leads: string[];
}

/** Requests a page as a crawler does: after a 503 it retries when the `Retry-After` header allows. */
export async function fetchAsCrawler(
  address: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(address, { redirect: 'manual', headers });
    if (response.status !== 503 || attempt === 3) return response;
    await response.body?.cancel();
    await pause(Number(response.headers.get('retry-after')) * 1000);
  }
}

/** Requests a page in a language. */
export async function readPage(address: string, locale: string): Promise<ReadPage> {
  const response = await fetchAsCrawler(address, { cookie: `fynbos-locale=${locale}` });
  const html = (await response.text()).replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ');
  const attributes = [...html.matchAll(/\s(?:alt|title|placeholder|label|aria-\w+|content)="([^"]*)"/g)];
  const targets = [
    ...html.matchAll(/<(?:a|area|form|button)\b[^>]*?\s(?:href|action|formaction)="([^"]*)"/g),
  ];
  return {
    status: response.status,
    to: response.headers.get('location') ?? undefined,
    lang: /<html lang="([^"]*)"/.exec(html)?.[1],
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '',
    text: [html.replace(/<[^>]*>/g, ' '), ...attributes.map(([, text]) => text)].join('\n'),
    leads: targets.map(([, target]) => target!.replaceAll('&amp;', '&')),
  };
}

/** The addresses in a sitemap: pages, or parts of the sitemap. */
export async function locationsOf(sitemap: string): Promise<string[]> {
  const xml = await (await fetchAsCrawler(sitemap)).text();
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!.replaceAll('&amp;', '&'));
}
