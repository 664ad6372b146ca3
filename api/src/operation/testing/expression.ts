/** What an expression of Prometheus looks at. */
export interface LookedAt {
  names: string[];
  /** Labels it asks for or groups by. */
  labels: string[];
}

const words = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'bool', 'offset']);
/** What Prometheus adds itself. */
const ownLabels = new Set(['instance', 'job', 'le']);

/** Reads an expression: which figures it names, and which labels. */
export function lookedAtBy(expression: string): LookedAt {
  const plain = expression
    .replace(/"[^"]*"/g, '""')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/offset \w+/g, '');
  const braces = [...plain.matchAll(/\{([^}]*)\}/g)].map(([, inside]) => inside!);
  const groups = [...plain.matchAll(/\b(?:by|without|on)\s*\(([^)]*)\)/g)].map(([, inside]) => inside!);
  const rest = plain.replace(/\{[^}]*\}/g, '').replace(/\b(?:by|without|on)\s*\([^)]*\)/g, '');
  return {
    names: [...rest.matchAll(/\b[a-z_]\w*\b(?!\s*\()/g)]
      .map(([name]) => name)
      .filter((name) => !words.has(name)),
    labels: [...braces, ...groups]
      .flatMap((inside) => [...inside.matchAll(/[a-z_]\w*/g)].map(([label]) => label))
      .filter((label) => !ownLabels.has(label)),
  };
}
