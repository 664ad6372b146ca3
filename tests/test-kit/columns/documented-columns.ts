import { readFileSync } from 'node:fs';

const document = readFileSync(new URL('../../../docs/import.md', import.meta.url), 'utf8');

/**
 * The columns that `docs/import.md` lists under a heading: the code words at the beginning of each list item.
 * `…_de` stands for a column in a store view.
 */
export function documentedColumns(heading: string): string[] {
  const items =
    sectionOf(heading)
      .replaceAll(/\n {2}/g, ' ')
      .match(/^- `.*$/gm) ?? [];
  return [
    ...new Set(items.flatMap((item) => inlineCode(item.replaceAll(/\([^)]*\)/g, '').split(/[:.] |:$/)[0]!))),
  ];
}

function sectionOf(heading: string): string {
  const [, rest] = document.split(`\n### ${heading}\n`);
  if (rest === undefined) throw new Error(`docs/import.md has no section ${heading}`);
  // A sample may have headings of its own.
  return rest.replaceAll(/^```.*?^```$/gms, '').split(/\n##/)[0]!;
}

const inlineCode = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);

/** The keys that `docs/import.md` lists under a heading: the code words of the first column of its table. */
export function documentedKeys(heading: string): string[] {
  const cells = sectionOf(heading).match(/^\| `[^|]*\|/gm) ?? [];
  return cells.flatMap(inlineCode);
}
