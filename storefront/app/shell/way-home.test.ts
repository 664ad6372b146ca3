import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { isLost } from './way-home.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['what the worker could not have', new ErrorResponse(504, '', ''), true, true],
  ['what the browser could not have', new TypeError('Failed to fetch'), false, true],
  ['a fault of a page’s own', new TypeError('x is not a function'), true, false],
  ['a refusal of the shop', new ErrorResponse(404, '', ''), false, false],
])('%s: the network is missing, or not', (_, error, onLine, lost) => {
  vi.stubGlobal('navigator', { onLine });
  expect(isLost(error)).toBe(lost);
});
