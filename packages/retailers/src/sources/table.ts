/** Every source, one line each. */
export { adidas } from './adidas/adidas.ts';
export { asics } from './asics/asics.ts';
export { finishLine } from './finishLine/finishLine.ts';
export { hp } from './hp/hp.ts';
export { jdSports } from './jdSports/jdSports.ts';
export { newBalance } from './newBalance/newBalance.ts';
export { nike } from './nike/nike.ts';
export { nikeRefurbished } from './nikeRefurbished/nikeRefurbished.ts';
export { shops } from './shops/shops.ts';
