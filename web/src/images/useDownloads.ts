import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '../data/useCall.ts';
import { convert, type ImageFormat, loadImage, save } from './download.ts';

/** A pause between two downloads, so that the browser takes them all (spec 1, section 9). */
const BETWEEN_MS = 2000;

/** Downloads of pictures, one or all, with how far they are and what failed. Leaving the page stops them. */
export function useDownloads(format: ImageFormat) {
	const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
	const [error, setError] = useState<string | null>(null);
	const running = useRef<AbortController | null>(null);
	useEffect(() => () => running.current?.abort(), []);

	async function one(url: string, name: string, signal?: AbortSignal): Promise<void> {
		try {
			const file = await convert(await loadImage(url), format);
			if (!signal?.aborted) save(file, `${name}.${format}`);
		} catch (failure) {
			setError(`Error: ${reasonOf(failure, 'url')}`);
		}
	}

	return {
		progress,
		error,
		one(url: string, name: string) {
			setError(null);
			void one(url, name);
		},
		async all(urls: readonly string[], name: string) {
			const { signal } = (running.current = new AbortController());
			setError(null);
			for (const [index, url] of urls.entries()) {
				setProgress({ done: index, of: urls.length });
				await one(url, `${name}_${index + 1}`, signal);
				if (index < urls.length - 1) await pause(BETWEEN_MS, signal);
				if (signal.aborted) return;
			}
			setProgress(null);
		},
		stop() {
			running.current?.abort();
			setProgress(null);
		},
	};
}

/** Ends after this time, or when it is stopped. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, ms);
		const stop = () => {
			clearTimeout(timer);
			resolve();
		};
		if (signal.aborted) stop();
		else signal.addEventListener('abort', stop, { once: true });
	});
}
