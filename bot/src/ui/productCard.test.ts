import { offerOf, type ProductCard } from '@dropwire/contract';
import { SANDBOX_APP } from '@dropwire/sandbox';
import { address, choices, hostileProduct, requestJudge, text } from '@dropwire/sandbox/testing';
import { expect, test } from 'vitest';
import { LANGUAGES } from '@dropwire/domain/texts';
import { translateTo } from '../texts/translate.ts';
import { productReply } from './productCard.ts';

const ANSWER = `/webhooks/${SANDBOX_APP.clientId}/token/messages/@original`;
/** How many cards are tried; `FUZZ_RUNS=100000` tries more than CI has time for. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 500);

const judge = await requestJudge();

/** The card of a product in some regions, and what Discord would reject about it. */
function problemsOf(seed: number): string[] {
	const choose = choices(seed);
	const { one, number } = choose;
	const product = hostileProduct(choose);
	const regions = Array.from({ length: one([0, 1, 1, 2, 16]) }, () => {
		const { entriesUntil = null, evidence = null, ...shown } = hostileProduct(choose);
		const checked = { checkedAt: number(1e9), watched: one([true, false]), blocked: one([null, text(choose)]) };
		return {
			...shown,
			...checked,
			offer: offerOf(shown.category),
			entriesUntil,
			evidence,
			priceAt: one([null, number(1e12)]),
		};
	});
	const { sku, title, subtitle } = product;
	const failed = one([[], [product.region]]);
	const card: ProductCard = {
		brand: 'NIKE',
		sku,
		title,
		subtitle,
		color: text(choose),
		image: address(choose),
		regions,
		failed,
		lists: null,
	};
	return judge('PATCH', ANSWER, productReply(translateTo(one(LANGUAGES)), card));
}

test(
	'Discord accepts the card of every product',
	() => {
		const refused = Array.from({ length: RUNS }, (_, seed) => ({ seed, problems: problemsOf(seed) })).filter(
			({ problems }) => problems.length > 0,
		);
		expect(refused.slice(0, 5)).toEqual([]);
		expect(refused).toHaveLength(0);
	},
	RUNS * 100,
);
