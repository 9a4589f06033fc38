import { createHash } from 'node:crypto';
import { type Database, Guild, Place, TopicRow, User, WatchEntry, Webhook } from '@dropwire/db';
import { type LaunchReport, recordReleases, releaseSnapshot, subscribe } from '@dropwire/engine';
import {
	ADIDAS_LIST,
	HP_LIST,
	LINK_LIST,
	productSkuOf,
	PRIORITY_LISTS,
	REFURBISHED_LIST,
	type Topic,
	WATCH_LISTS,
} from '@dropwire/domain';
import {
	SANDBOX_CHANNELS,
	SANDBOX_GUILDS,
	SANDBOX_USERS,
	SANDBOX_WATCHED,
	sandboxWatched,
	type ShopId,
} from '@dropwire/sandbox';

const nike = (status: Topic['status']) => ({ brand: 'NIKE', category: 'SHOES', region: 'US', status }) as const;
const ADIDAS_HOT = { brand: 'ADIDAS', category: 'HOT1', region: 'US', status: 'HOT1' } as const;
const REFURBISHED = { brand: 'NIKE', category: 'REFURBISHED', region: 'US', status: 'SHOES' } as const;
const LAPTOPS = { brand: 'HP', category: 'LAPTOPS', region: 'US', status: 'LAPTOPS' } as const;
const restocks = (brand: Topic['brand'], category = 'SHOES') =>
	({ brand, category, region: 'US', status: 'RESTOCK' }) as const;
const RESTOCKS = [
	...(['ASICS', 'NEWBALANCE', 'JD', 'FNL'] as const).map((brand) => restocks(brand)),
	restocks('SHOPS', 'ALL'),
];
/** The topics that the sandbox's channels receive after the first start. */
const GROUPS: Readonly<Record<string, readonly Omit<Topic, 'toolsName'>[]>> = {
	'nike-us-active': [nike('ACTIVE')],
	'nike-us-hold': [nike('HOLD')],
	drops: [nike('ACTIVE'), nike('CLOSEOUT'), ADIDAS_HOT],
	discounts: [nike('DISCOUNT')],
};

/** Those that they receive in addition where the lists of all brands are filled. */
const MORE_GROUPS: typeof GROUPS = { drops: [REFURBISHED, LAPTOPS, ...RESTOCKS] };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Releases ahead after the first start: days from now, and the hour of the day in UTC. */
const RELEASES = [
	{
		days: 1,
		hour: 15,
		brand: 'NIKE',
		sku: 'FQ8138-103',
		region: 'US',
		method: 'FLOW',
		title: 'Air Jordan 4 "Oxidized Green"',
		price: [21_500, 'USD'],
	},
	{
		days: 2,
		hour: 0,
		brand: 'NIKE',
		sku: 'HF2903-001',
		region: 'JP',
		method: 'LEO',
		title: "Air Max 1 '86 Big Bubble",
		price: [20_900, 'JPY'],
	},
	{
		days: 4,
		hour: 15,
		brand: 'NIKE',
		sku: 'DM7866-202',
		region: 'US',
		method: 'DAN',
		title: 'Jordan 1 Low "Medium Olive"',
		price: [15_000, 'USD'],
	},
	{
		days: 7,
		hour: 8,
		brand: 'ADIDAS',
		sku: 'B75806',
		region: 'US',
		method: null,
		title: 'Samba OG',
		price: [10_000, 'USD'],
	},
	{
		days: 12,
		hour: 8,
		brand: 'NIKE',
		sku: 'IQ0627-001',
		region: 'FR',
		method: 'LEO',
		title: 'Nike Vomero Premium SP',
		price: [19_999, 'EUR'],
	},
] as const;

type WatchedLists = Readonly<Record<string, readonly { sku: string; link?: string }[]>>;

/** A link to the real shop: its source fetches the same path at the address that is set for it. */
const linksTo = (host: string, shop: ShopId) =>
	sandboxWatched(shop).map(({ path }) => ({ sku: `https://${host}${path}` }));
const skusOf = (shop: ShopId) => sandboxWatched(shop).map(({ sku }) => ({ sku }));

