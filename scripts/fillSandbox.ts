import { createHash } from 'node:crypto';
import { type Database, Guild, Place, TopicRow, User, WatchEntry, Webhook } from '@dropwire/db';
import { subscribe } from '@dropwire/engine';
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
 * Fills an empty database for the sandbox: a client, watched products, webhooks. Leaves a used database unchanged.
 * @param options.shopOrigin the origins of the sandbox's shops; without it, only the lists of Nike and adidas are filled,
 * and only their topics have webhooks
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
