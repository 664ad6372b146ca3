import { endpoints } from '@fynbos/core/endpoints.ts';
import { refusalsOf } from '@fynbos/core/openapi.ts';
import type { ProblemCode } from '@fynbos/core/problem.ts';
import { pathPattern } from '../route.ts';

const calls = endpoints.map((endpoint) => ({ endpoint, pattern: pathPattern(endpoint) }));

/**
 * Holds every refusal that a test meets to the contract of its call: clients prepare for what is written there.
 *
 * @throws Error where the contract does not name it
 */
export function expectPromised(method: string, place: string, problem: ProblemCode | undefined): void {
  const path = place.split('?')[0]!;
  const call = calls.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path));
  // A call that the operator has switched off is none.
  if (problem === 'path_not_found') return;
  if (problem && call && !refusalsOf(call.endpoint).has(problem))
    throw new Error(`${method} ${path} was refused with ${problem}, which its contract does not name.`);
}
