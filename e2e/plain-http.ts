import { setTimeout as pause } from 'node:timers/promises';

/** Pages as a program without scripts reads them. */

const atOnce = 4;

/** Does the same with each, four at once: as many as keep two cores busy, and none waits for the others longer than a page may. */
export async function withEach<One>(all: readonly One[], visit: (one: One) => Promise<void>): Promise<void> {
  const left = [...all].reverse();
  const next = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await visit(one);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

export interface ReadPage {
  status: number;
  /** Where it leads, if it leads on at once. */
  to: string | undefined;
  lang: string | undefined;
  title: string;
  /** What is read or read out, without scripts. */
  text: string;
  /** Where links and forms lead that stand in the page, as they are written. */
  leads: string[];
}

/** Asks as a crawler does: a shop that has too much to do at the moment says so, and is asked again when it says. */
export async function ask(address: string, headers: Record<string, string> = {}): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(address, { redirect: 'manual', headers });
    if (answer.status !== 503 || tries === 3) return answer;
    await answer.body?.cancel();
    await pause(Number(answer.headers.get('retry-after')) * 1000);
  }
}

/** Asks for a page in a language. */
export async function readPage(address: string, locale: string): Promise<ReadPage> {
  const answer = await ask(address, { cookie: `fynbos-locale=${locale}` });
  const html = (await answer.text()).replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ');
  const said = [...html.matchAll(/\s(?:alt|title|placeholder|label|aria-\w+|content)="([^"]*)"/g)];
  const ways = [...html.matchAll(/<(?:a|area|form|button)\b[^>]*?\s(?:href|action|formaction)="([^"]*)"/g)];
  return {
    status: answer.status,
    to: answer.headers.get('location') ?? undefined,
    lang: /<html lang="([^"]*)"/.exec(html)?.[1],
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '',
    text: [html.replace(/<[^>]*>/g, ' '), ...said.map(([, words]) => words)].join('\n'),
    leads: ways.map(([, way]) => way!.replaceAll('&amp;', '&')),
  };
}

/** The addresses that a sitemap names: pages, or its parts. */
export async function locationsOf(sitemap: string): Promise<string[]> {
  const xml = await (await ask(sitemap)).text();
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!.replaceAll('&amp;', '&'));
}
