import type { MessageId } from '../../platform/i18n/text.ts';
import abroad from './banners/abroad.json' with { type: 'json' };
import main from './banners/main.json' with { type: 'json' };

/**
 * A banner entry: a picture with text and a link (spec accounts 3). The entry with the same `id` and `isMobile`
 * holds the picture for phones.
 */
export interface BannerEntry {
  id: string;
  isMobile: boolean;
  image: string;
  /** The `url_path` of its link. */
  link?: string;
  title?: MessageId;
  text?: MessageId;
}

/** The banners of a store view. */
interface BannerFile {
  mainBanners: BannerEntry[];
  smallBanners: BannerEntry[];
  /** One for each collection of the home page, by its id. */
  productBanners: BannerEntry[];
  /**
   * Header pictures of categories that have none: by the `url_path` of a category, for it and those below it, and
   * `default` for the others.
   */
  headImages: BannerEntry[];
  /** Shown above the products on special. */
  promotedSpecials: BannerEntry[];
}

/** A banner with its pictures for wide and narrow screens. */
export interface Banner extends Omit<BannerEntry, 'isMobile'> {
  narrowImage: string;
}

export type Banners = Record<keyof BannerFile, Banner[]>;

// The type of a JSON file has no message ids; `banners.test.ts` checks them.
const mainFile = main as BannerFile;
/** Without braais and power cuts, which concern shoppers in South Africa only. Its ids are checked too. */
const abroadFile = { ...mainFile, ...(abroad as Partial<BannerFile>) };
/** The banners by store code; a code that is not listed uses the main shop's. */
const files: Record<string, BannerFile> = { main: mainFile, de: abroadFile, it: abroadFile };

/** The banners of a store view, each with both pictures. */
export function bannersOf(storeCode: string | undefined): Banners {
  const file = files[storeCode || 'main'] ?? mainFile;
  return {
    mainBanners: joined(file.mainBanners),
    smallBanners: joined(file.smallBanners),
    productBanners: joined(file.productBanners),
    headImages: joined(file.headImages),
    promotedSpecials: joined(file.promotedSpecials),
  };
}

/** The header picture of a category that has none of its own. */
export function headImageOf(headImages: readonly Banner[], urlPath: string): Banner | undefined {
  return (
    headImages.find(({ id }) => `${urlPath}/`.startsWith(`${id}/`)) ??
    headImages.find(({ id }) => id === 'default')
  );
}

/**
 * Merges entries by id, in the order of the file. If one of the two pictures is missing, the other serves
 * both.
 */
export function joined(entries: readonly BannerEntry[]): Banner[] {
  return [...Map.groupBy(entries, ({ id }) => id).values()].map((cuts) => {
    // `groupBy` makes no empty group.
    const narrow = cuts.find((cut) => cut.isMobile) ?? cuts[0]!;
    const { isMobile: _, ...wide } = cuts.find((cut) => !cut.isMobile) ?? narrow;
    return { ...wide, narrowImage: narrow.image };
  });
}
