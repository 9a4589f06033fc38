import { Account, type Knex, Watch } from '@dropwire/db';
import {
	type Brand,
	newSpelling,
	REGION_NAMES,
	type Region,
	regionsOfBrand,
	skuProblem,
	WATCH_LIMITS,
	watchLimit,
} from '@dropwire/domain';
import { forgetProduct, lockPlace, noticesOfMessage, queueConfirmation } from '@dropwire/engine';
import { knownSku, storedSpellings } from '../skus/storedSkus.ts';
import { type Caller, isActing } from '../http/auth.ts';
import { CallError, forbidden, invalidInput, notFound } from '../http/errors.ts';
import type { Call, Server } from '../http/context.ts';
import type { Feature } from '../http/feature.ts';
import type { Discord } from '../discord/discord.ts';
import { linkedRolesChanged } from '../linkedRoles/connections.ts';
import type { GuildRights } from '../guilds/rights.ts';
import { personalChannelHandlers } from './personalChannel.ts';
import { placeHandlers } from './place.ts';
import { optionsOf, presentWatches } from './present.ts';

/** Products that persons watch, and where their notices go. */
export function watchesFeature(services: { discord: Discord; guilds: Pick<GuildRights, 'memberOf'> }) {
	return {
		handlers: {
			watches: async ({ input: { cursor, brand, sku }, caller, knex, server }) => {
				const skus = sku && (await storedSpellings(knex, sku, brand));
				const rows = await ownWatches(knex, caller)
					.where({ ...(brand && { brand }) })
					.where((query) => void (skus && query.whereIn('sku', skus)))
					.where('id', '>', Number(cursor ?? 0))
					.orderBy('id')
					.limit(WATCH_LIMITS.page + 1);
				const shown = rows.slice(0, WATCH_LIMITS.page);
				const next = rows.length > shown.length ? shown.at(-1) : undefined;
				const limit = limitOf(caller, server);
				const data = await presentWatches(
					knex,
					shown,
					await overLimit(knex, caller, limit),
					server.settings.WATCH_POLLS,
				);
				return { data, limit, nextCursor: next ? String(next.id) : null };
			},

			watchCreate: async (call) => {
				const { knex, caller, server } = call;
				const { brand, regions, sizes, maxPrice, kinds, states } = call.input;
				mustBeSold(brand, regions);
				mustBeSoon(call.input.snoozedUntil ?? null);
				const { discordId } = caller;
				if (isActing(caller)) await rememberPerson(knex, caller);
				// Of two calls of one person, the second one counts the watch of the first.
				await lockPlace(knex, discordId);
				const sku = (await knownSku(knex, call.input.sku, brand)) ?? possibleSku(brand, call.input.sku);
				if (await ownWatches(knex, caller).findOne({ brand, sku })) {
					throw new CallError('conflict', `You already watch ${brand} ${sku}.`);
				}
				await mustHaveSpace(knex, caller, limitOf(caller, server));
				const watch = await Watch.query(knex).insertAndFetch({
					discordId,
					brand,
					sku,
					regions: regions && storedRegions(regions),
					maxAmount: maxPrice?.amount ?? null,
					maxCurrency: maxPrice?.currency ?? null,
					options: JSON.stringify({ kinds: unique(kinds), sizes: unique(sizes ?? []), states: unique(states) }),
					muted: false,
					snoozedUntil: null,
					...quietOf(call.input),
					createdAt: Date.now(),
				});
				await queueConfirmation(knex, discordId);
				await linkedRolesChanged(knex, [discordId]);
				call.afterCommit(() => server.engine?.wake());
				call.audit({ target: targetOf(watch) });
				const [data] = await presentWatches(knex, [watch], () => false, server.settings.WATCH_POLLS);
				const note = data?.polled.length === 0 ? NOT_POLLED : null;
				return { data: data as NonNullable<typeof data>, note };
			},

			watchEdit: async (call) => {
				const { knex, caller, server } = call;
				const { regions, sizes, maxPrice, kinds, states } = call.input;
				const watch = await mustBeOwn(call);
				if (regions) mustBeSold(watch.brand, regions);
				mustBeSoon(call.input.snoozedUntil ?? null);
				const options = optionsOf(watch);
				await Watch.query(knex)
					.findById(watch.id)
					.patch({
						...(regions !== undefined && { regions: regions && storedRegions(regions) }),
						...(maxPrice !== undefined && {
							maxAmount: maxPrice?.amount ?? null,
							maxCurrency: maxPrice?.currency ?? null,
						}),
						options: JSON.stringify({
							kinds: unique(kinds ?? options.kinds),
							sizes: unique(sizes === undefined ? options.sizes : (sizes ?? [])),
							states: unique(states ?? options.states),
						}),
						...quietOf(call.input),
					});
				call.audit({ target: targetOf(watch) });
				const changed = await Watch.query(knex).findById(watch.id).throwIfNotFound();
				const isOver = await overLimit(knex, caller, limitOf(caller, server));
				const [data] = await presentWatches(knex, [changed], isOver, server.settings.WATCH_POLLS);
				return { data: data as NonNullable<typeof data> };
			},

			watchNoticeEdit: async (call) => {
				const { knex, caller, input } = call;
				const { id } = input;
				mustBeSoon(input.snoozedUntil ?? null);
				const notices = await noticesOfMessage(knex, caller.discordId, Number(id));
				const ids = unique(notices.map(({ watchId }) => watchId)).filter((one) => one !== null);
				const own = await ownWatches(knex, caller).findByIds(ids).select('id');
				if (own.length === 0) throw notFound('A notice of watches of yours with this id');
				const changes = quietOf(input);
				if (Object.keys(changes).length > 0) await ownWatches(knex, caller).findByIds(ids).patch(changes);
				call.audit({ target: `notice ${id}` });
				return { data: { watches: own.length } };
			},

			watchDelete: async (call) => {
				const watch = await mustBeOwn(call);
				await Watch.query(call.knex).deleteById(watch.id);
				await linkedRolesChanged(call.knex, [watch.discordId]);
				if (call.server.settings.WATCH_POLLS === 'any') await forgetUnwatched(call.knex, watch);
				call.audit({ target: targetOf(watch) });
				return { data: { id: String(watch.id) } };
			},

			...placeHandlers(services),
			...personalChannelHandlers(services),
		},
	} satisfies Feature;
}

