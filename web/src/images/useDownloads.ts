import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '../api/useCall.ts';
import { convert, type ImageFormat, loadImage, save } from './download.ts';
import { fitCrop, type SizedCrop } from './geometry.ts';

/** The pause between two downloads, ms (spec 1, section 9). Without it browsers block some downloads. */
const BETWEEN_MS = 2000;

/** A picture to save: how it is loaded, and the part of it that is saved; null for all of it. */
export interface DownloadJob {
	/** The name of its file without extension; in a ZIP file it can contain a folder. */
	name: string;
	load(): Promise<Blob>;
	crop: SizedCrop | null;
}

/** Downloads one image, or several one after the other or as a ZIP file, with progress and errors. Leaving the page stops it. */
export function useDownloads(format: ImageFormat) {
	const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
	const [errors, setErrors] = useState<readonly string[]>([]);
	const running = useRef<AbortController | null>(null);
	useEffect(() => () => running.current?.abort(), []);

	/** @returns null after an error, which is then shown */
	async function fileOf({ load, crop }: Omit<DownloadJob, 'name'>): Promise<Blob | null> {
		try {
			return await convert(await load(), format, crop ? (size) => fitCrop(crop, size) : undefined);
		} catch (failure) {
			setErrors((before) => [...before, reasonOf(failure, 'url')]);
			return null;
		}
	}

	/** Makes one file after the other until the last or until it is stopped. */
	async function each(jobs: readonly DownloadJob[], pauseMs: number, take: (file: Blob, name: string) => unknown) {
		running.current?.abort();
		const { signal } = (running.current = new AbortController());
		setErrors([]);
		for (const [index, job] of jobs.entries()) {
			setProgress({ done: index, of: jobs.length });
			const file = await fileOf(job);
			if (file && !signal.aborted) await take(file, job.name);
			if (pauseMs > 0 && index < jobs.length - 1) await pause(pauseMs, signal);
			if (signal.aborted) return false;
		}
		setProgress(null);
		return true;
	}

	return {
		progress,
		error:
			errors.length > 1 ? `Error: ${errors.length} pictures failed. ${errors[0]}` : errors[0] && `Error: ${errors[0]}`,
		clear: () => setErrors([]),
		/** @param source the URL of an image, or what loads it */
		one(source: string | DownloadJob['load'], name: string) {
			setErrors([]);
			const load = typeof source === 'string' ? () => loadImage(source) : source;
			void fileOf({ load, crop: null }).then((file) => file && save(file, `${name}.${format}`));
		},
		async all(jobs: readonly DownloadJob[]) {
			await each(jobs, BETWEEN_MS, (file, name) => save(file, `${name}.${format}`));
		},
		/** @param zipName the name of the ZIP file without extension */
		async zip(jobs: readonly DownloadJob[], zipName: string) {
			try {
				const { openZip } = await import('./zip.ts');
				const zip = openZip();
				let count = 0;
				const finished = await each(jobs, 0, (file, name) => {
					count++;
					return zip.add(`${name}.${format}`, file);
				});
				if (finished && count > 0) save(zip.end(), `${zipName}.zip`);
			} catch (failure) {
				setErrors([reasonOf(failure)]);
				setProgress(null);
			}
		},
		stop() {
			running.current?.abort();
			setProgress(null);
		},
	};
}

/** Resolves after this time, or when the signal is aborted. */
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
