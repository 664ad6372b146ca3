import { changeCatalogue } from '../../catalogue/catalogue-change.ts';
import { listCategories, removeCategory } from '../../catalogue/product-service.ts';
import type { Db } from '../../db.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { type AdminCommands, type AdminShop, InvalidArgsError, takeCommandArgs } from './admin-command.ts';
import { changeRow } from './product-lookup.ts';

/** `npm run admin -- categories …`. Other changes of categories are made by the import (docs/import.md). */
export const categoryCommands: AdminCommands = {
  list: {
    args: '',
    does: 'list the categories with their ids',
    async run({ db }, args) {
      takeCommandArgs(args, 0);
      const categories = await listCategories(db);
      const lines = categories.map(
        ({ id, path, isActive }) => `${String(id).padStart(6)}  ${path}${isActive ? '' : ', archived'}`,
      );
      return [...lines, categories.length === 1 ? '1 category' : `${categories.length} categories`];
    },
  },
  archive: {
    args: 'ID',
    does: 'remove a category and its page from the shop; its products stay',
    run: (shop, args) => setActive(shop, takeCommandArgs(args, 1)[0], false),
  },
  restore: {
    args: 'ID',
    does: 'show an archived category again',
    run: (shop, args) => setActive(shop, takeCommandArgs(args, 1)[0], true),
  },
  delete: {
    args: 'ID --yes',
    does: 'delete a category without subcategories; its products stay',
    run: remove,
  },
};

async function getCategory(db: Db, id: string) {
  const categories = await listCategories(db);
  const category = categories.find((candidate) => String(candidate.id) === id);
  if (!category) throw new UserFacingError(`There is no category ${id} (categories list).`);
  return { ...category, below: categories.filter(({ parentId }) => parentId === category.id) };
}

async function setActive(shop: AdminShop, typed: string, isActive: boolean): Promise<string[]> {
  const category = await getCategory(shop.db, typed);
  const state = isActive ? 'shown' : 'archived';
  if (category.isActive === isActive) return [`The category ${category.path} is ${state} already.`];
  await changeRow(shop, 'categories', { path: category.path, is_active: isActive ? 'yes' : 'no' });
  return [`The category ${category.path} is ${state} now.`];
}

async function remove({ db }: AdminShop, args: readonly string[]): Promise<string[]> {
  const [typed, yes] = takeCommandArgs(args, 2);
  if (yes !== '--yes') throw new InvalidArgsError();
  const { id, path, below } = await getCategory(db, typed);
  if (below.length > 0)
    throw new UserFacingError(
      `The category ${path} has subcategories (${below.map((child) => child.id).join(', ')}): delete them first, or archive it. Nothing was changed.`,
    );
  const products = await changeCatalogue(db, 'all', (transaction) => removeCategory(transaction, id));
  return [
    `The category ${path} is deleted. ${products === 1 ? '1 product' : `${products} products`} stood in it.`,
  ];
}
