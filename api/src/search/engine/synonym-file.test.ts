import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { expect, test } from 'vitest';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { openSynonyms } from './synonym-file.ts';

test('openSynonyms fails at start with the file, the line and the reason for an invalid file', async () => {
  const { folder, remove } = await temporaryFolder();
  const file = path.join(folder, 'synonyms.txt');
  const refused = () => openSynonyms(file).catch((thrown: unknown) => thrown);
  expect(await refused()).toBeInstanceOf(UserFacingError);
  await writeFile(file, 'maas, amasi\nlonely\n');
  expect(await refused()).toMatchObject({
    message: expect.stringMatching(/synonyms\.txt are invalid: line 2: “lonely” stands alone/),
  });
  await writeFile(file, 'maas, amasi\n');
  expect((await openSynonyms(file)).alternatives.size).toBe(2);
  await remove();
});
