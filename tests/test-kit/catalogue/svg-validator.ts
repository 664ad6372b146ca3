/**
 * Returns the errors of an SVG text for test messages: unclosed tags, misplaced characters, disallowed
 * content.
 */
export function svgErrors(svg: string): string[] {
  const errors: string[] = [];
  const open: string[] = [];
  for (const [tag, close, name = '', attributes = '', selfClosing] of svg.matchAll(
    /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    if (close && open.pop() !== name) errors.push(`${tag} closes an element that is not open`);
    if (!close && !selfClosing) open.push(name);
    if (!allowed.has(name)) errors.push(`${name} is not allowed in a drawing`);
    if (/\son|NaN|undefined|Infinity|href="(?!#)|url\((?!#)/.test(attributes)) errors.push(tag);
  }
  if (open.length > 0) errors.push(`not closed: ${open.join(', ')}`);
  if (svg.replace(/<[^<>]*>/g, '') !== '') errors.push('text outside tags');
  return errors;
}

const allowed = new Set(
  'svg g path rect circle ellipse use defs clipPath linearGradient radialGradient stop'.split(' '),
);
