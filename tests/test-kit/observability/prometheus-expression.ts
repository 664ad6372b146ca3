/** The metrics and labels that a Prometheus expression refers to. */
export interface ExpressionReferences {
  names: string[];
  /** Labels that it selects or groups by. */
  labels: string[];
}

const keywords = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'bool', 'offset']);
/** Labels that Prometheus adds itself. */
const ownLabels = new Set(['instance', 'job', 'le']);

/** Extracts the metric names and labels of an expression. */
export function referencesOf(expression: string): ExpressionReferences {
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
      .filter((name) => !keywords.has(name)),
    labels: [...braces, ...groups]
      .flatMap((inside) => [...inside.matchAll(/[a-z_]\w*/g)].map(([label]) => label))
      .filter((label) => !ownLabels.has(label)),
  };
}
