import { createDemoTemplate } from '@fynbos/api/testing/demo-template.ts';
import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import openServer from '@fynbos/api/testing/server.ts';
import type { TestProject } from 'vitest/node';
import { serveLarders } from './larder.ts';
import { type DemoShop, startShop, trusted } from './shop.ts';

const template = `fynbos_demo_${process.pid}`;

/**
 * Vitest's global set-up of the browser tests: the demo shop loaded once, for every shop under test to copy,
 * one folder for the pictures they prepare, which are the same for all, one shop for those who only look, and larders for those who order.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const close = await openServer(project);
  const { server, template: empty } = project.getProvidedContext().testDatabase;
  const drop = await createDemoTemplate(server, template, empty);
  const pictures = await temporaryFolder();
  const demo = { server, template, pictures: pictures.folder };
  const [looked, larders] = await Promise.all([startShop(trusted, demo), serveLarders(demo)]);
  project.provide('demoShop', demo);
  project.provide('larders', larders.address);
  project.provide('lookedAt', looked.origin);
  return async () => {
    await Promise.all([looked.stop(), larders.close()]);
    await pictures.remove();
    // A server of the tests' own may have been ended by another project already.
    await drop().catch(() => {});
    await close();
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    demoShop: DemoShop;
    /** The address of the shop that nobody changes anything in. */
    lookedAt: string;
    /** Where a process of tests learns of its larder. */
    larders: string;
  }
}
