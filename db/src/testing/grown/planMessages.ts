import type { Audience } from './directory.ts';
import type { Random } from './random.ts';

/** A message to a part of a topic's subscribers. */
export interface PlannedMessage {
	/** Epoch ms. */
	at: number;
	/** The index of the topic in the audience. */
	topic: number;
	fanout: number;
}

/**
 * Plans messages at even intervals, oldest first: most of them small, and a few to every subscriber of a topic.
 * @returns messages with exactly `deliveries` deliveries, if the topics have enough subscribers
 */
export function planMessages(
	random: Random,
	{ topics }: Audience,
	{ messages, deliveries, from, to }: { messages: number; deliveries: number; from: number; to: number },
): PlannedMessage[] {
	const sizeOf = (topic: number) => topics[topic]?.subscribers.length ?? 0;
	const plan = Array.from({ length: messages }, (_, n) => {
		const topic = random.skewed(topics.length);
		const wanted = Math.round((random.heavy() * deliveries) / messages);
		const at = Math.round(from + ((to - from) * n) / messages);
		return { at, topic, fanout: Math.min(wanted, sizeOf(topic)) };
	});
	// Corrects the sum, a few at a time, within the topics' sizes.
	let missing = deliveries - plan.reduce((sum, { fanout }) => sum + fanout, 0);
	for (let moved = true; missing !== 0 && moved;) {
		moved = false;
		for (const message of plan) {
			const max = Math.min(10, missing, sizeOf(message.topic) - message.fanout);
			const step = missing > 0 ? max : -Math.min(1, -missing, message.fanout);
			message.fanout += step;
			missing -= step;
			if (step !== 0) moved = true;
		}
	}
	return plan;
}
