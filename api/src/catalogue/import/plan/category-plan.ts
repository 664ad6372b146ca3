import { cleanLine } from '@fynbos/core/clean-text.ts';
import { categoryRootId } from '@fynbos/core/shop.ts';
import type { CategoryRecord } from '../../documents/catalogue-write-store.ts';
import { transliteratedSlug } from '../../documents/transliterated-slug.ts';
import { quoted } from '../format/cells.ts';
import { nameKey } from '../format/clean-cells.ts';
import type { Findings, Origin } from '../format/findings.ts';
import { mergeStoredTexts } from '../format/view-columns.ts';
import type { CategoryDraft, CategoryReference } from '../rows/drafts.ts';
import { categoryPaths, type ImportReferenceData } from './current-catalogue.ts';
import { type Changes, isSameJson } from './import-plan.ts';
import type { Addressee } from './url-keys.ts';

interface Entry {
  row: CategoryRecord;
  stored: CategoryRecord | undefined;
  draft: CategoryDraft | undefined;
  path: string[];
}

/**
 * The categories of the shop and of the input. A category is matched by its names from the top down,
 * whatever its id is in the source system.
 */
export class CategoryBook {
  private readonly entries = new Map<string, Entry>();
  private readonly ids = new Set<number>();
  /** Entries by the ids of the input. */
  private readonly byInputId = new Map<number, Entry>();
  private readonly byId = new Map<number, Entry>();
  private next: number;
  private readonly findings: Findings;

  constructor(referenceData: ImportReferenceData, drafts: readonly CategoryDraft[], findings: Findings) {
    this.findings = findings;
    this.next = referenceData.next.category;
    for (const row of referenceData.categories) this.ids.add(row.id);
    const paths = categoryPaths(referenceData.categories);
    for (const row of referenceData.categories) {
      const path = paths.get(row.id);
      if (path) this.enter({ row: { ...row }, stored: row, draft: undefined, path });
    }
    if (!this.entries.has('')) this.enter({ row: rootRow(), stored: undefined, draft: undefined, path: [] });
    const ordered = [...drafts].sort((left, right) => left.path.length - right.path.length);
    for (const draft of ordered) this.addDraft(draft);
  }

  /** The ids of a product's categories in the shop; missing categories that are named by a path are created. */
  idsOf(references: readonly CategoryReference[], at: Origin): number[] {
    const entries = references.flatMap((reference) => this.find(reference, at) ?? []);
    return [...new Set(entries.map((entry) => entry.row.id))];
  }

  get all(): Entry[] {
    return [...this.byId.values()];
  }

  get addressees(): Addressee[] {
    const entries = this.all.filter((entry) => entry.path.length > 0 && (entry.draft || !entry.stored));
    return entries
      .sort((left, right) => left.path.length - right.path.length)
      .map((entry) => ({
        owner: `the category ${quoted(entry.path.join(' > '))}`,
        at: entry.draft?.at ?? { file: 'categories', line: 1 },
        requestedPath: entry.draft?.url_path,
        currentPath: entry.stored?.url_path ?? undefined,
        base: () => this.derivedAddress(entry),
        suffix: entry.row.slug,
        settle: (path) => {
          entry.row.url_path = path;
        },
      }));
  }

  /** Addresses of categories that the input does not change. */
  get otherAddresses(): [string, string][] {
    return this.all.flatMap((entry) =>
      entry.stored?.url_path && !entry.draft
        ? [[entry.stored.url_path, `the category ${quoted(entry.path.join(' > '))}`]]
        : [],
    );
  }

  get changes(): Changes<CategoryRecord> & { moved: number[] } {
    const changed = this.all.filter((entry) => entry.stored && !isSameJson(entry.row, entry.stored));
    return {
      insert: this.all.filter((entry) => !entry.stored).map((entry) => entry.row),
      update: changed.map((entry) => entry.row),
      moved: changed
        .filter((entry) => entry.row.url_path !== entry.stored?.url_path)
        .map((entry) => entry.row.id),
    };
  }

  private find(reference: CategoryReference, at: Origin): Entry | undefined {
    if ('path' in reference) return this.at(reference.path);
    const known = this.byInputId.get(reference.id) ?? this.byId.get(reference.id);
    if (known) return known;
    if (reference.name === undefined || reference.name.trim() === '') {
      this.findings.problem(at, 'category_ids', `there is no category ${reference.id}`);
      return undefined;
    }
    this.findings.notice(
      'categories known only by their names were created at the top level',
      reference.name,
    );
    const entry = this.at([reference.name.trim()], reference.id);
    this.byInputId.set(reference.id, entry);
    return entry;
  }

