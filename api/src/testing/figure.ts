/**
 * Says what an attack came to, in a line that `npm run bench -- attacks` finds.
 *
 * @param aim what it must not exceed, in words
 */
export function tell(what: string, ours: string, aim: string): void {
  console.log(`figure | ${what} | ${ours} | ${aim}`);
}
