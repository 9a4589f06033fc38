import { Row } from './Row.ts';

/** A product that a keyword watch has found. */
export class FoundProduct extends Row {
	static override tableName = 'found_products';
	static override booleans = ['isNew'];

	declare id: number;
	declare watchId: number;
	declare sku: string;
	declare title: string;
	declare link: string | null;
	declare image: string | null;
	/** In the currency's minor unit; null without a currency. */
	declare price: number | null;
	declare currency: string | null;
	/** False for products that the first search found. */
	declare isNew: boolean;
	declare foundAt: number;
}
