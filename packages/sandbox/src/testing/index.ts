export { describedRequests, requestJudge } from './describedRequests.ts';
export { address, choices, hostileKind, hostileProduct, text } from './hostileProducts.ts';
