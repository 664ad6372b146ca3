import { StartProblem } from '../database/start-problem.ts';

/**
 * Runs a command to its end. What was expected to go wrong is one sentence on stderr and exit code 1;
 * a surprise keeps its stack trace, since somebody has to find it.
 */
export async function command(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof StartProblem ? error.message : error);
    process.exitCode = 1;
  }
}
