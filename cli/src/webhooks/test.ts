import { maskWebhookUrl } from '@dropwire/domain';
import type { Work } from '../command.ts';
import { Failure } from '../failure.ts';
import { oneByOne, problemOf } from '../oneByOne.ts';
import { type Api, openApi } from '../server/client.ts';
import { onOut } from '../terminal/colours.ts';
import { safe, writeLine } from '../terminal/output.ts';
import { rowsOfGroups } from './groups.ts';
import { chosenTopics, type TopicOptions } from './topics.ts';

interface Target {
	label: string | null;
	url: string;
}

interface Tested {
	label: string | null;
	webhook: string;
	status: string;
	reason: string | null;
	ms: number | null;
}

export const run: Work<TopicOptions, [string[]]> = async ({ args: [wanted], options, globals }) => {
	const topics = chosenTopics(options);
	const api = openApi(globals);
	const targets = await targetsOf(wanted, () => rowsOfGroups(api, topics));
	return oneByOne(targets, globals, async ({ label, url }) => {
		const result = await test(api, label, url);
		return { result, failed: result.status !== 'sent', print: () => writeLine(textOf(result)) };
	});
};

function textOf({ label, webhook, status, reason, ms }: Tested): string {
	const { green, red } = onOut();
	const text = status === 'sent' ? green(`sent after ${ms} ms`) : red(`${status}${reason ? `: ${safe(reason)}` : ''}`);
	return `${safe(label ?? webhook)}: ${text}`;
}

/** The selected webhooks without duplicates. @throws Failure for a label that no selected group has */
async function targetsOf(
	wanted: readonly string[],
	ask: () => Promise<{ label: string; value: string }[]>,
): Promise<Target[]> {
	const isUrl = (text: string) => /^https?:\/\//.test(text);
	const rows = wanted.every(isUrl) ? [] : await ask();
	const targets = new Map<string, Target>();
	for (const one of wanted) {
		if (isUrl(one)) {
			targets.set(one, { label: null, url: one });
			continue;
		}
		const found = rows.filter(({ label }) => label === one);
		if (found.length === 0) throw new Failure(`No selected group has a webhook ${JSON.stringify(one)}.`);
		for (const { label, value } of found) if (!targets.has(value)) targets.set(value, { label, url: value });
	}
	return [...targets.values()];
}

async function test(api: Api, label: string | null, url: string): Promise<Tested> {
	const webhook = maskWebhookUrl(url);
	try {
		const { data } = await api.webhookTest({ url });
		return { label, webhook, status: data.status, reason: data.reason, ms: data.sentAt && data.sentAt - data.queuedAt };
	} catch (error) {
		// A webhook that cannot be tested does not stop the other tests; missing permission stops them immediately.
		return { label, webhook, status: 'refused', reason: problemOf(error, [400, 404, 409]), ms: null };
	}
}
