import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lateParts } from './late-parts.ts';

test('every module that pages announce exists', () => {
  const modules = lateParts.filter((part) => !part.startsWith('messages/'));
  expect(modules.filter((module) => !existsSync(path.join(import.meta.dirname, '../..', module)))).toEqual(
    [],
  );
});
