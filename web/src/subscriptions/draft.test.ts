import { ApiError, type SubscriptionOptions } from '@dropwire/contract';
import { expect, test } from 'vitest';
import { draftOf, optionsOf, rebase, sameOptions, trialOptions } from './draft.ts';
import { problemsIn, problemsOf } from './problems.ts';

const all: SubscriptionOptions = {
	mentions: ['100000000000000001'],
	include: ['dunk low', 'jordan*'],
	exclude: ['kids'],
	sizes: ['9', '10.5'],
	states: ['preorder', 'queue'],
	kinds: ['LIVE', 'RESTOCK'],
	minPrice: 50,
	maxPrice: 190.5,
	minDiscount: 20,
	paused: true,
	quiet: { from: '22:00', to: '08:00', zone: 'Europe/Berlin' },
	thread: { name: '{brand} {title}' },
	watchButton: false,
	name: 'Sole Searchers',
	avatar: 'https://example.com/a.png',
};

test('the fields hold every option, and empty fields set none', () => {
	expect(optionsOf(draftOf(all))).toEqual(all);
	expect(optionsOf(draftOf({ ...all, thread: { id: '300000000000000013' } })).thread).toEqual({
		id: '300000000000000013',
	});
	expect(optionsOf(draftOf({}))).toEqual({});
	expect(optionsOf({ ...draftOf({}), minPrice: '0', maxPrice: '1,200', name: '  ', target: 'thread' })).toEqual({
		minPrice: 0,
		maxPrice: 1200,
		thread: { id: '' },
	});
	expect(sameOptions({ kinds: ['RESTOCK', 'LIVE'] }, { kinds: ['LIVE', 'RESTOCK'], include: [] })).toBe(true);
	expect(sameOptions({ minPrice: 0 }, {})).toBe(false);
});

test('a trial ignores the pause and an empty thread', () => {
	const { paused: _, ...rest } = all;
	expect(trialOptions(draftOf(all))).toEqual(rest);
	expect(trialOptions({ ...draftOf({ maxPrice: 90 }), target: 'thread' })).toEqual({ maxPrice: 90 });
});

test("a user's edits win over changes by others", () => {
	const before: SubscriptionOptions = { include: ['dunk'], maxPrice: 90, paused: true };
	const draft = { ...draftOf(before), include: ['dunk', 'jordan'], name: 'Drops' };
	const after: SubscriptionOptions = { include: ['dunk', 'yeezy'], minPrice: 20 };
	expect(optionsOf(rebase(draft, before, after))).toEqual({ include: ['dunk', 'jordan'], minPrice: 20, name: 'Drops' });
});

test('each problem is a sentence beside its field', () => {
	expect(problemsOf(draftOf({}))).toEqual({});
	const quiet = { from: '22:00', to: '22:00', zone: 'Europe/Berlin' };
	const wrong = { ...draftOf({}), kinds: [], quiet, minPrice: 90, maxPrice: '50' };
	expect(Object.keys(problemsOf(wrong))).toEqual(['kinds', 'quiet', 'minPrice']);
	expect(problemsOf({ ...draftOf({}), minPrice: '1,000', maxPrice: '1.200' })).toEqual({});
	expect(Object.keys(problemsOf({ ...draftOf({}), maxPrice: 'cheap' }))).toEqual(['maxPrice']);
	const fields = {
		'options.mentions.1': 'must be a Discord id of 17 to 20 digits',
		'options.quiet.zone': 'must be a time zone like Europe/Berlin',
		'options.name': 'must have at most 80 characters',
		version: 'must be 3',
	};
	const error = new ApiError(400, { code: 'invalid_input', message: 'Invalid input.', fields });
	expect(problemsIn(error, { ...draftOf(all), mentions: ['100000000000000001', '@vip'] })).toEqual({
		mentions: '"@vip" must be a Discord id of 17 to 20 digits.',
		quiet: 'This must be a time zone like Europe/Berlin.',
		name: 'This must have at most 80 characters.',
	});
	expect(problemsIn(new Error('lost'), draftOf({}))).toEqual({});
});
