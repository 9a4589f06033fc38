import {
	BRANDS,
	type Brand,
	CHECK_KINDS,
	type CheckKind,
	type Evidence,
	EVIDENCE,
	LAUNCH_METHODS,
	type LaunchMethod,
	OTHER_STATES,
	type OtherState,
	PRODUCT_STATUSES,
	type ProductStatus,
	type Region,
	REGIONS,
} from '@dropwire/domain';

/** A product whose values are at the limits of what a shop or a monitor can report, in the form of a snapshot. */
export interface HostileProduct {
	brand: Brand;
	sku: string;
	region: Region;
	title: string;
	subtitle: string | null;
	category: string;
	status: ProductStatus | null;
	price: { current: number; full: number; currency: string } | null;
	launchAt: number | null;
	launchMethod: LaunchMethod | null;
	entriesUntil?: number;
	available: boolean | null;
	state?: OtherState;
	evidence?: Evidence;
	sizes: HostileSize[];
	promoExcluded: boolean;
	image: string | null;
	url: string | null;
}

interface HostileSize {
	size: string;
	available: boolean | null;
	state?: OtherState;
	level: 'HIGH' | 'MEDIUM' | 'LOW' | 'OOS' | null;
	count: number | null;
	countIsMinimum?: true;
	url?: string;
}

/** Choices that are the same for the same seed. */
export interface Choices {
	/** A whole number from 0 to `below` - 1. */
	number: (below: number) => number;
	one: <T>(values: readonly T[]) => T;
}

