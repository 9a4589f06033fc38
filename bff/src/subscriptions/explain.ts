import { Delivery, EventRow, Guild, type Knex, Product, WatchEntry } from '@dropwire/db';
import { OPEN_STATUSES } from '@dropwire/domain';
import { decide, factsOf, OPERATORS_OWN, prepareFilter, skuHash, storedEvent } from '@dropwire/engine';
import { mustBeAllowed } from '../http/auth.ts';
import type { Handlers } from '../http/context.ts';
import { notFound } from '../http/errors.ts';
import { productWhy } from '../why/productWhy.ts';
import { newestEventsOf, TRIED } from './events.ts';
import { findEditable, type FoundSubscription } from './find.ts';
import { filterReasons, NOTHING_QUEUED, type Reason, topicReason, webhookReason } from './reasons.ts';

/** The examples that a trial shows. */
const EXAMPLES = 10;

/** Why messages were or were not sent, and a trial of options before they are saved. */
export const explainHandlers = {
	why: async (call) => {
		const { event: id, subscription, guildId } = call.input;
		if (id === undefined || subscription === undefined) return productWhy(call);
		mustBeAllowed({ auth: { role: 'client', bot: true }, method: 'GET' }, call.caller, call.server.settings);
		const { knex } = call;
		const row = await findEditable(call, knex, { id: subscription, guildId });
		const event = await EventRow.query(knex).findById(Number(id)).withGraphFetched('topic');
		if (!event) throw notFound(`The event ${id}`);
		const delivery = await deliveryOf(knex, event.digestOf ?? event.id, row);
		const checks = [
			{ rule: 'list', passed: true, detail: await listText(knex, event) } as const,
			topicReason(row, event),
			webhookReason(row, await isGuildPaused(knex, row)),
			...filterReasons(row, factsOf(storedEvent(event))),
		];
		// What was queued passed every rule of its time, whatever has been changed since.
		const passed = delivery ? checks.map((check) => ({ ...check, passed: true })) : checks;
		const reasons = upToFirstNo([...passed, deliveryReason(delivery)]);
		return { data: { sent: outcomeOf(delivery), reasons } };
	},

	subscriptionTry: async (call) => {
		const { input, knex } = call;
		const row = await findEditable(call, knex, input);
		const filter = prepareFilter(input.options);
		const newest = await newestEventsOf(knex, row, input.options, TRIED);
		const tried = newest.map((row) => {
			const event = storedEvent(row);
			const rule = decide(filter, factsOf(event));
			const title = (event.after ?? event.before)?.title ?? row.sku;
			return { eventId: String(row.id), sku: row.sku, title, sent: rule === null, rule };
		});
		const sent = tried.filter((one) => one.sent).length;
		return { data: { of: tried.length, sent, examples: tried.slice(0, EXAMPLES) } };
	},
} satisfies Partial<Handlers>;

/** The delivery of an event's message to a subscription's webhook, by its owner's own message first. */
async function deliveryOf(knex: Knex, eventId: number, row: FoundSubscription): Promise<Delivery | undefined> {
	return Delivery.query(knex)
		.whereIn('messageId', (ids) => void ids.from('messages').where({ eventId }).select('id'))
		.where({ webhookId: row.webhookId })
		.whereIn('variant', ['', row.channel?.guildId ?? OPERATORS_OWN])
		.orderBy('variant', 'desc')
		.first();
}

async function listText(knex: Knex, { source, sku, region, offer }: EventRow): Promise<string> {
	const product = await Product.query(knex).findOne({ source, sku, region, offer }).select('reportedBy');
	if (product?.reportedBy != null) return `reported by monitor ${product.reportedBy || '(without a name)'}`;
	const entries = await WatchEntry.query(knex)
		.where({ skuHash: skuHash(sku) })
		.select('list')
		.orderBy('list');
	const lists = [...new Set(entries.map(({ list }) => list))];
	return lists.length > 0 ? `${sku} is on ${lists.join(', ')}` : `${sku} was watched, and is on no list by its SKU now`;
}

async function isGuildPaused(knex: Knex, { channel }: FoundSubscription): Promise<boolean> {
	const guild = channel && (await Guild.query(knex).findById(channel.guildId).select('pausedAt'));
	return guild?.pausedAt != null;
}

function deliveryReason(delivery: Delivery | undefined): Reason {
	if (!delivery) return NOTHING_QUEUED;
	const { status, reason, editOf } = delivery;
	const detail = [editOf === null ? '' : 'an edit of an earlier message', status, reason ?? '']
		.filter(Boolean)
		.join(': ');
	return { rule: 'delivery', passed: isOpen(delivery) ? null : status === 'sent', detail };
}

function outcomeOf(delivery: Delivery | undefined): 'no' | 'waiting' | 'yes' {
	if (!delivery) return 'no';
	if (isOpen(delivery)) return 'waiting';
	return delivery.status === 'sent' ? 'yes' : 'no';
}

function isOpen({ status }: Delivery): boolean {
	return OPEN_STATUSES.some((open) => open === status);
}

/** The rules after the one that decided were not reached. */
function upToFirstNo(reasons: readonly Reason[]): Reason[] {
	const first = reasons.findIndex(({ passed }) => passed === false);
	return reasons.map((reason, index) =>
		first >= 0 && index > first ? { rule: reason.rule, passed: null, detail: 'not reached' } : reason,
	);
}
