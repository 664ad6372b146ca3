import { createDemoTemplate } from '@fynbos/api/testing/demo-template.ts';
import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import openServer from '@fynbos/api/testing/server.ts';
import type { TestProject } from 'vitest/node';
import { serveLarders } from './larder.ts';
import { type DemoShop, startShop, trusted } from './shop.ts';

const template = `fynbos_demo_${process.pid}`;

/**
 * Vitest's global set-up of the browser tests. It loads the demo shop once as a template for every shop
 * under test. It also provides a shared picture folder, one read-only shop, and shared shops for tests that
 * place orders.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const close = await openServer(project);
  const { server, template: empty } = project.getProvidedContext().testDatabase;
  const drop = await createDemoTemplate(server, template, empty);
  const pictures = await temporaryFolder();
  const demo = { server, template, pictures: pictures.folder };
  const [readOnlyShop, larders] = await Promise.all([startShop(trusted, demo), serveLarders(demo)]);
  project.provide('demoShop', demo);
  project.provide('larders', larders.address);
  project.provide('lookedAt', readOnlyShop.origin);
  return async () => {
    await Promise.all([readOnlyShop.stop(), larders.close()]);
    await pictures.remove();
    // The tests' own server may have been stopped by another project already.
    await drop().catch(() => {});
    await close();
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    demoShop: DemoShop;
    /** The address of the read-only shop. */
    lookedAt: string;
    /** Address where a test process requests its shared shop. */
    larders: string;
  }
}
