import { minorDigits } from '@dropwire/domain';
import { isSignOf } from './currencySigns.ts';

/** Currencies with a minor unit whose amounts are written without decimals. */
const WITHOUT_DECIMALS = new Set(
	'AFN ALL AMD COP CRC HUF IDR IQD IRR IRT KZT LAK LBP MGA MMK MNT NGN PKR RSD SLL SOS SYP TZS UZS YER'.split(' '),
);

/** Words that do not change the amount beside them: names of the price, and of a tax that it contains or does not. */
const LABELS = new Set(
	(
		'price prices our your regular sale special now only just from for total each ea ' +
		'preis preise unser ab nur jetzt für uvp à a partir partire de da dès desde prix notre prezzo precio preço por ' +
		'apenas seulement solo cena naše běžná za od ár ára pris vår fra från nu kun bara vanaf voor prijs fiyat fiyatı ' +
		'starting at as low mulai dari từ من ' +
		'цена цены от всего только ціна від 价格 価格 가격 ' +
		'incl inc inkl excl ex exkl including excluding tax taxes vat gst mwst ust iva inclusa incluido incluida inclus ht ' +
		'ttc hors dph moms btw ндс 税込 税抜'
	).split(' '),
);
/** Beside the price of one piece. */
const PER_PIECE = /\/ ?(?:each|ea|pcs?|piece|unit|stück|stk|st|ks|szt|шт|台|个|件|個|只|套|개)\.?(?= |$)/giu;
/** A discount, or the amount in another currency: `(-15%)`, `(USD 2179)`. */
const REMARK = /\((?:[-–−]?\d{1,3} ?%|[A-Z]{3} ?[\d.,]+|[\d.,]+ ?[A-Z]{3})\)/g;
const MAX_LENGTH = 200;

/** Marks of the direction of writing, and spaces without width. */
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
/** The digits of Arabic, Persian and full-width writing, from their zeros on. */
const ZEROS = [0x0660, 0x06f0, 0xff10];

/** An amount with its separators. A point after letters belongs to them: `Rs.75`. */
const RUN = /(?:(?<![\p{L}/])[.,]+)?\d(?:\d|[.,'’]+(?=\d)|[.,] (?=\d)| (?=\d{3}(?!\d)))*/gu;
const RUN_MARK = '\0';
/** An amount without decimals, and its end: `50,-`, `1.299.--`, `50:-`. */
const DASH = /(\d[\d.,'’ ]*)[.,:][-–—−]{1,2}(?!\d)/g;
/** The same in rupees and shillings, `500/-`, and a separator without decimals: `610,`. */
const ROUND = /\0(?:\/[-=]|[.,])/g;
/** The sign in the place of the separator: `1250€60`. */
const SIGN_INSIDE = /(?<=\d)€ ?(?=\d{2}$)/;

/**
 * The amount in a price's text, in the main unit. Null unless the whole text is one amount with signs of its currency and
 * words that do not change it; null as well for an amount whose separator can be the decimal point or the thousands
 * separator: `1.299` in euros is neither 1.299 nor surely 1,299.
 */
export function amountIn(text: string, currency: string): number | null {
	if (text.length > MAX_LENGTH) return null;
	const plain = normalized(text).replaceAll(REMARK, ' ').replaceAll(PER_PIECE, ' ').trim();
	const price = currency === 'EUR' ? plain.replace(SIGN_INSIDE, ',') : plain;
	const amounts = new Set(price.match(RUN)?.map((run) => numberIn(run.replaceAll(/(?<=[.,]) /g, ''), currency)));
	const [amount = null] = amounts;
	// Accountants write negative amounts in brackets.
	if (amounts.size !== 1 || /\([^()]*\d/.test(price)) return null;
	const rest = price.replaceAll(RUN, RUN_MARK).replaceAll(ROUND, ' ').replaceAll(RUN_MARK, ' ');
	const words = rest.split(/[\s*:()]+/).filter(Boolean);
	const isLabel = (word: string) => LABELS.has(word.toLowerCase().replace(/\.$/, ''));
	return words.every((word) => isSignOf(word, currency) || isLabel(word)) ? amount : null;
}

/** Whether amounts of the currency are usually written without decimals. */
export function isWrittenWhole(currency: string): boolean {
	return WITHOUT_DECIMALS.has(currency) || minorDigits(currency) === 0;
}

/** A text with the digits, separators and spaces of English. */
function normalized(text: string): string {
	const digit = (char: string) => {
		const zero = ZEROS.find((one) => char.charCodeAt(0) >= one && char.charCodeAt(0) < one + 10);
		return zero === undefined ? char : String(char.charCodeAt(0) - zero);
	};
	return text
		.replaceAll(INVISIBLE, '')
		.replaceAll(/\p{Nd}/gu, digit)
		.replaceAll('٫', '.')
		.replaceAll('٬', ',')
		.replaceAll(/[\s\0]+/g, ' ')
		.replaceAll('（', '(')
		.replaceAll('）', ')')
		.replaceAll(DASH, (_, whole: string) => whole + (whole.includes('.') ? ',00' : '.00'));
}

function numberIn(run: string, currency: string): number | null {
	const isWhole = isWrittenWhole(currency);
	const hasThree = !isWhole && minorDigits(currency) === 3;
	const fraction = /^(?:\.{1,2}|,)(\d{1,2}|\d{3})$/.exec(run)?.[1];
	if (fraction !== undefined) return fraction.length < 3 || hasThree ? Number(`.${fraction}`) : null;
	const amount = /^\d{1,3}([ '’]\d{3})+([.,]\d{1,3})?$/.test(run) ? run.replaceAll(/[ '’]/g, '') : run;
	// Groups of three that can only be thousands: several of them, or in a currency without decimals.
	if (/^\d{1,3}(\.\d{3}){2,}$/.test(amount) || (isWhole && /^[1-9]\d{0,2}\.\d{3}$/.test(amount))) {
		return Number(amount.replaceAll('.', ''));
	}
	// Thousands whose last zeros are lost where JSON has a number: `12.99` was `12.990`.
	if (isWhole && /^[1-9]\d{0,2}\.\d?[1-9]$/.test(amount)) return null;
	if (/^\d+(\.\d+)?$/.test(amount)) {
		return !hasThree && /^[1-9]\d{0,2}\.\d{3}$/.test(amount) && amount === run ? null : Number(amount);
	}
	// Thousands, and India's hundred thousands: `1,29,900.00`.
	if (/^([1-9]\d{0,2}(,\d{3})+|[1-9]\d?(,\d{2})*,\d{3})(\.\d{1,3})?$/.test(amount)) {
		return hasThree && !/[,.].*[,.]/.test(amount) ? null : Number(amount.replaceAll(',', ''));
	}
	if (/^(\d{1,3}(\.\d{3})+|\d+),\d{1,2}$/.test(amount)) return Number(amount.replaceAll('.', '').replace(',', '.'));
	return null;
}
