import { type Delivery, KINDS } from '@dropwire/contract';

/** Messages that are not about a product event. */
const OTHER_KINDS = {
	ANNOUNCEMENT: 'Announcement',
	TEST: 'Test',
	NOTICE: 'Shop notice',
	REMINDER: 'Release reminder',
	DIGEST: 'Weekly digest',
} as const;

/** What a message is: a kind of event, or one of the others. */
export function kindName(kind: Delivery['kind']): string {
	return kind in OTHER_KINDS ? OTHER_KINDS[kind as keyof typeof OTHER_KINDS] : KINDS[kind as keyof typeof KINDS].name;
}
