import type { NikeWorld, ProductChange } from './nikeWorld.ts';

const FIRST_MS = 12_000;
const EVERY_MS = 25_000;

/** What happens to the recorded products while the demonstration runs, over and over: all in the US. */
const SCRIPT: readonly { sku: string; change: ProductChange }[] = [
	{ sku: 'BV7114-001', change: { status: 'ACTIVE' } },
	{ sku: 'CK9246-101', change: { currentPrice: 164, fullPrice: 205 } },
	{
		sku: 'IQ7634-003',
		change: { available: true, levels: { '9': 'LOW', '9.5': 'MEDIUM', '10': 'HIGH', '10.5': 'HIGH' } },
	},
	{ sku: 'HQ7978-103', change: { status: 'CLOSEOUT' } },
	{ sku: 'CK9246-101', change: { levels: { '8': 'OOS', '9': 'LOW', '10': 'OOS' } } },
	{ sku: 'HF3976-001', change: { status: 'ACTIVE', levels: { '8': 'HIGH', '9': 'HIGH', '10': 'MEDIUM' } } },
	{ sku: 'BV7114-001', change: { status: 'HOLD' } },
	{ sku: 'CK9246-101', change: { currentPrice: 205, levels: { '8': 'MEDIUM', '9': 'HIGH', '10': 'LOW' } } },
	{ sku: 'IQ7634-003', change: { available: false, levels: { '9': 'OOS', '9.5': 'OOS', '10': 'OOS', '10.5': 'OOS' } } },
	{ sku: 'HQ7978-103', change: { status: 'ACTIVE' } },
	{ sku: 'HF3976-001', change: { status: 'INACTIVE', levels: { '8': null, '9': null, '10': null } } },
];

/** The SKUs that take part: what a demonstration puts on its watch lists. */
export const SANDBOX_WATCHED: readonly string[] = [...new Set(SCRIPT.map(({ sku }) => sku))];

/** Starts the script; from where it stood when states were kept. @returns how to end it */
export function startLives(nike: NikeWorld): () => void {
	let step = nike.changes.size % SCRIPT.length;
	const next = () => {
		const { sku, change } = SCRIPT[step % SCRIPT.length] as (typeof SCRIPT)[number];
		nike.change(sku, 'US', change);
		step++;
		timer = setTimeout(next, EVERY_MS);
	};
	let timer = setTimeout(next, FIRST_MS);
	return () => clearTimeout(timer);
}
