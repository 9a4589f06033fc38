import { createHash, randomBytes } from 'node:crypto';
import type { TestDatabase } from '@dropwire/db/testing';
import { REGIONS } from '@dropwire/domain';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import { anEvent } from '../setup.ts';

/** Products that change in turns, one region after the other. */
const PRODUCTS = 3 * REGIONS.length;

export interface Submitter {
	/** Submits one event. @throws Error when the server does not accept it, or finds no change in it */
	submit(): Promise<void>;
	/** How many events have been submitted. */
	readonly count: number;
}

/**
 * An external monitor that submits changes over HTTP, those of one product one after the other. Each changes a product's
 * status, which is always an event.
 */
export async function startSubmitter(db: TestDatabase, origin: string): Promise<Submitter> {
	const token = randomBytes(24).toString('base64url');
	await db.knex('api_tokens').insert({
		discordId: SANDBOX_USERS.ada.id,
		name: 'soak',
		tokenHash: createHash('sha256').update(token).digest('hex'),
		scopes: 'read,write',
		createdAt: Date.now(),
	});
	const { brand: source, sku: _sku, region: _region, ...snapshot } = anEvent().after ?? raise('There is no snapshot');
	const reportOf = (product: number, title: string, status: string) => ({
		source,
		sku: `SK${1000 + product}-100`,
		region: REGIONS[product % REGIONS.length],
		snapshot: { ...snapshot, title, status },
	});
	async function post(events: readonly unknown[]): Promise<(string | null)[]> {
		const response = await fetch(`${origin}/api/events`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ events }),
		});
		if (!response.ok) throw new Error(`The server answered ${response.status}: ${await response.text()}`);
		const { data } = (await response.json()) as { data: { kind: string | null }[] };
		return data.map(({ kind }) => kind);
	}
	// The first report of a product is its baseline, not an event.
	await post(Array.from({ length: PRODUCTS }, (_, product) => reportOf(product, 'baseline', 'HOLD')));
	let count = 0;
	/** The last submission of each product. */
	const last: Promise<void>[] = [];
	async function change(product: number, number: number): Promise<void> {
		const title = `Event ${number} of ${Date.now()}`;
		// As monitors do. If this process was paused, it submits all that is due at once.
		await last[product];
		const status = Math.floor(number / PRODUCTS) % 2 === 0 ? 'ACTIVE' : 'HOLD';
		const [kind] = await post([reportOf(product, title, status)]);
		if (kind !== 'STATUS') throw new Error(`Event ${number} became ${kind}`);
	}
	return {
		get count() {
			return count;
		},
		submit() {
			const number = count++;
			const product = number % PRODUCTS;
			return (last[product] = change(product, number));
		},
	};
}

function raise(message: string): never {
	throw new Error(message);
}
