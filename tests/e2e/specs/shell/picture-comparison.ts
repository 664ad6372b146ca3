import type { Browser, Page } from '@playwright/test';

/** Encodes and compares screenshots with the codecs of the browser. */
export interface PictureComparison {
  /** A screenshot as a small WebP picture. */
  encode(screenshot: Buffer): Promise<Buffer>;
  /**
   * The share of pixels that differ visibly between a screenshot and a stored picture, from 0 to 1. Differences of a
   * compressed picture are not visible ones. A picture of another size differs everywhere.
   */
  difference(screenshot: Buffer, stored: Buffer): Promise<number>;
  close(): Promise<void>;
}

export async function openPictureComparison(browser: Browser): Promise<PictureComparison> {
  const page = await browser.newPage();
  return {
    async encode(screenshot) {
      return Buffer.from(await encodeIn(page, dataUrl(screenshot, 'png')), 'base64');
    },
    difference: (screenshot, stored) =>
      differenceIn(page, dataUrl(screenshot, 'png'), dataUrl(stored, 'webp')),
    close: () => page.close(),
  };
}

const dataUrl = (bytes: Buffer, type: string) => `data:image/${type};base64,${bytes.toString('base64')}`;

const encodeIn = (page: Page, source: string): Promise<string> =>
  page.evaluate(async (url) => {
    const bitmap = await createImageBitmap(await (await fetch(url)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')!.drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.7 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  }, source);

const differenceIn = (page: Page, left: string, right: string): Promise<number> =>
  page.evaluate(
    async (urls) => {
      /** Per channel, of 255. */
      const visible = 64;
      const pictures = await Promise.all(
        urls.map(async (url) => {
          const bitmap = await createImageBitmap(await (await fetch(url)).blob());
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
          context.drawImage(bitmap, 0, 0);
          return context.getImageData(0, 0, bitmap.width, bitmap.height);
        }),
      );
      const [left, right] = pictures as [ImageData, ImageData];
      if (left.width !== right.width || left.height !== right.height) return 1;
      let differing = 0;
      for (let at = 0; at < left.data.length; at += 4) {
        const isVisible = [0, 1, 2].some(
          (channel) => Math.abs(left.data[at + channel]! - right.data[at + channel]!) > visible,
        );
        if (isVisible) differing++;
      }
      return differing / (left.width * left.height);
    },
    [left, right],
  );
