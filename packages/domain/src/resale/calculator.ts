/** What the payout calculator needs, for a page that loads nothing else of the vocabulary. */
export { formatMoney, parseMoney } from '../money.ts';
export { feeText, isOldFee, marketName } from './fees.ts';
export { payoutIn, type Profit, profitOf } from './payout.ts';
