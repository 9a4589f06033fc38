import { Row } from './Row.ts';

/** A code that posts carry. */
export class PromoCode extends Row {
	static override tableName = 'promo_codes';

	declare id: number;
	declare promocode: string;
	declare description: string;
}