  /** The category at a path; it is created with its ancestors when it does not exist. */
  private at(path: readonly string[], wishedId?: number): Entry {
    const known = this.entries.get(keyOf(path));
    if (known) return known;
    const parent = this.at(path.slice(0, -1));
    const name = path.at(-1) ?? '';
    const id = this.newId(wishedId);
    const url_key = transliteratedSlug(name) || `category-${id}`;
    const row: CategoryRecord = {
      id,
      parent_id: parent.row.id,
      name,
      slug: this.freeSlug(url_key, parent.row.slug),
      url_key,
      url_path: null,
      is_active: true,
      include_in_menu: true,
      level: parent.row.level + 1,
      position: 0,
      image: '',
      description: '',
      view_texts: {},
    };
    return this.enter({ row, stored: undefined, draft: undefined, path: [...path] });
  }

  private addDraft(draft: CategoryDraft): void {
    const entry = this.at(draft.path, draft.wishedId);
    if (draft.wishedId !== undefined) this.byInputId.set(draft.wishedId, entry);
    if (draft.path.length === 0) return;
    if (entry.draft) {
      this.findings.problem(draft.at, 'path', `the category ${quoted(draft.path.join(' > '))} appears twice`);
      return;
    }
    entry.draft = draft;
    const { slug, url_key, is_active, include_in_menu, position, image, description } = draft;
    const fields = { slug, url_key, is_active, include_in_menu, position, image, description };
    Object.assign(
      entry.row,
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    );
    entry.row.view_texts = mergeStoredTexts(entry.row.view_texts, draft.viewTexts);
    if (slug !== undefined) this.settleSlug(entry, slug, draft.at);
  }

  private enter(entry: Entry): Entry {
    const key = keyOf(entry.path);
    // Two stored spellings of one name are two categories: the cleaned one is meant.
    if (!this.entries.has(key) || entry.path.every((name) => name === cleanLine(name)))
      this.entries.set(key, entry);
    this.ids.add(entry.row.id);
    this.byId.set(entry.row.id, entry);
    return entry;
  }

  private newId(wished: number | undefined): number {
    if (wished !== undefined && wished > categoryRootId && !this.ids.has(wished)) return wished;
    while (this.ids.has(this.next) || this.next <= categoryRootId) this.next += 1;
    return this.next;
  }

  private settleSlug(entry: Entry, slug: string, at: Origin): void {
    if (slug.includes('/')) this.findings.problem(at, 'slug', `${quoted(slug)} has a slash`);
    const isTaken = this.all.some((candidate) => candidate !== entry && candidate.row.slug === slug);
    if (!isTaken) return;
    const above = this.byId.get(entry.row.parent_id)?.row.slug ?? '';
    entry.row.slug = this.freeSlug(slug, above);
    this.findings.notice('slugs of another category were made unique', `${slug}: ${entry.row.slug}`);
  }

  /** Slugs must be unique, because `/c/{slug}` leads to one category. */
  private freeSlug(slug: string, above: string): string {
    const usedSlugs = new Set(this.all.map((entry) => entry.row.slug));
    if (!usedSlugs.has(slug)) return slug;
    const longer = above === '' ? `${slug}-2` : `${above}-${slug}`;
    for (let count = 2; ; count += 1) {
      const candidate = count === 2 ? longer : `${longer}-${count}`;
      if (!usedSlugs.has(candidate)) return candidate;
    }
  }

  private derivedAddress(entry: Entry): string {
    const above = this.byId.get(entry.row.parent_id)?.row.url_path;
    const own = transliteratedSlug(entry.row.url_key) || `category-${entry.row.id}`;
    return above ? `${above}/${own}` : own;
  }
}

function keyOf(path: readonly string[]): string {
  return path.map(nameKey).join('\u0000');
}

function rootRow(): CategoryRecord {
  return {
    id: categoryRootId,
    parent_id: 1,
    name: 'All products',
    slug: '',
    url_key: '',
    url_path: null,
    is_active: true,
    include_in_menu: false,
    level: 1,
    position: 0,
    image: '',
    description: '',
    view_texts: {},
  };
}
