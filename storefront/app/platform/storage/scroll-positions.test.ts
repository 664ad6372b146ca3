import { afterEach, expect, test, vi } from 'vitest';

const key = 'react-router-scroll-positions';
afterEach(() => void vi.unstubAllGlobals());

/** @returns what is stored after the script has run in a document */
async function afterScript(stored: string): Promise<string | undefined> {
  const storage = new Map([[key, stored]]);
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    removeItem: (name: string) => void storage.delete(name),
  });
  vi.resetModules();
  await import('./scroll-positions.ts');
  return storage.get(key);
}

test.each([
  ['{"k1":120}', '{"k1":120}'],
  ['{}', '{}'],
  ...['5', 'true', 'null', '[1]', '"k1"', '{"k1":', '/oats'].map((text) => [text, undefined]),
])('scrollPositions leaves of the stored %s: %s', async (stored, left) => {
  expect(await afterScript(stored!)).toBe(left);
});

test('scrollPositions does nothing where storage is forbidden', async () => {
  const getItem = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem });
  vi.resetModules();
  await import('./scroll-positions.ts');
});
