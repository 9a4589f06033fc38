import { COVERAGE_VERDICTS, PRODUCT_BRANDS } from '@dropwire/contract';
import { type Feature, given } from '../command.ts';
import { show } from '../contractCommand.ts';
import { choiceOption } from '../terminal/options.ts';
import { checkLines, exitOfChecks } from './checkLines.ts';

export const sources: Feature = [
	{
		name: 'sources',
		text: 'What watches the products of each brand and region.',
		commands: [
			{
				name: 'list',
				isDefault: true,
				text: 'Show what feeds each brand and region: source, SKUs, round, oldest check, subscriptions. Rows without subscriptions and SKUs are left out.',
				options: [
					choiceOption('--brand <brand>', 'only of this brand', PRODUCT_BRANDS),
					choiceOption('--state <state>', 'only in this state', COVERAGE_VERDICTS),
					['-a, --all', 'also the rows without subscriptions and SKUs'],
				],
				load: () => import('./list.ts'),
			},
			show({
				name: 'check',
				text: 'Ask each source, or the named one, for a product that its shop has sold for long, and show what it reads or why it reads nothing. Saves nothing. Exits with 1 if a product cannot be read, and with 4 if only some can.',
				args: [['[name]', 'a source, such as NIKE or NIKE_REFURBISHED; by default all']],
				call: 'sourceCheck',
				input: ([source]: [string?]) => given({ source }),
				lines: (checks) => checks.flatMap(checkLines),
				exit: exitOfChecks,
			}),
		],
	},
];
