import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDatabase } from '@dropwire/db/testing';
import { REGIONS } from '@dropwire/domain';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import { anEvent } from '../setup.ts';

/** Products that change in turns, one region after the other. */
const PRODUCTS = 3 * REGIONS.length;

export interface Submitter {
	/** Submits one event. @throws Error when the server does not accept it, or finds no change in it */
	submit(): Promise<void>;
	/** The API token of the calls. */
	readonly token: string;
	/** How many events have been submitted. */
	readonly count: number;
	/** How many calls were answered with 503 and repeated after the time of Retry-After. */
	readonly unavailable: number;
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
	let unavailable = 0;
	async function post(events: readonly unknown[], repeated = false): Promise<(string | null)[]> {
		const response = await fetch(`${origin}/api/events`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ events }),
		});
		const retryAfter = Number(response.headers.get('retry-after'));
		if (response.status === 503 && retryAfter > 0) {
			unavailable++;
			await sleep(retryAfter * 1000);
			return post(events, true);
		}
		if (!response.ok) throw new Error(`The server answered ${response.status}: ${await response.text()}`);
		const { data } = (await response.json()) as { data: { kind: string | null }[] };
		// The first call was saved although its answer was 503. A report that repeats it has no change.
		return data.map(({ kind }) => (repeated ? (kind ?? 'STATUS') : kind));
	}
	// The first report of a product is its baseline, not an event.
	await post(Array.from({ length: PRODUCTS }, (_, product) => reportOf(product, 'baseline', 'HOLD')));
	let count = 0;
	/** The last submission of each product. */
	const last: Promise<void>[] = [];
	async function change(product: number, number: number): Promise<void> {
		const title = `Event ${number} of ${Date.now()}`;
		// As monitors do. If this process was paused, it submits all that is due at once.
		await last[product]?.catch(() => {});
		const status = Math.floor(number / PRODUCTS) % 2 === 0 ? 'ACTIVE' : 'HOLD';
		const [kind] = await post([reportOf(product, title, status)]);
		if (kind !== 'STATUS') throw new Error(`Event ${number} became ${kind}`);
	}
	return {
		token,
		get count() {
			return count;
		},
		get unavailable() {
			return unavailable;
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
