import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { freePort } from '../lib/free-port.ts';

/**
 * Measures pages of a running shop with Lighthouse, as a phone on a slow connection: `node
 * bench/lighthouse/run.ts http://localhost:3000 [path …]`. Lighthouse is installed in this folder first:
 * `npm ci`.
 */
const [origin = 'http://localhost:3000', ...paths] = process.argv.slice(2);
const pages = paths.length > 0 ? paths : ['/', '/pantry', '/rooibos-tea', '/search?q=tea'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

interface Report {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    {
      id: string;
      title: string;
      score: number | null;
      numericValue?: number;
      displayValue?: string;
      details?: { items?: { node?: { snippet?: string } }[] };
    }
  >;
}

// Installed on demand. A variable import keeps the type check of the project from resolving it.
const library: string = 'lighthouse';
const { default: lighthouse } = (await import(library)) as {
  default: (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;
};
const port = await freePort();
const browser = await chromium.launch({
  executablePath: await chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
});
try {
  for (const page of pages) print(page, await measure(origin + page));
} finally {
  await browser.close();
}

async function measure(address: string): Promise<Report> {
  const result = await lighthouse(address, { port, logLevel: 'error', onlyCategories: categories });
  if (!result) throw new Error(`Lighthouse returned no result for ${address}`);
  return result.lhr;
}

function print(page: string, { categories: scores, audits }: Report): void {
  const formatted = Object.entries(scores).map(([name, { score }]) => `${name} ${Math.round(score * 100)}`);
  const times = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ];
  console.log(`\n${page}: ${formatted.join(', ')}`);
  console.log(times.map((id) => `${id} ${audits[id]?.displayValue}`).join(', '));
  const counted = new Set(Object.values(scores).flatMap(({ auditRefs }) => auditRefs.map(({ id }) => id)));
  for (const audit of Object.values(audits)) {
    if (!counted.has(audit.id) || audit.score === null || audit.score >= 0.9) continue;
    console.log(`  ${audit.id} ${audit.score} ${audit.displayValue ?? ''}`);
    for (const { node } of audit.details?.items?.slice(0, 3) ?? [])
      if (node?.snippet) console.log(`      ${node.snippet}`);
  }
}

/** The Chromium named by `CHROMIUM`, otherwise the one from npm. */
async function chromiumPath(): Promise<string> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  process.env.TMPDIR = join(tmpdir(), 'fynbos-chromium-lighthouse');
  await mkdir(process.env.TMPDIR, { recursive: true });
  const { default: npmChromium } = await import('@sparticuz/chromium');
  return npmChromium.executablePath();
}
