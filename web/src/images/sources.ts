import { compose, type Drawn } from './compose.ts';
import { loadImage } from './download.ts';
import type { Look } from './look.ts';

/** Pictures kept in memory: those of one product at all mirrors, or one per view of ten products. */
const MAX_KEPT = 60;
/** The server limits how many pictures it holds at a time. */
const AT_ONCE = 3;

/** The pictures of the current results in full resolution. Each is fetched once, however often it is drawn. */
export interface PictureSources {
	/** A picture, drawn by the browser unless `look` is null. @throws ApiError, UserError */
	draw(url: string, look: Look | null): Promise<Drawn>;
	/** Forgets all pictures; called when another product is searched. */
	clear(): void;
}

export function createSources(): PictureSources {
	const kept = new Map<string, Promise<Blob>>();
	const limited = createLimit(AT_ONCE);

	function load(url: string): Promise<Blob> {
		const known = kept.get(url);
		if (known) return known;
		const loading = limited(() => loadImage(url)).catch((error: unknown) => {
			kept.delete(url);
			throw error;
		});
		kept.set(url, loading);
		const [oldest] = kept.keys();
		if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
		return loading;
	}

	return {
		async draw(url, look) {
			const image = await load(url);
			return look ? limited(() => compose(image, look)) : { image, cut: null };
		},
		clear: () => kept.clear(),
	};
}

/** Runs at most this number of jobs at a time; the others wait in their order. */
export function createLimit(max: number) {
	let free = max;
	const waiting: (() => void)[] = [];
	return async <T>(job: () => Promise<T>): Promise<T> => {
		if (free > 0) free--;
		else await new Promise<void>((resolve) => waiting.push(resolve));
		try {
			return await job();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else free++;
		}
	};
}
