/** How a product came into the catalogue first: a watch list, a product query, discovery, an external monitor, an import. */
export const CATALOGUE_ORIGINS = ['watched', 'queried', 'found', 'reported', 'imported'] as const;
export type CatalogueOrigin = (typeof CATALOGUE_ORIGINS)[number];

/** `relevance`: how well the words match. `changed`: the newest change first. `released`: the newest release date first. */
export const CATALOGUE_SORTS = ['relevance', 'changed', 'released', 'price'] as const;
export type CatalogueSort = (typeof CATALOGUE_SORTS)[number];

/** Upper bounds of the catalogue's input. */
export const CATALOGUE_LIMITS = { query: 200, page: 40, title: 256, category: 32, rows: 10_000 } as const;
