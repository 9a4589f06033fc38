import type { Delivery } from '@dropwire/contract';
import { duration } from '../ui/format.ts';
import { newUrlAdvice } from './offText.ts';

/** The message for a test that was not sent; the reason follows. */
const TEST_RESULTS: Readonly<Record<Delivery['status'], string>> = {
	sent: 'Test sent',
	pending: 'Test waiting',
	retrying: 'Test failed and will be retried',
	failed: 'Test failed',
	expired: 'Test failed',
};

/** What to show after a test message. */
export function testResult({
	status,
	reason,
	sentAt,
	queuedAt,
}: Pick<Delivery, 'status' | 'reason' | 'sentAt' | 'queuedAt'>) {
	if (status === 'sent') {
		return { bad: false, text: `Discord accepted the test in ${duration((sentAt ?? 0) - queuedAt)}.` };
	}
	const advice = newUrlAdvice(reason);
	const text = `${TEST_RESULTS[status]}: ${reason ?? 'no answer from Discord yet'}`;
	return { bad: true, text: advice === null ? text : `${text}. ${advice}` };
}
