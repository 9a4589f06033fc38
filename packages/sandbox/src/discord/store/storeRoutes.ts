import type Router from '@koa/router';
import { SANDBOX_APP, SANDBOX_SKUS, SANDBOX_USERS } from '../../seeds.ts';
import { choicePage } from '../choicePage.ts';
import type { DiscordState } from '../state.ts';
import { type Entitlements, ENTITLEMENT_TYPES, type EventDelivery, type Purchase } from './entitlements.ts';
import type { WebhookEvents } from './webhookEvents.ts';

const PAGE = 100;

/**
 * The list of entitlements (Discord's documentation, "List Entitlements"), test entitlements, the store's page, and
 * routes with which tests buy and cancel.
 */
export function storeRoutes(
	router: Router,
	{ state, entitlements, events }: { state: DiscordState; entitlements: Entitlements; events: WebhookEvents },
): void {
	router.get('/application-directory/:app/store', (ctx) => {
		const { sku, as, guild } = ctx.query as Record<string, string | undefined>;
		const item = SANDBOX_SKUS.find(({ id }) => id === sku);
		const page = `/application-directory/${SANDBOX_APP.clientId}/store`;
		ctx.type = 'html';
		if (!item) {
			ctx.body = choicePage({
				title: 'Store of Dropwire',
				line: 'Sandbox Discord. Buy:',
				choices: SANDBOX_SKUS.map(({ id, name, kind, owner }) => ({
					href: `${page}?sku=${id}`,
					name,
					about: `${kind} for a ${owner === 'guild' ? 'server' : 'person'}`,
				})),
			});
			return;
		}
		const user = SANDBOX_USERS[as as keyof typeof SANDBOX_USERS];
		if (!user) {
			const choices = Object.entries(SANDBOX_USERS).map(([key, { username, about }]) => ({
				href: `${page}?sku=${item.id}&as=${key}`,
				name: username,
				about,
			}));
			ctx.body = choicePage({ title: item.name, line: 'Sandbox Discord. Buy it as:', choices, cancel: page });
			return;
		}
		if (item.owner === 'guild' && guild === undefined) {
			const choices = [...state.guilds.values()].map(({ id, name }) => ({
				href: `${page}?sku=${item.id}&as=${as}&guild=${id}`,
				name,
				about: 'gets it',
			}));
			ctx.body = choicePage({ title: item.name, line: 'Sandbox Discord. For the server:', choices, cancel: page });
			return;
		}
		const { id } = entitlements.buy({ sku: item.id, userId: user.id, ...(guild !== undefined && { guildId: guild }) });
		ctx.body = choicePage({ title: 'Bought', line: `${item.name}, entitlement ${id}.`, choices: [], cancel: page });
	});

	const bot = '/api/v10/applications/:app/entitlements';
	const isBot = (header: string) => header === `Bot ${SANDBOX_APP.botToken}`;
	router.get(bot, async (ctx) => {
		if (!isBot(ctx.get('authorization'))) return unauthorized(ctx);
		const fault = state.takeFault(['entitlements']);
		if (fault && 'delayMs' in fault) await state.delay(fault.delayMs);
		if (fault && 'status' in fault) {
			ctx.status = fault.status;
			ctx.set(fault.headers ?? {});
			ctx.body = fault.body ?? { message: 'Sandbox fault', code: 0 };
			return;
		}
		const { after = '0', limit = PAGE, user_id, guild_id, sku_ids, exclude_ended, exclude_deleted } = ctx.query;
		const skus = typeof sku_ids === 'string' ? sku_ids.split(',') : null;
		const now = Date.now();
		ctx.body = [...entitlements.all.values()]
			.filter(
				(one) =>
					BigInt(one.id) > BigInt(String(after)) &&
					(exclude_deleted === 'false' || !one.deleted) &&
					(exclude_ended !== 'true' || one.ends_at === null || Date.parse(one.ends_at) > now) &&
					(user_id === undefined || one.user_id === user_id) &&
					(guild_id === undefined || one.guild_id === guild_id) &&
					(!skus || skus.includes(one.sku_id)),
			)
			.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
			.slice(0, Math.min(PAGE, Number(limit)));
	});
	router.post(bot, (ctx) => {
		if (!isBot(ctx.get('authorization'))) return unauthorized(ctx);
		const { sku_id, owner_id, owner_type } = ctx.request.body as Record<'sku_id' | 'owner_id', string> & {
			owner_type: 1 | 2;
		};
		const owner = owner_type === 1 ? { guildId: owner_id } : { userId: owner_id };
		ctx.body = entitlements.buy({ sku: sku_id, ...owner, type: ENTITLEMENT_TYPES.test });
	});
	router.delete(`${bot}/:id`, (ctx) => {
		if (!isBot(ctx.get('authorization'))) return unauthorized(ctx);
		entitlements.remove(ctx.params['id'] as string);
		ctx.status = 204;
	});

	const control = '/control/discord/entitlements';
	router.post(control, (ctx) => {
		ctx.body = entitlements.buy(ctx.request.body as Purchase);
	});
	router.put(`${control}/:id`, (ctx) => {
		const { endsAt } = ctx.request.body as { endsAt: number | null };
		const id = ctx.params['id'] as string;
		ctx.body = endsAt === null ? entitlements.renew(id) : entitlements.cancel(id, endsAt);
	});
	router.delete(`${control}/:id`, (ctx) => {
		entitlements.remove(ctx.params['id'] as string);
		ctx.body = {};
	});
	router.put('/control/discord/entitlementEvents', async (ctx) => {
		const { delivery, url } = ctx.request.body as { delivery?: EventDelivery; url?: string | null };
		if (url !== undefined) await events.setUrl(url);
		if (delivery !== undefined) entitlements.delivery = delivery;
		ctx.body = {};
	});
}

function unauthorized(ctx: { status: number; body: unknown }): void {
	ctx.status = 401;
	ctx.body = { message: '401: Unauthorized', code: 0 };
}
