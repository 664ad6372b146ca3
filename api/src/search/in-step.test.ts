import { EngineAway, QuestionRefused, type SearchEngine } from '@fynbos/core/search/engine.ts';
import { ask, productOf } from '@fynbos/core/search/engine-promise.ts';
import { inProcessEngine } from '@fynbos/core/search/in-process.ts';
import { readSynonyms } from '@fynbos/core/search/synonyms.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { keepInStep } from './in-step.ts';

/** A shop of names, an engine elsewhere that may be away or hold something else, and what keeps them in step. */
function open(looks = { lookMs: 5, patience: 3 }) {
  const shop = new Map([[1, 'Salt']]);
  const inside = inProcessEngine({ synonyms: readSynonyms('') });
  const state = {
    isAway: false,
    isInStep: true,
    told: 0,
    readAnew: 0,
    why: 'it is away',
    warnings: [] as string[],
    late: 0,
  };
  const orAway = <Result>(act: () => Promise<Result>) =>
    state.isAway ? Promise.reject(new EngineAway(state.why)) : act();
  const engine: SearchEngine = {
    replaceAll: (documents) => {
      state.told++;
      return orAway(async () => {
        await inside.replaceAll(documents);
        state.isInStep = true;
      });
    },
    update: (changed, removed) => {
      if (state.isAway) state.isInStep = false;
      return orAway(() => inside.update(changed, removed));
    },
    search: (question) =>
      question.text === 'too much'
        ? Promise.reject(new QuestionRefused('too many clauses'))
        : orAway(() => inside.search(question)),
    suggest: inside.suggest,
    isInStep: () => orAway(async () => state.isInStep),
  };
  const everyDocument = () => [...shop].map(([id, name]) => productOf({ id, name }));
  const inStep = keepInStep({
    engine,
    everyDocument,
    async readAnew() {
      state.readAnew++;
      await inStep.follow('everything');
    },
    written: (late) => {
      if (late) state.late++;
    },
    warn: (finding) => state.warnings.push(finding),
    times: looks,
  });
  stop = inStep.stop;
  const change = async (id: number, name: string) => {
    shop.set(id, name);
    await inStep.follow({ changed: () => [productOf({ id, name })], removed: [] });
  };
  const find = async (text: string) => (await ask({ ...engine, search: inStep.search }, { text })).ids;
  return { state, inStep, change, find };
}

let stop = () => {};
afterEach(() => stop());

describe('an engine elsewhere', () => {
  test('is told what changes, and found in by the next search', async () => {
    const { inStep, change, find } = open();
    await inStep.begin('everything');
    await change(2, 'Pepper');
    expect(await find('pepper')).toEqual([2]);
    expect(inStep.isFailing).toBe(false);
  });

  test('may be away at the start, and is filled when it comes', async () => {
    const { state, inStep, find } = open();
    state.isAway = true;
    state.isInStep = false;
    await inStep.begin('everything');
    expect(inStep.isFailing).toBe(true);
    await expect(find('salt')).rejects.toThrow(EngineAway);
    state.isAway = false;
    await expect.poll(() => inStep.isFailing).toBe(false);
    expect(await find('salt')).toEqual([1]);
  });

  test('has every change that it missed when it comes back, and whoever kept answers hears of it', async () => {
    const { state, inStep, change, find } = open();
    await inStep.begin('everything');
    state.isAway = true;
    await change(2, 'Pepper');
    await change(3, 'Cumin');
    expect(inStep.isFailing).toBe(true);
    state.isAway = false;
    await expect.poll(() => inStep.isFailing).toBe(false);
    expect(await find('cumin')).toEqual([3]);
    expect(state.late).toBe(1);
    expect(state.warnings).toEqual([expect.stringContaining('is away'), expect.stringContaining('is back')]);
  });

  test('says why changes wait, each time that it is another reason', async () => {
    const { state, inStep, change } = open();
    await inStep.begin('everything');
    state.isAway = true;
    await change(2, 'Pepper');
    state.why = 'its disk is full';
    await expect.poll(() => state.warnings.length).toBe(2);
    expect(state.warnings[1]).toContain('its disk is full');
    state.isAway = false;
    await expect.poll(() => inStep.isFailing).toBe(false);
  });

  test('is not away where it refuses a single question', async () => {
    const { inStep, find } = open();
    await inStep.begin('everything');
    await expect(find('too much')).rejects.toThrow(EngineAway);
    expect(inStep.isFailing).toBe(false);
    expect(await find('salt')).toEqual([1]);
  });

  test('is not told everything again when it was away and nothing changed', async () => {
    const { state, inStep, find } = open();
    await inStep.begin('everything');
    state.isAway = true;
    await expect(find('salt')).rejects.toThrow(EngineAway);
    expect(inStep.isFailing).toBe(true);
    state.isAway = false;
    await expect.poll(() => inStep.isFailing).toBe(false);
    expect(state.told).toBe(1);
  });

  test('that holds something else for long is told everything, from what is read anew', async () => {
    const { state, inStep } = open();
    await inStep.begin('everything');
    state.isInStep = false;
    await expect.poll(() => state.readAnew).toBe(1);
    await expect.poll(() => state.isInStep).toBe(true);
  });

  test('that goes on holding something else is told so more and more seldom', async () => {
    const { state, inStep } = open({ lookMs: 1, patience: 1 });
    await inStep.begin('everything');
    let looks = 0;
    Object.defineProperty(state, 'isInStep', { get: () => void looks++, set: () => {} });
    await expect.poll(() => looks).toBeGreaterThan(150);
    expect(state.readAnew).toBeLessThan(10);
  });

  test('does not hide a fault of ours', async () => {
    const { inStep } = open();
    const broken = () => {
      throw new TypeError('a fault');
    };
    await expect(inStep.follow({ changed: broken, removed: [] })).rejects.toThrow('a fault');
  });
});
