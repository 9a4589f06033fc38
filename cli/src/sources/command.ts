import { COVERAGE_VERDICTS, PRODUCT_BRANDS } from '@dropwire/contract';
import type { Command } from 'commander';
import { group, lazily } from '../command.ts';
import { choiceOption } from '../terminal/choice.ts';

export function sourcesCommand(): Command {
	const sources = group('sources', 'What watches the products of each brand and region.');
	sources
		.command('list', { isDefault: true })
		.description(
			'Show what feeds each brand and region: source, SKUs, round, oldest check, subscriptions. Rows without subscriptions and SKUs are left out.',
		)
		.addOption(choiceOption('--brand <brand>', 'only of this brand', PRODUCT_BRANDS))
		.addOption(choiceOption('--state <state>', 'only in this state', COVERAGE_VERDICTS))
		.option('-a, --all', 'also the rows without subscriptions and SKUs')
		.action(lazily(() => import('./list.ts')));
	sources
		.command('check')
		.description(
			'Ask each source, or the named one, for a product that its shop has sold for long, and show what it reads or why it reads nothing. Saves nothing. Exits with 1 if a product cannot be read, and with 4 if only some can.',
		)
		.argument('[name]', 'a source, such as NIKE or NIKE_REFURBISHED; by default all')
		.action(lazily(() => import('./check.ts')));
	return sources;
}
