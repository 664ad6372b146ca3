import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { isLost } from './redirect-home.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a response of the service worker without a network', new ErrorResponse(504, '', ''), true, true],
  ['a failed fetch of the browser', new TypeError('Failed to fetch'), false, true],
  ['an error in the page’s own code', new TypeError('x is not a function'), true, false],
  ['a refusal of the shop', new ErrorResponse(404, '', ''), false, false],
])('isLost tells whether %s means that the network is missing', (_, error, onLine, lost) => {
  vi.stubGlobal('navigator', { onLine });
  expect(isLost(error)).toBe(lost);
});