/** The entries of the lists of Nike's and adidas's SKUs after the first start. */
const WATCHED: WatchedLists = {
	...Object.fromEntries(
		Object.keys(WATCH_LISTS)
			.filter((list) => !PRIORITY_LISTS.has(list))
			.map((list) => [list, SANDBOX_WATCHED.map((sku) => ({ sku }))]),
	),
	[ADIDAS_LIST]: skusOf('adidas'),
};

/** The entries of all other lists. Links of other shops than the brands' lead to the sandbox. */
function otherBrands(shopOrigin: (shop: ShopId) => string): WatchedLists {
	return {
		[REFURBISHED_LIST]: skusOf('nike_refurbished'),
		HOT_ASICS: linksTo('www.asics.com', 'asics'),
		HOT_JD: linksTo('www.jdsports.com', 'jd'),
		HOT_FNL: linksTo('www.finishline.com', 'fnl'),
		HOT_NEWBALANCE: sandboxWatched('newbalance').map(({ sku, path }) => ({
			sku,
			link: `https://www.newbalance.com${path}`,
		})),
		[HP_LIST]: linksTo('www.hp.com', 'hp'),
		[LINK_LIST]: (['shopify', 'woocommerce', 'ucp', 'boutique'] as const).flatMap((shop) =>
			sandboxWatched(shop).map(({ path }) => ({ sku: `${shopOrigin(shop)}${path}` })),
		),
	};
}

/**
 * Fills an empty database for the sandbox: a client, watched products, releases, webhooks. Leaves a used database unchanged.
 * @param options.shopOrigin the origins of the sandbox's shops; without it, only the lists of Nike and adidas are filled,
 * only their topics have webhooks, and there are no releases
 */
export async function fillSandbox(
	db: Database,
	{ discordUrl, shopOrigin }: { discordUrl: string; shopOrigin?: (shop: ShopId) => string },
): Promise<void> {
	if ((await User.query(db.knex).resultSize()) > 0 || (await Webhook.query(db.knex).resultSize()) > 0) return;
	const createdAt = Date.now();
	await db.transaction(async (trx) => {
		await User.query(trx).insert({
			discordId: SANDBOX_USERS.cleo.id,
			admin: false,
			createdAt,
			createdBy: SANDBOX_USERS.ada.id,
		});
		for (const { id: guildId, name } of Object.values(SANDBOX_GUILDS)) {
			await Guild.query(trx).insert({ guildId, name, icon: null, updatedAt: createdAt });
		}
		for (const [list, entries] of Object.entries({ ...WATCHED, ...(shopOrigin && otherBrands(shopOrigin)) })) {
			for (const { sku, link = null } of entries) {
				const skuHash = createHash('sha256').update(sku).digest('hex');
				await WatchEntry.query(trx).insert({
					list,
					sku,
					skuHash,
					productLink: link,
					productSku: productSkuOf(list, sku),
					createdAt,
					createdBy: SANDBOX_USERS.ada.id,
				});
			}
		}
		if (shopOrigin) await recordReleases(trx, releaseReports(createdAt), { isSilent: true, now: createdAt });
		for (const { name, webhook } of SANDBOX_CHANNELS) {
			for (const group of [...(GROUPS[name] ?? []), ...((shopOrigin && MORE_GROUPS[name]) ?? [])]) {
				const topic = await TopicRow.query(trx).findOne(group).throwIfNotFound();
				const place = Place.operator(topic.id, name);
				await subscribe(trx, db.vault, place, {
					...webhook,
					url: `${discordUrl}/api/webhooks/${webhook.id}/${webhook.token}`,
				});
			}
		}
	});
}

function releaseReports(at: number): LaunchReport[] {
	return RELEASES.map(({ days, hour, price: [current, currency], ...facts }) => {
		const launchAt = Math.floor(at / DAY) * DAY + days * DAY + hour * HOUR;
		const price = { current, full: current, currency };
		const snapshot = releaseSnapshot({ ...facts, entriesUntil: null, url: null, image: null, price, launchAt });
		return { ...facts, origin: 'imported', snapshot, at };
	});
}
