import type { Coverage, ProvenRow } from './coverage.ts';
import type { DeclaredTest } from './test-titles.ts';

const head = `# Coverage

\`npm run coverage\` writes this page; do not edit it. It names the tests of each promise of [features.md](features.md) and of each
row of the requirements, listed in [rows.json](rows.json). \`npm run verify\` fails when one has no test, or only unit or stress tests,
when a named test is gone, or when this page is not current.

- A promise is proven by the tests whose title, or the title of their group, cites its id.
- A row such as \`C4.37\` belongs to section 4 of [commerce.md](commerce.md), \`A4.1-5\` to section 4.1 of [accounts.md](accounts.md).
- "Decision" names the decision by which the shop differs from the requirement.
- "Open" means that no test proves the entry yet.
`;
const width = 140;

/** The text of docs/spec/coverage.md. */
export function coveragePage({ promises, rows }: Coverage): string {
  const sections = Map.groupBy(rows, ({ id }) => /^[CA][\d.]*?(?=\.\d+$|-\d+$)/.exec(id)?.[0] ?? id);
  const titles = { C: 'Commerce', A: 'Accounts' };
  return [
    head,
    `${summaryOf([...promises, ...rows])}\n`,
    `## Promises\n\n${promises.flatMap(entryOf).join('\n')}\n`,
    ...[...sections].map(
      ([section, entries]) =>
        `## ${titles[section[0] as 'C' | 'A']} ${section.slice(1)}\n\n${entries.flatMap(entryOf).join('\n')}\n`,
    ),
  ].join('\n');
}

function summaryOf(rows: readonly ProvenRow[]): string {
  const open = rows.filter((row) => row.open).length;
  const decided = rows.filter(({ decision, tests }) => decision && tests.length === 0).length;
  const proven = rows.length - open - decided;
  return `Of ${rows.length} entries, tests prove ${proven}, ${decided} follow a decision, and ${open} are open.`;
}

function entryOf({ id, text, tests, decision, open }: ProvenRow): string[] {
  return [
    ...wrapped('- ', `**${id}** ${text}`),
    ...(decision ? [`  - Decision: ${decision}`] : []),
    ...(open ? ['  - Open'] : []),
    ...groupsOf(tests, id).flatMap(([path, title]) => wrapped('  - ', `\`${path}\`: ${escaped(title)}`)),
  ];
}

/** Paths and titles; the tests of a group that cites the id are one entry. */
function groupsOf(tests: readonly DeclaredTest[], id: string): [path: string, title: string][] {
  const groups = Map.groupBy(tests, ({ path, titles }) => {
    const citing = titles.findIndex((title) => new RegExp(`\\b${id}\\b`).test(title));
    const shown = citing < 0 ? titles : titles.slice(0, citing + 1);
    return JSON.stringify([path, shown.join(' › ')]);
  });
  return [...groups].map(([key, members]) => {
    const [path, title] = JSON.parse(key) as [string, string];
    return [path, members.length > 1 ? `${title} (${members.length} tests)` : title];
  });
}

/** Hides what Markdown would read as an emphasis, a link, an element or code. */
const escaped = (title: string) => title.replace(/[*[\]<`\\]|(?<!\w)_|_(?!\w)/g, '\\$&');

/** Breaks a list item into lines of at most 140 characters, the following ones indented. */
function wrapped(bullet: string, text: string): string[] {
  const indent = ' '.repeat(bullet.length);
  const lines: string[] = [];
  let line = bullet.trimEnd();
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > width) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = `${line} ${word}`;
  }
  return [...lines, line];
}
