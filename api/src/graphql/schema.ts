import { listingSorts } from '@fynbos/core/catalogue/listing.ts';
import { buildSchema } from 'graphql';
import { resolveCms, resolveEntities, resolveProducts, resolveUrl } from './resolvers.ts';

/**
 * The GraphQL schema (spec D12). Names and arguments are those that existing clients send. A catalogue
 * document is JSON as in the HTTP calls, with its fields chosen by `_sourceInclude`: product attributes are
 * defined by the shop, not by the schema.
 */
const language = /* GraphQL */ `
  "Any JSON value."
  scalar JSON

  """
  Which products, by field: {category_ids: {in: [20]}, price: {gte: 50, lte: 100}}. A condition is one of eq, in, neq,
  nin, like, gt, gte, lt, lte, from, to; all fields must fit. A field with {scope: "catalog"} is counted as a facet too.
  """
  scalar ProductFilterInput
  scalar CategoryFilterInput
  scalar AttributeInput
  scalar TaxRuleInput
  scalar ReviewFilterInput
  scalar CmsInput

  "Fields and directions, the first decides first: {final_price: DESC}."
  scalar ProductSortInput
  scalar CategorySortInput

  type Query {
    products(
      search: String
      filter: ProductFilterInput
      "Attributes to count the values of."
      facets: [String!]
      pageSize: Int
      currentPage: Int
      sort: ProductSortInput
      _sourceInclude: [String]
      _sourceExclude: [String]
      "Whose prices are wanted; visitors' when left out."
      groupToken: String
    ): Products
    categories(
      search: String
      filter: CategoryFilterInput
      ids: [Int]
      name: String
      pageSize: Int
      currentPage: Int
      from: Int
      size: Int
      sort: CategorySortInput
      _sourceInclude: [String]
      _sourceIncludes: [String]
      _sourceExclude: [String]
    ): Found
    attributes(
      filter: AttributeInput
      pageSize: Int
      currentPage: Int
      _sourceInclude: [String]
      _sourceExclude: [String]
    ): Found
    "The attributes, under the name that older clients know."
    customAttributeMetadata(
      attributes: AttributeInput!
      pageSize: Int
      currentPage: Int
      _sourceInclude: [String]
      _sourceExclude: [String]
    ): Found
    taxrule(filter: TaxRuleInput, pageSize: Int, currentPage: Int): Found
    "Approved reviews."
    reviews(filter: ReviewFilterInput, pageSize: Int, currentPage: Int): Found
    cmsPages(filter: CmsInput, pageSize: Int, currentPage: Int): CmsPages
    cmsBlocks(filter: CmsInput, pageSize: Int, currentPage: Int): CmsBlocks
    cmsHierarchies(filter: CmsInput, pageSize: Int, currentPage: Int): Found
    "What stands at an address of the shop, null when nothing does."
    urlMap(url: String!, _sourceInclude: [String], _sourceExclude: [String], groupToken: String): UrlHit
  }

  type Products {
    items: JSON
    total_count: Int
    page_info: PageInfo
    aggregations: JSON
    "Names of attributes and their values, for the facets."
    attribute_metadata: JSON
    suggestions: [String!]
    sort_fields: SortFields
  }

  type Found {
    items: JSON
    "The same in the form of the catalogue's index: {total, hits: [{_source}]}."
    hits: JSON
    suggest: JSON
    total_count: Int
    page_info: PageInfo
  }

  type PageInfo {
    page_size: Int
    current_page: Int
    total_pages: Int
  }

  type SortFields {
    default: String
    options: [SortField!]
  }

  type SortField {
    value: String
    label: String
  }

  type CmsPages {
    items: [CmsPage!]
    total_count: Int
  }

  type CmsPage {
    page_id: Int
    identifier: String
    title: String
    content_heading: String
    content: String
    meta_title: String
    meta_description: String
    meta_keywords: String
    page_layout: String
    sort_order: Int
    "The headings that the content has, with their ids."
    headings: JSON
    "The products that the page is about, with quantities."
    products: JSON
    active: Boolean
    lang: String
    creation_time: String
    update_time: String
    store_id: Int
  }

  type CmsBlocks {
    items: [CmsBlock!]
    total_count: Int
  }

  type CmsBlock {
    id: Int
    identifier: String
    title: String
    content: String
    type: String
    active: Boolean
    lang: String
    creation_time: String
    update_time: String
    store_id: Int
  }

  type UrlHit {
    "product, category or cms_page"
    type: String
    id: String
    source: JSON
  }
`;

export const schema = buildSchema(language);

/** Resolver of each root field. */
export const root = {
  products: resolveProducts(Object.keys(listingSorts)),
  categories: resolveEntities('category'),
  attributes: resolveEntities('attribute'),
  customAttributeMetadata: resolveEntities('attribute'),
  taxrule: resolveEntities('taxrule'),
  reviews: resolveEntities('review'),
  cmsPages: resolveCms('cms_page'),
  cmsBlocks: resolveCms('cms_block'),
  cmsHierarchies: resolveEntities('cms_hierarchy'),
  urlMap: resolveUrl,
};
