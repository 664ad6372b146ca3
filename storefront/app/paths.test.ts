import { storeViews } from '@fynbos/core/store-views.ts';
import { standardSwitches } from '@fynbos/core/switches.ts';
import { describe, expect, test } from 'vitest';
import {
  brandPath,
  categoryPath,
  imagePath,
  inView,
  pathInView,
  productPath,
  searchPathFor,
  withQuery,
} from './paths.ts';
import { configureApi } from './platform/api/api-settings.ts';

const settings = { base: '', publicBase: '', partitionKey: 'za', switches: standardSwitches };

describe('paths of the shop', () => {
  test('productPath uses the url_path of a product, with its variant in the query (spec D30)', () => {
    const oats = { sku: 'OATS', url_path: 'pantry/rolled oats' };
    expect(productPath(oats)).toBe('/pantry/rolled%20oats');
    expect(productPath(oats, 'OAT-1KG')).toBe('/pantry/rolled%20oats?childSku=OAT-1KG');
  });

  test('without the URL dispatcher products and categories have the addresses /p/… and /c/… (spec D30)', () => {
    configureApi({ ...settings, switches: { ...standardSwitches, urlDispatcher: false } });
    const oats = { sku: 'OATS/1', url_path: 'pantry/rolled oats' };
    expect(productPath(oats)).toBe('/p/OATS%2F1/rolled%20oats');
    expect(productPath(oats, 'OAT-1KG')).toBe('/p/OATS%2F1/rolled%20oats?childSku=OAT-1KG');
    expect(categoryPath({ url_path: 'pantry/oats' })).toBe('/c/oats');
    expect(categoryPath({ url_path: 'pets/oats', slug: 'pets-oats' })).toBe('/c/pets-oats');
    configureApi(settings);
  });

  test('searchPathFor and brandPath encode typed text as one part of the address', () => {
    expect(searchPathFor('salt & pepper?')).toBe('/search?q=salt+%26+pepper%3F');
    expect(brandPath('a/b')).toBe('/brand/a%2Fb');
    expect(withQuery('/oats', new URLSearchParams())).toBe('/oats');
  });

  test('imagePath uses the placeholder for a product without a picture (CAT-10)', () => {
    expect(imagePath([310, 300], '/o/a/oats.jpg')).toBe('/img/310/300/resize/o/a/oats.jpg');
    expect(imagePath([150, 150], 'no_selection')).toBe('/img/150/150/resize/placeholder');
    expect(imagePath([150, 150], '')).toBe('/img/150/150/resize/placeholder');
  });

  test.each([
    ['\\o\\a\\oats.jpg', 'o/a/oats.jpg'],
    ['o/a//100% oats?.jpg', 'o/a/100%25%20oats%3F.jpg'],
    ['/drawn/.5KG.svg', 'drawn/.5KG.svg'],
    ['../../../checkout', 'placeholder'],
    ['/o/../../admin', 'placeholder'],
    ['https://cdn.example.com/oats.jpg', 'placeholder'],
    ['C:\\Pictures\\oats.jpg', 'placeholder'],
    ['\ud800.jpg', 'placeholder'],
    ['/', 'placeholder'],
    [`${'o'.repeat(1001)}.jpg`, 'placeholder'],
  ])('imagePath of %s is %s', (file, path) => {
    expect(imagePath([310, 300], file)).toBe(`/img/310/300/resize/${path}`);
  });

  test('pathInView reverses inView for every path of a store view, including its home', () => {
    const currentView = { view: storeViews[1]!, prefix: '/de', views: [] };
    configureApi({ ...settings, currentView });
    for (const path of ['/', '/oats?childSku=1', '/account/x#y']) expect(pathInView(inView(path))).toBe(path);
    expect(inView('/')).toBe('/de');
    expect(inView('/?q=1')).toBe('/de?q=1');
    expect(inView('mailto:shop@example.co.za')).toBe('mailto:shop@example.co.za');
    // Test files share imported modules, so the settings are restored.
    configureApi(settings);
  });
});
