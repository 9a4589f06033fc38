import { cartLink } from '@dropwire/domain';
import type { SizeStock } from '../../snapshot/snapshot.ts';

/**
 * A size without anything else that an answer has about it. If it can be ordered, it gets a link that puts it into the
 * cart; a sold-out one needs none.
 * @param page the product's page
 */
export function withCartLink({ size, available, level, count }: SizeStock, page: string | null): SizeStock {
	const stock = { size, available, level, count };
	const url = available && page !== null ? cartLink(page, size) : null;
	return url === null ? stock : { ...stock, url };
}
