import { pathPattern } from '@fynbos/api/route.ts';
import { endpoints } from '@fynbos/core/endpoints.ts';
import { refusalsOf } from '@fynbos/core/openapi.ts';
import type { ProblemCode } from '@fynbos/core/problem.ts';

const calls = endpoints.map((endpoint) => ({ endpoint, pattern: pathPattern(endpoint) }));

/**
 * Checks every refusal that a test receives against the contract of its endpoint, because clients rely on
 * that contract.
 * @throws Error when the contract does not name the refusal
 */
export function expectDocumentedRefusal(
  method: string,
  place: string,
  problem: ProblemCode | undefined,
): void {
  const path = place.split('?')[0]!;
  const call = calls.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path));
  // Endpoints that the operator switched off have no contract.
  if (problem === 'path_not_found') return;
  if (problem && call && !refusalsOf(call.endpoint).has(problem))
    throw new Error(`${method} ${path} was refused with ${problem}, which its contract does not name.`);
}