const NOT_POLLED =
	'Nothing polls this product now: you get a notice when an external monitor reports a change, or once an operator puts the product on a watch list.';

/** The product of a removed watch begins with a new baseline when somebody watches it again. */
async function forgetUnwatched(knex: Knex, { brand, sku }: Watch): Promise<void> {
	const isWatched = await Watch.query(knex).where({ brand, sku }).first().select('id');
	if (!isWatched) await forgetProduct(knex, brand, sku);
}

function ownWatches(knex: Knex, { discordId }: Caller) {
	return Watch.query(knex).where({ discordId });
}

/** The watch of the input, for changes. @throws CallError 404, the same for somebody else's and for none */
async function mustBeOwn({ knex, caller, input }: Pick<Call<'watchDelete'>, 'knex' | 'caller' | 'input'>) {
	const watch = await ownWatches(knex, caller).findById(Number(input.id)).forUpdate();
	if (!watch) throw notFound('A watch of yours with this id');
	return watch;
}

/** Without the product: operators read the audit log. */
function targetOf({ id }: Watch): string {
	return `watch ${id}`;
}

function limitOf({ access }: Caller, { settings }: Pick<Server, 'settings'>): number {
	return watchLimit(access, settings.WATCHES_PER_MEMBER, Date.now());
}

/** The fields that are given of those that stop notices. */
function quietOf({ muted, snoozedUntil }: Pick<Call<'watchNoticeEdit'>['input'], 'muted' | 'snoozedUntil'>) {
	return { ...(muted !== undefined && { muted }), ...(snoozedUntil !== undefined && { snoozedUntil }) };
}

/** Whether a watch is beyond the limit: the oldest ones count first. Reads one row. */
async function overLimit(knex: Knex, caller: Caller, limit: number): Promise<(watch: Watch) => boolean> {
	const first = await ownWatches(knex, caller).orderBy('id').offset(limit).first().select('id');
	return ({ id }) => first !== undefined && id >= first.id;
}

/** @throws CallError 403 at the limit */
async function mustHaveSpace(knex: Knex, caller: Caller, limit: number): Promise<void> {
	if (limit === 0) throw forbidden('Members can have 0 watches here: the operators let only clients watch products.');
	if ((await ownWatches(knex, caller).resultSize()) < limit) return;
	throw forbidden(`You can have ${limit} ${limit === 1 ? 'watch' : 'watches'}. Remove one first.`);
}

/** The SKU of a product that the catalogue lacks. @throws CallError 400 for what cannot be a SKU of the brand */
function possibleSku(brand: Brand, sku: string): string {
	const problem = skuProblem(brand, sku);
	if (problem !== null) throw invalidInput({ sku: problem });
	return newSpelling(brand, sku);
}

/** @throws CallError 400 for regions in which the brand has no products */
function mustBeSold(brand: Brand, regions: readonly Region[] | null): void {
	const sold = regionsOfBrand(brand);
	const unsold = regions?.find((region) => !sold.includes(region));
	if (unsold === undefined) return;
	const names = sold.map((region) => region).join(', ');
	throw invalidInput({ regions: `${brand} has no products in ${unsold} (${REGION_NAMES[unsold]}). Regions: ${names}` });
}

/** @throws CallError 400 */
function mustBeSoon(snoozedUntil: number | null): void {
	if (snoozedUntil === null) return;
	const ahead = snoozedUntil - Date.now();
	if (ahead <= 0) throw invalidInput({ snoozedUntil: 'must lie in the future' });
	if (ahead > WATCH_LIMITS.snoozeMs) throw invalidInput({ snoozedUntil: 'must be at most a year ahead' });
}

/** Discord vouches for a person who uses the bot: the person gets an account without a session. */
async function rememberPerson(knex: Knex, { discordId, locale }: Caller): Promise<void> {
	const row = { discordId, username: '', discriminator: '0', avatar: null, locale, signedInAt: 0 };
	await Account.query(knex).insert(row).onConflict('discordId').ignore();
}

function storedRegions(regions: readonly Region[]): string {
	return unique(regions).join(',');
}

function unique<Item>(items: readonly Item[]): Item[] {
	return [...new Set(items)];
}
