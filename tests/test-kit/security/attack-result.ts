/**
 * Prints a measurement of an attack, in a line that `npm run bench -- attacks` parses.
 * @param aim the limit, as text
 */
export function reportMeasurement(name: string, value: string, aim: string): void {
  console.log(`figure | ${name} | ${value} | ${aim}`);
}
