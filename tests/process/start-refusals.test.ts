import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { openForShop } from '@fynbos/api/platform/database/open-database.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findPort } from '../../server/port.ts';

/** The sentences of a start that cannot succeed. `startup.test.ts` shows that they are all that is printed. */

describe('a port', () => {
  test('that another program uses is refused', async () => {
    const occupied = createServer().listen(0, '127.0.0.1');
    await once(occupied, 'listening');
    onTestFinished(() => void occupied.close());
    const { port } = occupied.address() as AddressInfo;
    await expect(findPort({ host: '127.0.0.1', port })).rejects.toThrow(
      `Port ${port} is in use by another program: end that, or choose another port with PORT.`,
    );
  });

  test('at an address of another machine is refused', async () => {
    await expect(findPort({ host: '192.0.2.1', port: 0 })).rejects.toThrow(
      'Port 0 cannot be opened at this HOST: it is not an address of this machine.',
    );
  });

  test('0 becomes a free port, which no other program gets before its release', async () => {
    const { port, release } = await findPort({ host: '127.0.0.1', port: 0 });
    await expect(findPort({ host: '127.0.0.1', port })).rejects.toThrow('is in use');
    await release();
    await expect(findPort({ host: '127.0.0.1', port })).resolves.toMatchObject({ port });
  });
});

test('a data folder without write permission is refused', async () => {
  const { folder, remove } = await temporaryFolder();
  const closed = join(folder, 'closed');
  await mkdir(closed);
  await chmod(closed, 0o555);
  // Permissions do not bind the administrator.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    for (const data of [join(closed, 'data'), closed])
      await expect(startEmbedded(data)).rejects.toThrow(
        `No permission to write to the data folder ${data}: start as its owner, or choose another with FYNBOS_DATA.`,
      );
  } finally {
    if (isRoot) process.seteuid?.(0);
    await remove();
  }
});

test('a database server that cannot be reached is named without its password', async () => {
  await expect(openForShop('postgres://shop:secret@127.0.0.1:1/shop')).rejects.toThrow(
    /^The database at postgres:\/\/shop@127\.0\.0\.1:1\/shop cannot be used \(.+\): check DATABASE_URL\.$/,
  );
});
