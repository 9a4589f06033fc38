/** What the public release calendar needs, without what the rest of the package loads. */
export { type Brand, BRANDS } from './brands.ts';
export { formatMoney } from './money.ts';
export { launchMethodText } from './productCard.ts';
export { MARKET_ZONES, type Region, REGION_NAMES, REGIONS } from './regions.ts';
export { type ReleaseState, releaseState } from './releases.ts';
export { PRODUCT_BRANDS } from './topics.ts';
