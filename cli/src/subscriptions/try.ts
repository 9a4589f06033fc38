import { FILTER_RULE_NAMES } from '@dropwire/contract';
import { counted } from '@dropwire/domain';
import type { Work } from '../command.ts';
import { openApi } from '../server/client.ts';
import { note, writeJson, writeLine } from '../terminal/output.ts';
import { SKU_WIDTH, writeTable } from '../terminal/table.ts';
import { changedOptions, type OptionFlags } from './options.ts';
import { warnUnseen } from './warnUnseen.ts';

export const run: Work<OptionFlags, [string]> = async ({ args: [id], options: flags, globals }) => {
	const api = openApi(globals);
	const { data: row } = await api.subscription({ id });
	const options = Object.keys(flags).length === 0 ? row.options : await changedOptions(row.options, flags);
	const { data } = await api.subscriptionTry({ id, options });
	await warnUnseen(api, id, options);
	if (globals.json) return writeJson(data);
	if (data.of === 0) return note('The topic has had no events yet.');
	await writeLine(`${data.sent} of the last ${counted(data.of, 'event')} would have been sent.`);
	return writeTable(
		[
			{ title: 'EVENT', of: (one) => one.eventId, right: true },
			{ title: 'SKU', of: (one) => one.sku, shrinks: SKU_WIDTH },
			{ title: 'TITLE', of: (one) => one.title, shrinks: true },
			{
				title: 'OUTCOME',
				of: ({ rule }) => (rule === null ? 'sent' : `held back by ${ruleName(rule)}`),
				shrinks: true,
			},
		],
		data.examples,
	);
};

function ruleName(rule: string): string {
	return Object.hasOwn(FILTER_RULE_NAMES, rule) ? FILTER_RULE_NAMES[rule as keyof typeof FILTER_RULE_NAMES] : rule;
}
