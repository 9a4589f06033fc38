/** The product's vocabulary: pure data without imports, so that every room up to the browser shares one table. */
export * from './announcements.ts';
export * from './images.ts';
export * from './kinds.ts';
export * from './limits.ts';
export * from './regions.ts';
export * from './roles.ts';
export * from './social.ts';
export * from './topics.ts';
export * from './watchlists.ts';
