import { createDemoTemplate } from '@fynbos/api/testing/demo-template.ts';
import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import openServer from '@fynbos/api/testing/server.ts';
import type { TestProject } from 'vitest/node';

const template = `fynbos_demo_${process.pid}`;

/**
 * Vitest's global set-up of the browser tests: the demo shop loaded once, for every shop under test to copy, and
 * one folder for the pictures they prepare, which are the same for all.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const close = await openServer(project);
  const { server, template: empty } = project.getProvidedContext().testDatabase;
  const drop = await createDemoTemplate(server, template, empty);
  const pictures = await temporaryFolder();
  project.provide('demoShop', { server, template, pictures: pictures.folder });
  return async () => {
    await pictures.remove();
    // A server of the tests' own may have been ended by another project already.
    await drop().catch(() => {});
    await close();
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    demoShop: { server: string; template: string; pictures: string };
  }
}
