import { createHash } from 'node:crypto';
import { LIMITS, REFURBISHED_LIST } from '@dropwire/domain';
import type { Database } from '../../connection/open.ts';
import { bulkInsert, type Row } from './bulkInsert.ts';
import { nextId } from './directory.ts';
import { skuOf, snapshot } from './product.ts';
import type { Random } from './random.ts';

const DAY = 86_400_000;
const ACTIONS = ['bulkWebhooks', 'channelInsert', 'webhookEdit', 'linkInsert', 'skusChange', 'urlShorten'];
/** Every SKU is watched in these regions. */
const REGIONS = ['US', 'JP', 'GB', 'FR', 'CA'];

/** Keyword watches: few, each of which has found many products. */
const WATCHES = 50;

/** A change point, as the engine packs it. */
const PACKED = Buffer.from('3f80b083c59868909c01a0bb01010355534402064143544956450202020139', 'hex');

interface OtherOptions {
	/** Rows per table. */
	rows: number;
	eventIds: { first: number; count: number };
	guildIds: readonly string[];
	now: number;
}

/** Fills the tables that grow with use but are not part of the delivery log, with `rows` rows each. */
export async function fillOthers(
	db: Database,
	random: Random,
	{ rows, eventIds, guildIds, now }: OtherOptions,
): Promise<void> {
	/** The time of row `n`: thirty days, oldest first. */
	const at = (n: number) => Math.round(now - 30 * DAY * (1 - n / rows));
	const person = () => String(300_000_000_000_000_000n + BigInt(random.skewed(200)));
	const fill = (table: string, count: number, row: (n: number) => Row) =>
		bulkInsert(db, table, Iterator.from(numbers(count)).map(row));

	await fill('audit', rows, (n) => ({
		at: at(n),
		actor: person(),
		via: 'session',
		action: ACTIONS[n % ACTIONS.length] as string,
		target: `row ${n}`,
		after: '{"label":"row"}',
		requestId: `request-${n}`,
		guildId: n % 3 === 0 ? (guildIds[random.skewed(guildIds.length)] ?? null) : null,
	}));
	await fill('short_urls', rows, (n) => ({
		slug: `g${n.toString(36)}`,
		url: `https://www.nike.com/t/dunk/${n}`,
		clicks: random.skewed(999),
		createdAt: at(n),
		createdBy: person(),
	}));
	await fill('sessions', rows, (n) => ({
		idHash: sha256(`session ${n}`),
		discordId: person(),
		sealed: 'sealed',
		createdAt: at(n),
		expiresAt: now + 7 * DAY,
		usedAt: at(n),
	}));
	// A list that external monitors read, so an engine that runs on the database polls nothing.
	await fill('watch_entries', Math.min(LIMITS.list, Math.ceil(rows / REGIONS.length)), (n) => ({
		list: REFURBISHED_LIST,
		sku: skuOf(n),
		skuHash: sha256(skuOf(n)),
		createdAt: at(n),
	}));
	await fill('products', rows, (n) => {
		const product = Math.floor(n / REGIONS.length);
		const blocked = n % 1000 === 999;
		return {
			source: 'NIKE',
			sku: skuOf(product),
			region: REGIONS[n % REGIONS.length] as string,
			state: 'read',
			snapshot: snapshot(product),
			checkedAt: now - (n % 30_000),
			changedAt: at(n),
			blockedSince: blocked ? now - n : null,
			blockedReason: blocked ? 'HTTP 403' : null,
		};
	});
	// An engine that runs may add some of its own before these.
	const firstSeries = (await nextId(db, 'history_series')) + 1000;
	await fill('history_series', rows, (n) => ({
		id: firstSeries + n,
		source: 'NIKE',
		sku: skuOf(Math.floor(n / REGIONS.length)),
		region: REGIONS[n % REGIONS.length] as string,
		offer: 'NEW',
		firstAt: at(n),
		lastAt: at(n),
		points: 2,
		detailAt: at(n),
		tail: PACKED,
	}));
	await fill('history_chunks', rows, (n) => ({ seriesId: firstSeries + n, firstAt: at(n), packed: PACKED }));
	await fill('event_links', Math.min(rows, eventIds.count), (n) => ({
		slug: `e${n.toString(36)}`,
		eventId: eventIds.first + n,
		url: `https://www.nike.com/t/dunk/${n}`,
		clicks: random.skewed(99),
	}));
	const firstWatch = await nextId(db, 'keyword_watches');
	await fill('keyword_watches', WATCHES, (n) => ({
		id: firstWatch + n,
		source: 'NIKE',
		region: REGIONS[n % REGIONS.length] as string,
		include: '["dunk"]',
		exclude: '[]',
		checkedAt: now - n,
		createdAt: at(n),
		createdBy: person(),
	}));
	await fill('found_products', rows, (n) => ({
		watchId: firstWatch + (n % WATCHES),
		sku: skuOf(n),
		title: `Dunk ${n}`,
		link: `https://www.nike.com/t/dunk/${n}`,
		image: 'https://static.nike.com/a/images/dunk.jpg',
		price: 11_500,
		currency: 'USD',
		isNew: n % 20 === 19,
		foundAt: at(n),
	}));
	await fill('social_posts', Math.min(rows, eventIds.count), (n) => ({
		eventId: eventIds.first + n,
		keyword: 'jordan',
		text: 'Air Jordan is live',
		status: 'posted',
		createdAt: at(n),
		postedAt: at(n) + 900,
	}));
}

function* numbers(count: number): Generator<number> {
	for (let n = 0; n < count; n++) yield n;
}

function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
