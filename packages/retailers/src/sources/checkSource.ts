import { type Evidence, type Region, sourceNameOf } from '@dropwire/domain';
import type { Price, SizeStock } from '../snapshot/snapshot.ts';
import type { Answer, WatchedProduct } from '../snapshot/answer.ts';
import type { Source } from './source.ts';

/** What a check read of one product, or why it read nothing. */
export interface ProductCheck {
	sku: string;
	link: string | null;
	region: Region;
	/** How long the shop took, ms. */
	ms: number;
	title: string | null;
	price: Price | null;
	/** Null if unknown, here and for sizes. */
	available: boolean | null;
	/** Null if nothing was read. */
	evidence: Evidence | null;
	sizes: Pick<SizeStock, 'size' | 'available' | 'level' | 'count'>[];
	/** Null if the product was read. */
	problem: string | null;
}

/** The checks of one source. */
export interface SourceCheck {
	source: string;
	knownFrom: Source['knownFrom'];
	/** Empty if the source knows no product that its shop always sells. */
	products: ProductCheck[];
}

/** The time for all products of a source, ms. */
const TIMEOUT_MS = 30_000;

/**
 * Asks a source for its canary products, one after the other. Stores nothing. Never rejects because of the shop; the
 * requests are not part of the budget of the engines.
 */
export async function checkSource(source: Source): Promise<SourceCheck> {
	const signal = AbortSignal.timeout(TIMEOUT_MS);
	const products: ProductCheck[] = [];
	for (const { sku, link, region } of source.canaries ?? []) {
		const begun = performance.now();
		const answer = await ask(source, region, { sku, link, adapter: null }, signal);
		const ms = Math.round(performance.now() - begun);
		products.push({ sku, link, region, ms, ...outcome(answer) });
	}
	return { source: sourceNameOf(source), knownFrom: source.knownFrom, products };
}

async function ask(source: Source, region: Region, product: WatchedProduct, signal: AbortSignal): Promise<Answer> {
	const blocked = (reason: string): Answer => ({ kind: 'blocked', reason, retryAfterMs: null });
	try {
		const reading = await source.ask(region, [product], signal);
		const answer = 'answers' in reading ? reading.answers.get(product.sku) : undefined;
		return answer ?? blocked('The source gave no answer about the product');
	} catch (error) {
		if (!signal.aborted) throw error;
		return blocked(`unreachable: no answer within ${TIMEOUT_MS / 1000} s`);
	}
}

function outcome(answer: Answer): Omit<ProductCheck, 'sku' | 'link' | 'region' | 'ms'> {
	if (answer.kind === 'read') {
		const { title, price, available, evidence = 'none', sizes } = answer.snapshot;
		return { title, price, available, evidence, sizes, problem: null };
	}
	const problem = answer.kind === 'gone' ? 'gone: the shop does not have the product' : answer.reason;
	return { title: null, price: null, available: null, evidence: null, sizes: [], problem };
}
