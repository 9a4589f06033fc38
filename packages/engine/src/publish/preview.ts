import { isReleaseKind, type SubscriptionOptions } from '@dropwire/domain';
import { applyOverlay, type OverlaidBody } from '../message/body.ts';
import { watchButton } from '../message/buttons.ts';
import type { ProductEvent } from '../product/event.ts';
import { composeRelease } from './messages/composeReleases.ts';
import { composeEvent } from './messages/composeEvent.ts';
import { mergeStyles, prepareFilter } from './subscriptions/filter.ts';

/**
 * The message of an event as a subscription with these options gets it. Nothing is stored or sent.
 * @param hasButtons whether its webhook is one of the application
 * @param at when it would be sent, for quiet hours, epoch ms
 */
export function previewMessage(
	event: ProductEvent,
	options: SubscriptionOptions,
	hasButtons: boolean,
	at: number,
): OverlaidBody {
	const { components, ...plain } = isReleaseKind(event.kind)
		? composeRelease(event)
		: { ...composeEvent(event, null, event.after?.url ?? null), ...watchButton(event) };
	const body = { ...plain, ...(hasButtons && options.watchButton !== false && components && { components }) };
	const overlay = mergeStyles([prepareFilter(options).style], [event]);
	return overlay === null
		? body
		: applyOverlay(body, overlay, { at, isEdit: false, isNew: true, isNewPost: true, hasButtons });
}
