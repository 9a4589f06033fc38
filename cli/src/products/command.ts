import { Command } from 'commander';
import { lazily } from '../command.ts';

export function productCommand(): Command {
	return new Command('product')
		.description('How a product stands in every region.')
		.argument('<sku>', 'as `CK9246-101`')
		.action(lazily(() => import('./product.ts')));
}