/** @param seed a whole number; the generator is mulberry32 */
export function choices(seed: number): Choices {
	let state = seed;
	const number = (below: number) => {
		state = (state + 0x6d_2b_79_f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
	return { number, one: (values) => values[number(values.length)] as never };
}

/** Parts of texts: scripts, emoji, what Discord formats or mentions, and what is no text. */
const PARTS = [
	'Air Max 1 \'86 OG - "Big Bubble" (White) #1: 50% [new]',
	'W 5 / M 3.5',
	'EU 42⅔',
	'🔥',
	'👨‍👩‍👧‍👦',
	'🏴󠁧󠁢󠁥󠁮󠁧󠁿',
	'é́́́́́',
	'حذاء رياضي',
	'\u202Eקסנ\u2066',
	'スニーカー',
	'@everyone',
	'@here',
	'<@123456789012345678> <@&123456789012345678> <#1> </links:1> <t:0:R> <:a:1>',
	'[click](https://evil.example/)',
	'https://evil.example/a_b_c',
	'**__~~||`*_~|>-#\\',
	'```js\n',
	'\\',
	'\uD83D',
	'\uDE00',
	'\u0000\u0007\u001B\u007F\u0085',
	'\r\n\t \u2028\u00A0',
	'\u200B\u2060\u3164',
	'<b>&amp;</b>',
	'discord clyde',
] as const;

/** Addresses: good and dead ones, those that Discord rejects, and those that are none. */
const ADDRESSES = [
	'https://www.example.com/t/vomero/CK9246-101',
	'https://dead.example/404.png',
	'http://127.0.0.1:4000/image.png',
	'https://cdn.example.com/EU Long 3.png',
	'https://cdn.example.com/a|b[c]{d}^`"<>\\é.png?q=[1]&r={2}|^#[x]#y',
	'https://cdn.example.com/100%/%zz/%41(1)',
	'https://müller.example/ü',
	'https://xn--mller-kva.example./x',
	'https://shop.example:8/x',
	'http://shop:8080/p/1',
	'http://images/x.png',
	'http://localhost:3000/p',
	'https://a_b.example/x',
	'https://user:secret@shop.example/x',
	'https://[2001:db8::1]/x',
	'https://shop.123/x',
	'https://-a.example/x',
	'https://a..example/x',
	'ftp://shop.example/x',
	'javascript:alert(1)',
	'data:image/png;base64,AAAA',
	'//shop.example/x',
	'not an address',
	'\uD83D',
	'',
] as const;

/** SKUs of other sources, some as long as one can be. */
const SKUS = ['CK9246-101', '`A*B_C`', 'EINZEL STÜCK/42:1', 'ORDER|#1>', 'X'.repeat(64), '👟42'] as const;

/** Numbers for moments (epoch ms, up to the last one of a Date and beyond) and for amounts and counts. */
const MOMENTS = [0, 1, -1, 1_760_000_000_000, 8.64e15, -8.64e15, 1e16, -1e16, 1_760_000_000_000.5] as const;
const AMOUNTS = [0, 1, 99, 16_000, 10 ** 12, Number.MAX_SAFE_INTEGER, -1] as const;
const CURRENCIES = ['USD', 'JPY', 'KWD', 'TWD', 'XXX', 'ZZZ', '', '💰'] as const;
const LENGTHS = [0, 1, 1, 2, 3, 30, 300] as const;
const SIZES = [0, 0, 1, 2, 3, 5, 8, 14, 20, 40, 120, 300] as const;

/** A product from the choices: no two seeds give the same, and each value is as likely as the others. */
export function hostileProduct(choose: Choices): HostileProduct {
	const { one, number } = choose;
	const maybe = <T>(value: T): T | null => (number(4) === 0 ? null : value);
	const state = number(6) === 0 ? { state: one(OTHER_STATES) } : undefined;
	const [sizeLinks, longSizes] = [number(2) === 0, number(8) === 0];
	const current = one(AMOUNTS);
	return {
		brand: one(Object.keys(BRANDS) as Brand[]),
		sku: one(SKUS),
		region: one(REGIONS),
		title: text(choose),
		subtitle: maybe(text(choose)),
		category: one(['SHOES', 'EQUIPMENT', 'REFURBISHED', 'ALL']),
		status: maybe(one(PRODUCT_STATUSES)),
		price: maybe({ current, full: one([current, one(AMOUNTS)]), currency: one(CURRENCIES) }),
		launchAt: maybe(one(MOMENTS)),
		launchMethod: maybe(one(LAUNCH_METHODS)),
		...(number(3) === 0 && { entriesUntil: one(MOMENTS) }),
		available: state ? false : one([true, false, null]),
		...state,
		...(number(2) === 0 && { evidence: one(EVIDENCE) }),
		sizes: Array.from({ length: one(SIZES) }, (_, n) => hostileSize(choose, n, { sizeLinks, longSizes })),
		promoExcluded: number(2) === 0,
		image: maybe(address(choose)),
		url: maybe(address(choose)),
	};
}

function hostileSize(choose: Choices, n: number, { sizeLinks, longSizes }: { sizeLinks: boolean; longSizes: boolean }) {
	const { one, number } = choose;
	const state = number(8) === 0 ? { state: one(OTHER_STATES) } : undefined;
	const size: HostileSize = {
		size: longSizes ? text(choose, 30) : `${one(['', 'M ', 'EU ', '*', '[', '#'])}${n / 2}`,
		available: state ? false : one([true, true, false, null]),
		...state,
		level: one(['HIGH', 'MEDIUM', 'LOW', 'OOS', null]),
		count: one([null, ...AMOUNTS]),
		...(number(4) === 0 && { countIsMinimum: true }),
		...(sizeLinks && { url: address(choose) }),
	};
	return size;
}

/** What became of a product, for the event that its message is about. */
export function hostileKind({ one }: Choices): CheckKind {
	return one(CHECK_KINDS);
}

/** A text of many lengths. @param maxParts the most parts of it */
export function text({ one }: Choices, maxParts = 300): string {
	return Array.from({ length: Math.min(one(LENGTHS), maxParts) }, () => one(PARTS)).join(one(['', ' ', '\n']));
}

/** An address, sometimes as long as Discord's limit or longer. */
export function address({ one, number }: Choices): string {
	const chosen = one(ADDRESSES);
	return number(8) === 0 ? `${chosen}${one(['x', ' ', 'é', '(']).repeat(one([400, 2000, 2100, 9000]))}` : chosen;
}
