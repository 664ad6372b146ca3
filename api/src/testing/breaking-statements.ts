/** What code that was written before a migration does not survive, or cannot be known to. */
const breaking: [what: string, pattern: RegExp][] = [
  ['takes something away', /\bdrop\s+(?!constraint\b|not\s+null\b)\w+[^;,]*/gi],
  ['renames', /\brename\b[^;,]*/gi],
  ['empties', /\btruncate\b[^;]*/gi],
  ['changes a type', /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b[^;,]*/gi],
  ['wants what old code may leave out', /\bset\s+not\s+null\b/gi],
  [
    'wants what old code leaves out',
    /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+\s(?=[^;,]*\bnot\s+null\b)(?![^;,]*\b(default|generated)\b)[^;,]*/gi,
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
  return [...found, ...newRules(code)];
}

/** Rules for tables there were before: old code does not keep them. A rule that takes the place of another may be wider. */
function newRules(code: string): string[] {
  const made = new Set(
    [...code.matchAll(/\bcreate table (?:if not exists )?(\w+)/gi)].map(([, table]) => table!),
  );
  const gone = new Set(
    [...code.matchAll(/\bdrop constraint (?:if exists )?(\w+)/gi)].map(([, name]) => name!),
  );
  const unique = [...code.matchAll(/\bcreate unique index[^;]*?\bon (\w+)[^;]*/gi)].filter(
    ([, on]) => !made.has(on!),
  );
  const rules = [...code.matchAll(/\balter table (?:only )?(\w+)[^;]*?\badd constraint (\w+)[^;]*/gi)].filter(
    ([, table, name]) => !made.has(table!) && !gone.has(name!),
  );
  return [...unique, ...rules].map(([said]) => `makes a rule that old code does not keep: ${said}`);
}
