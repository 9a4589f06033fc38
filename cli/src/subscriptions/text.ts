import { optionLines, type SubscriptionRow } from '@dropwire/contract';

type Shown = Omit<SubscriptionRow, 'roles'> & Partial<Pick<SubscriptionRow, 'roles'>>;

/** The subscription and its options, one a line. */
export function subscriptionLines({ id, label, topic, target, options, roles = [] }: Shown): string[] {
	const name = topic ? `${topic.toolsName} · ${topic.region}` : 'broadcast list';
	// A server of an earlier version does not know the names of roles.
	const names = new Map(roles.map((role) => [role.id, `@${role.name}`]));
	const mentions = options.mentions?.map((role) => names.get(role) ?? role);
	const lines = optionLines({ ...options, mentions });
	const shown = lines.length > 0 ? lines : ['No options: every message of the topic is sent.'];
	return [`${id}: ${name}${label === null ? '' : ` · ${label}`} → ${target}`, ...shown.map((line) => `  ${line}`)];
}
