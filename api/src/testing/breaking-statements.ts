/** A column or a table, quoted or not. */
const name = String.raw`(?:"[^"]+"|\w+)`;
const pattern = (source: string) => new RegExp(source.replaceAll('NAME', name), 'gi');

/** What code that was written before a migration does not survive, or cannot be known to. */
const breaking: [what: string, pattern: RegExp][] = [
  ['takes something away', /\bdrop\s+(?!constraint\b|not\s+null\b)[\w"]+[^;,]*/gi],
  ['renames', /\brename\b[^;,]*/gi],
  ['empties', /\btruncate\b[^;]*/gi],
  ['changes a type', pattern(String.raw`\balter\s+(?:column\s+)?NAME\s+(?:set\s+data\s+)?type\b[^;,]*`)],
  ['wants what old code may leave out', /\bset\s+not\s+null\b/gi],
  [
    'wants what old code leaves out',
    pattern(
      String.raw`\badd\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?(?!(?:constraint|check|unique|primary|foreign|exclude)\b)NAME\s(?=[^;,]*\bnot\s+null\b)(?![^;,]*\b(?:default|generated)\b)[^;,]*`,
    ),
  ],
];

/**
 * The statements of a migration that would break code which was written before it, each with why. What it makes itself it
 * may do with as it likes: no old code knows that.
 */
export function breakingStatements(text: string): string[] {
  const code = text.replace(/--.*$/gm, '').replace(/\s+/g, ' ');
  const found = breaking.flatMap(([what, pattern]) =>
    [...code.matchAll(pattern)].map(([said]) => `${what}: ${said}`),
  );
  return [...found, ...lostRules(code), ...newRules(code)];
}

/** The names of constraints that are added or dropped. */
const constraintsIn = (code: string, act: 'add' | 'drop'): string[] =>
  [...code.matchAll(pattern(String.raw`\b${act} constraint (?:if exists )?(NAME)`))].map(([, name]) => name!);

/** What old code does on a conflict it does by a rule, and fails without; one of the same name may be wider. */
function lostRules(code: string): string[] {
  const added = new Set(constraintsIn(code, 'add'));
  return constraintsIn(code, 'drop')
    .filter((name) => !added.has(name))
    .map((name) => `takes a rule away: ${name}`);
}

/** Rules for tables there were before: old code does not keep them. A rule that takes the place of another may be wider. */
function newRules(code: string): string[] {
  const made = new Set(
    [...code.matchAll(pattern(String.raw`\bcreate table (?:if not exists )?(NAME)`))].map(
      ([, table]) => table!,
    ),
  );
  const gone = new Set(constraintsIn(code, 'drop'));
  const unique = [...code.matchAll(pattern(String.raw`\bcreate unique index[^;]*?\bon (NAME)[^;]*`))].filter(
    ([, on]) => !made.has(on!),
  );
  const altered = [...code.matchAll(pattern(String.raw`\balter table (?:only )?(NAME)[^;]*`))].filter(
    ([, table]) => !made.has(table!),
  );
  const rules = altered.flatMap(([said]) =>
    [
      ...said.matchAll(
        pattern(
          String.raw`\badd (?:constraint (NAME)|check\b|unique\b|primary key\b|foreign key\b|exclude\b)[^,;]*`,
        ),
      ),
    ].filter(([, name]) => name === undefined || !gone.has(name)),
  );
  return [...unique, ...rules].map(([said]) => `makes a rule that old code does not keep: ${said}`);
}
