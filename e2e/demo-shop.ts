import { connect } from '@fynbos/api/db.ts';
import { databaseAt, onServer } from '@fynbos/api/testing/database.ts';
import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import openServer from '@fynbos/api/testing/server.ts';
import type { TestProject } from 'vitest/node';
import { loadDemo } from '../demo.ts';

const template = `fynbos_demo_${process.pid}`;

/**
 * Vitest's global set-up of the browser tests: the demo shop loaded once, for every shop under test to copy, and
 * one folder for the pictures they prepare, which are the same for all.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const close = await openServer(project);
  const { server, template: empty } = project.getProvidedContext().testDatabase;
  await onServer(server, `create database ${template} template ${empty}`);
  const db = connect(databaseAt(server, template), 5);
  await loadDemo(db).finally(() => db.destroy());
  const pictures = await temporaryFolder();
  project.provide('demoShop', { server, template, pictures: pictures.folder });
  return async () => {
    await pictures.remove();
    await onServer(server, `drop database if exists ${template} with (force)`);
    await close();
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    demoShop: { server: string; template: string; pictures: string };
  }
}
