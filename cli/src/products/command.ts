import { Command } from 'commander';
import { lazily } from '../command.ts';
import { regionOption } from '../terminal/choice.ts';

export function productCommand(): Command {
	return new Command('product')
		.summary('Show the status, price, launch and sizes of a product in every region.')
		.description(
			'Show the status, price, launch and sizes of a product in every region: the last check of the monitors where it is recent, else what the shop answers now. Exits with 4 if a region did not answer.',
		)
		.argument('<sku>', 'for example `CK9246-101`')
		.addOption(regionOption('show one region, with the stock of every size'))
		.action(lazily(() => import('./product.ts')));
}
