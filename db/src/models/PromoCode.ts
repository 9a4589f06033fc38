import { Row } from './Row.ts';

/** A promo code that is added to posts. */
export class PromoCode extends Row {
	static override tableName = 'promo_codes';

	declare id: number;
	declare promocode: string;
	declare description: string;
}
