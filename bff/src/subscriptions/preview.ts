import { EventRow } from '@dropwire/db';
import { compareSizes, type FilterRule, type SubscriptionOptions } from '@dropwire/domain';
import {
	buttonApplication,
	decide,
	factsOf,
	prepareFilter,
	previewMessage,
	type ProductEvent,
	storedEvent,
} from '@dropwire/engine';
import type { Handlers } from '../http/context.ts';
import { notFound } from '../http/errors.ts';
import { newestEventsOf, TRIED } from './events.ts';
import { findEditable } from './find.ts';
import { isOfSubscription } from './reasons.ts';
import { sampleEvent } from './sampleEvent.ts';

/** The newest events among which the one of a preview is chosen. */
const CHOSEN_FROM = 10;
/** The most labels of sizes that are returned. */
const MAX_SIZES = 300;

/** What the options' form shows besides the trial: the message, and the sizes to choose from. */
export const previewHandlers = {
	subscriptionPreview: async (call) => {
		const { input, knex } = call;
		const row = await findEditable(call, knex, input);
		const judge = (found: EventRow) => judged(found, input.options);
		const previews =
			input.event === undefined
				? (await newestEventsOf(knex, row, input.options, CHOSEN_FROM)).map(judge)
				: [await EventRow.query(knex).findById(Number(input.event))]
						.filter((found) => found !== undefined && isOfSubscription(row, input.options, found))
						.map((found) => judge(found as EventRow));
		if (input.event !== undefined && previews.length === 0)
			throw notFound(`The event ${input.event} of this subscription's topic`);
		const preview = previews.find(({ rule }) => rule === null) ?? previews[0];
		const now = Date.now();
		const application = buttonApplication(call.server.settings);
		const hasButtons = application !== null && row.webhook.applicationId === application;
		const event = preview?.event ?? sampleEvent(row.topic, now);
		return {
			data: {
				eventId: preview?.eventId ?? null,
				kind: event.kind,
				sku: event.sku,
				at: event.at,
				rule: preview?.rule ?? null,
				body: { ...previewMessage(event, input.options, hasButtons, now) },
			},
		};
	},

	subscriptionSizes: async (call) => {
		const { input, knex } = call;
		const row = await findEditable(call, knex, input);
		const events = await newestEventsOf(knex, row, {}, TRIED);
		const labels = new Set(
			events.map(storedEvent).flatMap(({ before, after }) => (after ?? before)?.sizes.map(({ size }) => size) ?? []),
		);
		return { data: { of: events.length, sizes: [...labels].sort(compareSizes).slice(0, MAX_SIZES) } };
	},
} satisfies Partial<Handlers>;

interface Judged {
	eventId: string;
	event: ProductEvent;
	/** What holds it back, besides a pause: a preview shows what the other options do. */
	rule: FilterRule | null;
}

function judged(row: EventRow, options: SubscriptionOptions): Judged {
	const event = storedEvent(row);
	const { paused: _, ...others } = options;
	return { eventId: String(row.id), event, rule: decide(prepareFilter(others), factsOf(event)) };
}
