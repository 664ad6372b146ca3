/** The name of a column or a table, quoted or not. */
const name = String.raw`(?:"[^"]+"|\w+)`;
const pattern = (source: string) => new RegExp(source.replaceAll('NAME', name), 'gi');

/** Statements that break code written before a migration, or may break it. */
const breaking: [effect: string, pattern: RegExp][] = [
  ['removes something', /\bdrop\s+(?!constraint\b|not\s+null\b)[\w"]+[^;,]*/gi],
  ['renames', /\brename\b[^;,]*/gi],
  ['empties', /\btruncate\b[^;]*/gi],
  ['changes a type', pattern(String.raw`\balter\s+(?:column\s+)?NAME\s+(?:set\s+data\s+)?type\b[^;,]*`)],
  ['requires a value that old code may omit', /\bset\s+not\s+null\b/gi],
  [
    'requires a value that old code omits',
    pattern(
      String.raw`\badd\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?(?!(?:constraint|check|unique|primary|foreign|exclude)\b)NAME\s(?=[^;,]*\bnot\s+null\b)(?![^;,]*\b(?:default|generated)\b)[^;,]*`,
    ),
  ],
];

/**
 * The statements of a migration that would break code written before it, each with the reason. Tables
 * created in the same migration are exempt, because older code does not use them.
 */
export function breakingStatements(text: string): string[] {
  const code = text.replace(/--.*$/gm, '').replace(/\s+/g, ' ');
  const matches = breaking.flatMap(([effect, pattern]) =>
    [...code.matchAll(pattern)].map(([statement]) => `${effect}: ${statement}`),
  );
  return [...matches, ...lostRules(code), ...newRules(code)];
}

/** The names of constraints that are added or dropped. */
const constraintsIn = (code: string, act: 'add' | 'drop'): string[] =>
  [...code.matchAll(pattern(String.raw`\b${act} constraint (?:if exists )?(NAME)`))].map(([, name]) => name!);

/**
 * Dropped constraints. Older code may rely on them in `on conflict`. A constraint added under the same name
 * is allowed, because it may be wider.
 */
function lostRules(code: string): string[] {
  const added = new Set(constraintsIn(code, 'add'));
  return constraintsIn(code, 'drop')
    .filter((name) => !added.has(name))
    .map((name) => `removes a constraint: ${name}`);
}

/**
 * New constraints on existing tables, which older code may violate. A replaced constraint is allowed,
 * because it may be wider.
 */
function newRules(code: string): string[] {
  const made = new Set(
    [...code.matchAll(pattern(String.raw`\bcreate table (?:if not exists )?(NAME)`))].map(
      ([, table]) => table!,
    ),
  );
  const dropped = new Set(constraintsIn(code, 'drop'));
  const unique = [...code.matchAll(pattern(String.raw`\bcreate unique index[^;]*?\bon (NAME)[^;]*`))].filter(
    ([, on]) => !made.has(on!),
  );
  const altered = [...code.matchAll(pattern(String.raw`\balter table (?:only )?(NAME)[^;]*`))].filter(
    ([, table]) => !made.has(table!),
  );
  const rules = altered.flatMap(([statement]) =>
    [
      ...statement.matchAll(
        pattern(
          String.raw`\badd (?:constraint (NAME)|check\b|unique\b|primary key\b|foreign key\b|exclude\b)[^,;]*`,
        ),
      ),
    ].filter(([, name]) => name === undefined || !dropped.has(name)),
  );
  return [...unique, ...rules].map(
    ([statement]) => `adds a constraint that old code may violate: ${statement}`,
  );
}
