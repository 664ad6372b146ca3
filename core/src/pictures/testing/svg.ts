/** What is wrong with an SVG text, so that a test can say it: tags left open, signs out of place, things it must not hold. */
export function faultsOf(svg: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  for (const [whole, close, name = '', attributes = '', selfClosing] of svg.matchAll(
    /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    if (close && open.pop() !== name) faults.push(`${whole} closes what is not open`);
    if (!close && !selfClosing) open.push(name);
    if (!allowed.has(name)) faults.push(`${name} has no place in a drawing`);
    if (/\son|NaN|undefined|Infinity|href="(?!#)|url\((?!#)/.test(attributes)) faults.push(whole);
  }
  if (open.length > 0) faults.push(`left open: ${open.join(', ')}`);
  if (svg.replace(/<[^<>]*>/g, '') !== '') faults.push('text outside of tags');
  return faults;
}

const allowed = new Set(
  'svg g path rect circle ellipse use defs clipPath linearGradient radialGradient stop'.split(' '),
);
