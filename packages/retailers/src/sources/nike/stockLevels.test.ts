import { expect, test } from 'vitest';
import type { Answer } from '../../snapshot/answer.ts';
import { answersOf, filter, nike, recording, versionOf } from './testing.ts';

/** The feed's answer about one product whose stock has no levels, and the stock service's. */
const FEED_WITHOUT_LEVELS = JSON.stringify({
	objects: [
		{
			productInfo: [
				{
					availability: { available: true },
					merchProduct: { styleColor: 'CW2288-111', status: 'ACTIVE', merchGroup: 'EU' },
					skus: ['00194500874954', '00194500874916', '0'].map((gtin) => ({ gtin, nikeSize: gtin.slice(-2) })),
					availableGtins: ['00194500874954', '00194500874916'].map((gtin) => ({ gtin, available: true })),
				},
			],
		},
	],
});
const STOCK = recording('nike-available-gtins-instore-CW2288-111.json').replaceAll('INSTORE', 'SHIP');
const levelsOf = (answers: ReadonlyMap<string, Answer>) => {
	const answer = answers.get('CW2288-111');
	return answer?.kind === 'read' ? answer.snapshot.sizes.map(({ available, level }) => [available, level]) : answer;
};

test('stock without levels is completed by the stock service, and its answer then has no version', async () => {
	const { requests, read } = await nike((request, response) => {
		const isStock = request.url?.startsWith('/deliver/available_gtins/v3?');
		response.writeHead(200, { etag: '"v1"', age: isStock ? '600' : '1' });
		response.end(isStock ? STOCK : FEED_WITHOUT_LEVELS);
	});
	const reading = await read(['CW2288-111'], { region: 'GB' });
	expect(filter(requests[1]!, 'styleColor')).toBe('CW2288-111');
	expect(filter(requests[1]!, 'merchGroup')).toBe('EU');
	expect(answersOf(reading).get('CW2288-111')).toMatchObject({
		snapshot: { evidence: 'level', available: true },
		ageMs: 600_000,
	});
	expect(levelsOf(answersOf(reading))).toEqual([
		[true, 'LOW'],
		[false, 'OOS'],
		[false, 'OOS'],
	]);
	expect(versionOf(reading)).toBeNull();
	await read(['CW2288-111'], { region: 'GB' });
	expect(requests).toHaveLength(4);
});

test('one request in eleven goes to the stock service, and none after a failure', async () => {
	let status = 200;
	const { requests, ask } = await nike((request, response) => {
		const isStock = request.url?.startsWith('/deliver/') ?? false;
		response.writeHead(isStock ? status : 200).end(isStock ? STOCK : FEED_WITHOUT_LEVELS);
	});
	const ofStock = () => requests.filter((query) => query.has('filter') && filter(query, 'merchGroup') !== undefined);
	for (let n = 0; n < 60; n++) await ask('GB', 'CW2288-111');
	// The 30 that were saved up, and a tenth of the feed's requests since.
	expect(ofStock()).toHaveLength(35);
	status = 403;
	const alone = [
		[true, null],
		[true, null],
		[false, null],
	];
	for (let n = 0; n < 40; n++) expect(levelsOf(await ask('GB', 'CW2288-111'))).toEqual(alone);
	expect(ofStock()).toHaveLength(36);
});
