import type Router from '@koa/router';
import { respond, type ShopContext } from '../retail/faults.ts';
import type { EbayItem, EbayState } from './ebayState.ts';

/** The valid application of the sandbox's eBay. */
export const SANDBOX_EBAY = { clientId: 'sandbox-ebay-app', clientSecret: 'sandbox-ebay-cert' } as const;
export const EBAY_PATH = '/retail/ebay';

const SCOPE = 'https://api.ebay.com/oauth/api_scope';
/** Seconds that an application token is valid (eBay's documentation, "The client credentials grant flow"). */
const EXPIRES_S = 7200;
const MARKETPLACES = 'AT AU BE CA CH DE ES FR GB HK IE IT NL PL SG US'.split(' ').map((country) => `EBAY_${country}`);

/** eBay's token service, and search and items of its Browse API (its documentation), as far as Dropwire uses them. */
export function ebayRoutes(router: Router, ebay: EbayState): void {
	router.post(`${EBAY_PATH}/identity/v1/oauth2/token`, (ctx) => {
		const fault = ebay.requests.note('/identity/v1/oauth2/token', '', { userAgent: ctx.get('user-agent') });
		return respond(ctx, fault, {}, () => {
			const wanted = Buffer.from(`${SANDBOX_EBAY.clientId}:${SANDBOX_EBAY.clientSecret}`).toString('base64');
			const { grant_type: grant, scope } = (ctx.request.body ?? {}) as Record<string, unknown>;
			if (ctx.get('authorization') !== `Basic ${wanted}`) {
				ctx.status = 401;
				ctx.body = { error: 'invalid_client', error_description: 'client authentication failed' };
			} else if (grant !== 'client_credentials' || scope !== SCOPE || !ctx.is('application/x-www-form-urlencoded')) {
				ctx.status = 400;
				ctx.body = { error: 'invalid_request', error_description: 'request is missing a required parameter' };
			} else {
				ctx.body = { access_token: ebay.newToken(), expires_in: EXPIRES_S, token_type: 'Application Access Token' };
			}
		});
	});

	router.get(`${EBAY_PATH}/buy/browse/v1/item_summary/search`, (ctx) => {
		const query = new URLSearchParams(ctx.querystring);
		return asked(ctx, `/item_summary/search?${ctx.querystring}`, (marketplace) => {
			const filter = query.get('filter') ?? '';
			const sku = query.get('q') ?? '';
			const isNewOnly = filter.includes('conditionIds:{1000}');
			const found = ebay
				.find(sku)
				.map((item, index) => ({ item, id: idOf(sku, index) }))
				.filter(({ item }) => (item.marketplace ?? 'EBAY_US') === marketplace)
				.filter(({ item }) => !isNewOnly || (item.conditionId ?? '1000') === '1000');
			if (query.get('sort') === 'price') found.sort((a, b) => Number(a.item.price) - Number(b.item.price));
			const limit = Number(query.get('limit') ?? 50);
			ctx.body = {
				href: ctx.href,
				total: found.length,
				limit,
				offset: 0,
				...(found.length > 0 && { itemSummaries: found.slice(0, limit).map(({ item, id }) => summary(item, id)) }),
			};
		});
	});

	router.get(`${EBAY_PATH}/buy/browse/v1/item/:id`, (ctx) =>
		asked(ctx, `/item/${String(ctx.params['id'])}`, () => {
			const [, sku = '', index = ''] = /^v1\|(.+)\.(\d+)\|0$/.exec(String(ctx.params['id'])) ?? [];
			const item = ebay.find(sku)[Number(index)];
			if (!item) return refuse(ctx, 404, 11001, 'The specified item Id was not found.');
			const localizedAspects = Object.entries(item.aspects ?? {}).map(([name, value]) => ({
				type: 'STRING',
				name,
				value,
			}));
			ctx.body = { ...summary(item, idOf(sku, Number(index))), localizedAspects };
			return undefined;
		}),
	);

	function asked(
		ctx: ShopContext & { get(name: string): string },
		request: string,
		answer: (marketplace: string) => void,
	) {
		const marketplace = ctx.get('x-ebay-c-marketplace-id');
		const fault = ebay.requests.note(request, marketplace, { userAgent: ctx.get('user-agent') });
		return respond(ctx, fault, { total: 0 }, () => {
			if (!ebay.knows(ctx.get('authorization').replace(/^Bearer /, '')))
				return refuse(ctx, 401, 1001, 'Invalid access token');
			if (!MARKETPLACES.includes(marketplace)) return refuse(ctx, 400, 12007, 'The marketplace is not supported.');
			return answer(marketplace);
		});
	}
}

const idOf = (sku: string, index: number) => `v1|${sku}.${index}|0`;

function summary({ title, price, currency = 'USD', conditionId = '1000' }: EbayItem, itemId: string) {
	return {
		itemId,
		title,
		price: { value: price, currency },
		condition: conditionId === '1000' ? 'New with box' : 'Pre-owned',
		conditionId,
		buyingOptions: ['FIXED_PRICE'],
		itemWebUrl: `https://www.ebay.com/itm/${encodeURIComponent(itemId)}`,
	};
}

function refuse(ctx: ShopContext, status: number, errorId: number, message: string): void {
	ctx.status = status;
	ctx.body = { errors: [{ errorId, domain: 'API_BROWSE', category: 'REQUEST', message }] };
}
