import type { ProductWhy } from '@dropwire/contract';
import { Watch } from '@dropwire/db';
import { skuProblem, WHY_LIMITS } from '@dropwire/domain';
import { mustBeAllowed } from '../http/auth.ts';
import type { Call } from '../http/context.ts';
import { invalidInput, notFound } from '../http/errors.ts';
import { mustManage } from '../http/guilds.ts';
import { knownSku, storedSpellings } from '../skus/storedSkus.ts';
import { checkSteps } from './checkSteps.ts';
import { eventPaths, type Owner } from './eventSteps.ts';
import { orderRows, rowOf } from './rows.ts';
import { decideVerdict } from './verdict.ts';

const DAY_MS = 86_400_000;

/**
 * What happened to a product around a moment.
 * @throws CallError 403 for a server that the caller does not manage, and for the operators' subscriptions unless the caller
 *   is an admin; 404 for a watch that is not the caller's; 400 for a SKU that the catalogue lacks and the brand cannot have
 */
export async function productWhy(call: Call<'why'>): Promise<ProductWhy> {
	const { knex, caller, server } = call;
	const now = Date.now();
	const { brand, sku, region, at = now } = call.input;
	if (brand === undefined || sku === undefined || region === undefined) throw invalidInput({ sku: 'is required' });
	const skus = await storedSpellings(knex, sku, brand);
	const owner = await ownerOf(call, skus);
	const problem = skuProblem(brand, sku);
	if (problem !== null && (await knownSku(knex, sku, brand)) === null) throw invalidInput({ sku: problem });
	if (at < now - server.settings.RETENTION_DAYS * DAY_MS) {
		return { data: [rowOf('event', 'no longer kept', { at: null })], verdict: null };
	}
	const [from, to] = [at - WHY_LIMITS.aroundMs, Math.min(at + WHY_LIMITS.aroundMs, now)];
	const asked = { brand, skus, region, at, from, to, now };
	const [checks, paths] = await Promise.all([
		checkSteps(knex, asked, caller.access?.admin === true),
		eventPaths(knex, asked, owner),
	]);
	const rows = [...checks, ...paths.flatMap((path) => path.rows)];
	return { data: orderRows(rows, at), verdict: decideVerdict(checks, paths) };
}

async function ownerOf(call: Call<'why'>, skus: readonly string[]): Promise<Owner> {
	const { input, caller, knex, server } = call;
	const { guildId, watchId, brand } = input;
	if (watchId !== undefined) {
		const watch = await Watch.query(knex).findOne({ id: Number(watchId), discordId: caller.discordId });
		if (!watch) throw notFound('A watch of yours with this id');
		if (watch.brand === brand && skus.includes(watch.sku)) return { watch };
		throw invalidInput({ watchId: `is a watch of ${watch.brand} ${watch.sku}` });
	}
	const role = guildId === undefined ? 'admin' : 'client';
	mustBeAllowed({ auth: { role, bot: true }, method: 'GET' }, caller, server.settings);
	if (guildId === undefined) return 'operators';
	mustManage(call, guildId);
	return { guildId };
}
