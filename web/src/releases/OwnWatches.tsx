import type { ErrorBody, Watch } from '@dropwire/contract';
import type { Brand } from '@dropwire/domain/calendar';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { useSignedIn } from '../ui/useSignedIn.ts';

const PATH = '/api/watches';
const FAILED = 'The server did not answer. Try again.';

interface Product {
	brand: Brand;
	sku: string;
}

interface Watches {
	/** The products that the user watches; null for visitors, and until they are known. */
	products: ReadonlySet<string> | null;
	/** @returns why the product could not be watched, as a sentence; null if it is watched now */
	add(product: Product): Promise<string | null>;
}

/** The user's watches, which all rows share. */
export const OwnWatches = createContext<Watches>({ products: null, add: async () => FAILED });

/** Reads the user's watches once for the page. */
export function useOwnWatches(): Watches {
	const isSignedIn = useSignedIn();
	const [products, setProducts] = useState<ReadonlySet<string> | null>(null);
	useEffect(() => {
		if (isSignedIn) void readWatches().then(setProducts, () => {});
	}, [isSignedIn]);
	return useMemo(() => {
		const add = async ({ brand, sku }: Product) => {
			const problem = await createWatch({ brand, sku });
			if (problem === null) setProducts((before) => new Set(before).add(keyOf({ brand, sku })));
			return problem;
		};
		return { products, add };
	}, [products]);
}

/** Watches the product of a release with one click. Visitors sign in first, and do it on the product's page. */
export function WatchProduct({ title, ...product }: Product & { title: string }) {
	const { products, add } = useContext(OwnWatches);
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<string | null>(null);
	const { brand, sku } = product;
	const page = `/products/${brand}/${encodeURIComponent(sku)}`;
	if (!products) {
		return (
			<a href={`/auth?${new URLSearchParams({ next: page })}`} aria-label={`Watch this: ${title}`}>
				Watch this
			</a>
		);
	}
	if (products.has(keyOf(product))) {
		return (
			<a href="/dashboard/watches" aria-label={`Watched: ${title}`}>
				Watched
			</a>
		);
	}
	const watch = async () => {
		setBusy(true);
		setError(await add(product));
		setBusy(false);
	};
	return (
		<>
			<button type="button" disabled={busy} onClick={() => void watch()} aria-label={`Watch this: ${title}`}>
				Watch this
			</button>
			{error !== null && (
				<span className="bad" role="alert">
					{error}
				</span>
			)}
		</>
	);
}

function keyOf({ brand, sku }: Product): string {
	return `${brand} ${sku}`;
}

async function readWatches(): Promise<ReadonlySet<string>> {
	const products = new Set<string>();
	for (let cursor: string | null = ''; cursor !== null;) {
		const response = await fetch(cursor ? `${PATH}?cursor=${cursor}` : PATH);
		if (!response.ok) throw new Error(`The server answered ${response.status}`);
		const page = (await response.json()) as { data: Watch[]; nextCursor: string | null };
		for (const watch of page.data) products.add(keyOf(watch));
		cursor = page.nextCursor;
	}
	return products;
}

/** @returns null if the product is watched now, also if another page did it */
async function createWatch(product: Product): Promise<string | null> {
	try {
		const headers = { 'content-type': 'application/json' };
		const response = await fetch(PATH, { method: 'POST', headers, body: JSON.stringify(product) });
		if (response.ok) return null;
		const { error } = (await response.json()) as Partial<ErrorBody>;
		return error?.code === 'conflict' ? null : (error?.message ?? FAILED);
	} catch {
		return FAILED;
	}
}
