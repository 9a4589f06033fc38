import { useRef, useState } from 'react';
import { reasonOf } from '../data/useCall.ts';
import { convert, type ImageFormat, loadImage, save } from './download.ts';

/** A pause between two downloads, so that the browser takes them all (spec 1, section 9). */
const BETWEEN_MS = 2000;

/** Downloads of pictures, one or all, with how far they are and what failed. */
export function useDownloads(format: ImageFormat) {
	const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
	const [error, setError] = useState<string | null>(null);
	const stopped = useRef(false);

	async function one(url: string, name: string): Promise<boolean> {
		try {
			save(await convert(await loadImage(url), format), `${name}.${format}`);
			return true;
		} catch (failure) {
			setError(`Error: ${reasonOf(failure, 'url')}`);
			return false;
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
			stopped.current = false;
			setError(null);
			for (const [index, url] of urls.entries()) {
				if (stopped.current) break;
				setProgress({ done: index, of: urls.length });
				await one(url, `${name}_${index + 1}`);
				if (index < urls.length - 1) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
			}
			setProgress(null);
		},
		stop() {
			stopped.current = true;
		},
	};
}
