import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, openOffice } from '../testing.ts';

let office: Office;
beforeAll(async () => {
	office = await openOffice();
});
afterAll(() => office.close());

const watched = 'See what is watched: dropwire sources list';
test.each([
	['short-urls', ['--search', 'x'], 'short URLs', 'Create one: dropwire shorten URL'],
	['deliveries', ['--status', 'sent'], 'deliveries', watched],
	['messages', ['--sku', 'x'], 'messages', watched],
	['events', ['--sku', 'x'], 'events', watched],
	['webhooks all', ['--state', 'off'], 'webhooks', 'Add one: dropwire webhooks add LABEL URL --brand BRAND'],
	['webhooks list', ['--brand', 'hp'], 'webhooks', 'Add one: dropwire webhooks add LABEL URL --brand BRAND'],
	['skus list', ['--list', 'HP'], 'SKUs', 'Add one: dropwire skus add SKU --list LIST'],
])('an empty "%s" suggests a first step, or with %j reports no match', async (command, filter, plural, first) => {
	const list = async (...more: string[]) => (await office.fixture.run([...command.split(' '), ...more])).err;
	expect(await list()).toBe(`No ${plural} yet. ${first}\n`);
	expect(await list(...filter)).toBe(`No ${plural} match.\n`);
});
