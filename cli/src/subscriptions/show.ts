import { optionLines, type SubscriptionRow } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';

export const run: Work = async ({ args: [id], globals }) => {
	const { data } = await openClient(openSession(globals)).subscription({ id: String(id) });
	return globals.json ? writeJson(data) : writeSubscription(data);
};

type Shown = Omit<SubscriptionRow, 'roles'> & Partial<Pick<SubscriptionRow, 'roles'>>;

/** The subscription and its options, one a line. */
export async function writeSubscription({ id, label, topic, target, options, roles = [] }: Shown): Promise<void> {
	const name = topic ? `${topic.toolsName} · ${topic.region}` : 'broadcast list';
	// A server of an earlier version does not know the names of roles.
	const names = new Map(roles.map((role) => [role.id, `@${role.name}`]));
	const mentions = options.mentions?.map((role) => names.get(role) ?? role);
	const lines = optionLines({ ...options, mentions });
	await writeLine(safe(`${id}: ${name}${label === null ? '' : ` · ${label}`} → ${target}`));
	for (const line of lines.length > 0 ? lines : ['No options: every message of the topic is sent.']) {
		await writeLine(`  ${safe(line)}`);
	}
}
